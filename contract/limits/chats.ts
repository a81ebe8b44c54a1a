/** Pauses of chats. Basis: added. They come with chats alone, and not with every page. */

/** How often an open chat is asked for what is new: by the tab that leads, by another one where that falls silent, by a page that is hidden, and after a fault. */
export const leads = 2_000;
export const follows = 3_000;
export const hidden = 60_000;
export const lost = 5_000;
/** The same of the list of chats, while it is seen: by the tab that leads, and by another one where that falls silent. */
export const listed = 15_000;
export const listedAfter = 20_000;
/** A message that stands on this device so long while nobody is in its chat is told as one that may not have gone: another tab would have sent it. */
export const unsentAfter = 3_000;

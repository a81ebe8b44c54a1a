/** How often the page asks for what is new, wherever it is. Basis: added. */

/** Where somebody looks: by the tab that asked last, and by another one where that falls silent. */
export const leads = 15_000;
export const follows = 20_000;
/** The same where nobody does. */
export const hidden = 60_000;
export const hiddenFollows = 65_000;
/** How long a tab waits for balances of which another one said that they moved: a rest between two looks, and the answer. */
export const catches = 10_000;

import { leadsTo } from './link-clicks.ts';
import { listen } from './listen.ts';

/** Hears where a link of ours leads that a pointer, a finger or the focus has come to: it may be pressed next. */
export const hearNearLinks = (hear: (to: string) => void): (() => void) =>
  listen(document, ['pointerover', 'focusin'], ({ target }) => {
    const to = leadsTo(target);
    if (to !== undefined) hear(to);
  });

import { useLayoutEffect, useRef } from 'react';

/**
 * A new screen begins at its top, and its heading takes the focus, so that a keyboard and a screen reader stand where
 * the person went; where the heading is yet to come, the page's own part holds the focus for it.
 */
export function arrive(): void {
  const main = document.getElementById('main');
  window.scrollTo(0, 0);
  (main?.querySelector<HTMLElement>('h1') ?? main)?.focus({ preventScroll: true });
}

/** A refused field leads to itself, and a window that has come above the screen keeps the focus inside. */
const stays = '[aria-invalid="true"], [role="dialog"] *, [role="dialog"]';

/** A screen that stays while something else comes to stand on it begins at its top again, unless the focus is to stay where it is. */
export function useTop(what: string): void {
  const last = useRef(what);
  useLayoutEffect(() => {
    if (last.current !== what && !document.activeElement?.matches(stays)) arrive();
    last.current = what;
  }, [what]);
}

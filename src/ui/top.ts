import { useLayoutEffect, useRef } from 'react';

/** Where the focus goes when nothing holds it any more: the heading of the page. */
export const heading = (): HTMLElement | null => document.querySelector('#main h1');

/**
 * A new screen begins at its top, and its heading takes the focus, so that a keyboard and a screen reader stand where
 * the person went; where the heading is yet to come, the page's own part holds the focus for it.
 */
export function arrive(): void {
  window.scrollTo(0, 0);
  (heading() ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

/**
 * A screen that stays while something else comes to stand on it begins at its top again, unless it leads to a field that was
 * refused. A window that has come above it keeps the focus.
 */
export function useTop(what: string): void {
  const last = useRef(what);
  useLayoutEffect(() => {
    const held = document.activeElement;
    const begins = last.current !== what && held?.ariaInvalid !== 'true';
    last.current = what;
    if (begins && held?.closest('[role="dialog"]')) window.scrollTo(0, 0);
    else if (begins) arrive();
  }, [what]);
}

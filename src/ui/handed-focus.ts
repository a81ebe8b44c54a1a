import { useEffect, useLayoutEffect, useRef } from 'react';
import { heading } from './top.ts';

/**
 * Where one thing takes the place of another as `step` changes, it takes the focus that went with it; a focus that stands
 * elsewhere is never taken. What is returned is the ref of whichever stands there.
 */
export function useHandedFocus(step: string): (there: HTMLElement | null) => void {
  const place = useRef<HTMLElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    if (document.activeElement === document.body) place.current?.focus();
  }, [step]);
  return (there) => {
    place.current = there;
  };
}

export type Heir = (left: HTMLElement) => HTMLElement | null | undefined;

/** The window in which it stood, which keeps the focus inside, or the heading of the page. */
export const windowOrHeading: Heir = (left) => left.closest<HTMLElement>('[role="dialog"]') ?? heading();

/** The heading of the part of a page in which it stood. */
export const partHeading: Heir = (left) =>
  document.getElementById(left.closest('section')?.getAttribute('aria-labelledby') ?? '');

/**
 * What leaves the page altogether gives the focus that went with it to `heir`, which is asked while it still stands there
 * and again, where that has gone too, when it has left: the heading of the page, where it names no other. What is returned is
 * the ref of what leaves.
 */
export function useLeftFocus(heir: Heir = heading): (area: HTMLElement | null) => void {
  const area = useRef<HTMLElement>(null);
  const held = useRef(false);
  const found = useRef<HTMLElement | null | undefined>(null);
  const named = useRef(heir);
  // Before it is taken off the page, and after.
  useLayoutEffect(() => {
    const there = area.current;
    const heirOf = named.current;
    return () => {
      held.current = there?.contains(document.activeElement) ?? false;
      found.current = there && heirOf(there);
    };
  }, []);
  useEffect(() => {
    const there = area.current;
    const heirOf = named.current;
    return () => {
      // In development a part is taken away once to see whether that does harm.
      if (there?.isConnected || !held.current || document.activeElement !== document.body) return;
      const next = found.current?.isConnected ? found.current : there && heirOf(there);
      next?.focus({ preventScroll: true });
    };
  }, []);
  return (there) => {
    area.current = there;
  };
}

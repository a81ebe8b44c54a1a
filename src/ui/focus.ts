import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The focus is nowhere: what held it has left the screen, the page has just opened, or its heading is yet to come. */
const focusIsLost = (): boolean => {
  const holder = document.activeElement;
  // What has just been hidden or disabled holds the focus until the next frame, and then nobody does.
  return holder === null || holder.matches('body, #main, :disabled') || !holder.checkVisibility();
};

/**
 * The heading of a screen takes the focus when `step` changes, so that a keyboard and a screen reader stand where the
 * news is. A focus that somebody holds elsewhere is never taken: the live region tells them.
 */
export function useHeadingFocus(step: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (last.current === step) return;
    const isFirst = last.current === null;
    last.current = step;
    // A page that has just opened stands where the browser put it; later the news must be in sight.
    if (focusIsLost()) heading.current?.focus({ preventScroll: isFirst });
  }, [step]);
  return heading;
}

/**
 * The first field with an error, or the one that `sought` selects, takes the focus each time `corrections` grows; zero is the
 * untouched form.
 */
export function useErrorFocus<Form extends HTMLElement>(
  corrections: number,
  sought = '[aria-invalid="true"]',
): RefObject<Form | null> {
  const form = useRef<Form>(null);
  useLayoutEffect(() => {
    if (corrections > 0) form.current?.querySelector<HTMLElement>(sought)?.focus();
  }, [corrections, sought]);
  return form;
}

import { useEffect, useRef } from 'react';

/**
 * A new screen begins at its top, and its heading takes the focus, so that a keyboard and a screen reader stand where
 * the person went. The first screen of the page does not.
 */
export const useArrival = (screen: string | undefined): void => {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const before = last.current;
    if (screen === undefined || screen === before) return;
    last.current = screen;
    if (before === undefined) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [screen]);
};

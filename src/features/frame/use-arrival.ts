import { useEffect, useRef } from 'react';
import { arrive } from '../../ui/top.ts';

/** A new screen is arrived at; the first one of the page is not. */
export const useArrival = (screen: string | undefined): void => {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const before = last.current;
    if (screen === undefined || screen === before) return;
    last.current = screen;
    if (before !== undefined) arrive();
  }, [screen]);
};

import { useEffect, useRef } from 'react';

/** A screen that stays while something else comes to stand on it begins at its top again. */
export function useTop(what: string): void {
  const last = useRef(what);
  useEffect(() => {
    if (last.current !== what) window.scrollTo(0, 0);
    last.current = what;
  }, [what]);
}

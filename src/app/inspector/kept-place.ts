import { useLayoutEffect } from 'react';

/**
 * A screen of the past arrives at its top like any other, and the window that it scrolls is the living page's. When that one
 * is seen again it stands where it was, or at its top if it went elsewhere meanwhile.
 */
export function KeptPlace(): null {
  useLayoutEffect(() => {
    const { scrollX: x, scrollY: y, location } = window;
    const { pathname } = location;
    return () => (location.pathname === pathname ? window.scrollTo(x, y) : window.scrollTo(0, 0));
  }, []);
  return null;
}

import type { MouseEvent } from 'react';

/** A click that asks for nothing special: no new tab, no download, no second button. */
export const plainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

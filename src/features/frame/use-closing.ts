import { useEffect, useRef, type RefObject } from 'react';

/** A popover closes when the page goes elsewhere. */
export const useClosing = <E extends HTMLElement>(path: string): RefObject<E | null> => {
  const popover = useRef<E>(null);
  useEffect(() => popover.current?.hidePopover(), [path]);
  return popover;
};

import { useEffect, useRef, type RefObject } from 'react';
import type { DrawerHandle } from '../../ui/drawer.tsx';

/** A drawer closes when the page goes elsewhere, or something else comes over it: when what is given changes. */
export const useClosing = (standing: string): RefObject<DrawerHandle | null> => {
  const drawer = useRef<DrawerHandle>(null);
  useEffect(() => drawer.current?.close(), [standing]);
  return drawer;
};

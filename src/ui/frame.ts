import { createContext, use } from 'react';

/** Where portals go: the body, unless a gallery holds the screen in a cell of its own. */
export const Frame = createContext<HTMLElement | undefined>(undefined);

export const useFrame = () => use(Frame);

/** The screen is only looked at, beside whoever looks: it holds nobody, and asks nobody. A gallery's has a document of its own. */
export const useLookedAt = (): boolean => {
  const frame = useFrame();
  return frame !== undefined && frame.ownerDocument === document;
};

import { createContext, use } from 'react';

/** Where portals go: the body, unless a gallery holds the screen in a cell of its own. */
export const Frame = createContext<HTMLElement | undefined>(undefined);

export const useFrame = () => use(Frame);

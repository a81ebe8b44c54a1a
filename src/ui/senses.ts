import { createContext } from 'react';

/** Whether what is scrolled into sight is told by itself: not where each step is told one by one, as a test does it. */
export const Senses = createContext(true);

import { createContext, use } from 'react';

/**
 * Whether what the person has, what went over the accounts, and what came, is hidden from whoever looks over the shoulder. What is
 * typed, reviewed or opened as a receipt stays. The frame provides it.
 */
export const Concealed = createContext(false);

export const useConcealed = () => use(Concealed);

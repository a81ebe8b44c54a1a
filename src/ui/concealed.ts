import { createContext, use } from 'react';

/** Whether the person's own balances are hidden from whoever looks over the shoulder. The frame provides it. */
export const Concealed = createContext(false);

export const useConcealed = () => use(Concealed);

import { use, type ReactNode } from 'react';
import { HouseContext } from './house.tsx';

/** What only residents can show; a screen that is shown alone goes without it. */
export const InHouse = ({ children }: { children: ReactNode }) => (use(HouseContext) ? children : null);

import type { ReactNode } from 'react';
import '../src/ui/base.css';
import css from './frame.module.css';

/** What stands around a screen outside the product: the page itself, and nothing that the house would give. */
export const Page = ({ children }: { children: ReactNode }) => <div className={css['page']}>{children}</div>;

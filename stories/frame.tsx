import { useState, type ReactNode } from 'react';
import { Frame } from '../src/ui/frame.ts';
import '../src/ui/base.css';
import css from './frame.module.css';

/** What stands around a screen outside the product: the page itself, and nothing that the house would give. */
export const Page = ({ children }: { children: ReactNode }) => <div className={css['page']}>{children}</div>;

/** A cell that keeps a screen to itself: what the screen would put over the page stays inside, and nothing can be pressed. */
export function Cell({ children }: { children: ReactNode }) {
  const [cell, setCell] = useState<HTMLElement | null>(null);
  return (
    <div ref={setCell} className={css['cell']} inert>
      {cell && <Frame value={cell}>{children}</Frame>}
    </div>
  );
}

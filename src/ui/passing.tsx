import type { ReactNode } from 'react';
import { useLeftFocus, type Heir } from './handed-focus.ts';

interface PassingProps {
  heir?: Heir;
  className?: string | undefined;
  children: ReactNode;
}

/** What goes with what is pressed in it, as a rule: its focus passes to `heir`, the heading of the page where it names no other. */
export const Passing = ({ heir, className, children }: PassingProps) => (
  <div ref={useLeftFocus(heir)} className={className}>
    {children}
  </div>
);

import type { ReactNode, Ref } from 'react';
import css from './corner-card.module.css';

interface CornerCardProps {
  ref?: Ref<HTMLDivElement> | undefined;
  children: ReactNode;
}

/** A notice that came by itself and stays in the lower corner. */
export const CornerCard = ({ ref, children }: CornerCardProps) => (
  <div ref={ref} className={css['card']}>
    {children}
  </div>
);

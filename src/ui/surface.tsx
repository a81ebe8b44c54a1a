import type { ReactNode } from 'react';
import { join } from './join.ts';
import css from './surface.module.css';

interface SurfaceProps {
  children: ReactNode;
  /** `sunken` lies below the page's other surfaces: an aside, a summary. */
  tone?: 'plain' | 'sunken';
  /** No inner space: for a list whose rows reach the edge. */
  flush?: boolean;
  as?: 'div' | 'section' | 'article' | 'aside' | 'form';
  className?: string | undefined;
  'aria-labelledby'?: string;
  'aria-label'?: string;
}

/** A card: held together by a hairline, never by a shadow. */
export function Surface({
  children,
  tone = 'plain',
  flush = false,
  as: Tag = 'div',
  className,
  ...rest
}: SurfaceProps) {
  return (
    <Tag
      {...rest}
      className={join(css['surface'], tone === 'sunken' && css['sunken'], flush && css['flush'], className)}
    >
      {children}
    </Tag>
  );
}

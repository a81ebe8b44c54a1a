import type { ReactNode, Ref } from 'react';
import { join } from './join.ts';
import css from './layout.module.css';
import { PageName } from './page-name.tsx';

type Gap = 1 | 2 | 3 | 4 | 6 | 8 | 12;
type Tag = 'div' | 'section' | 'header' | 'footer' | 'ul' | 'ol' | 'li' | 'dl' | 'nav' | 'form' | 'fieldset';

interface BoxProps {
  children: ReactNode;
  gap?: Gap;
  as?: Tag;
  className?: string | undefined;
}

const gapClass = (gap: Gap) => css[`gap${gap}`];

/** One below the other. */
export const Stack = ({ children, gap = 4, as: As = 'div', className }: BoxProps) => (
  <As className={join(css['stack'], gapClass(gap), className)}>{children}</As>
);

/** One beside the other, wrapping where there is no room. `spread` pushes them apart. */
export const Row = ({
  children,
  gap = 3,
  as: As = 'div',
  spread = false,
  align = 'center',
  className,
}: BoxProps & { spread?: boolean; align?: 'center' | 'baseline' | 'start' }) => (
  <As className={join(css['row'], gapClass(gap), spread && css['spread'], css[align], className)}>{children}</As>
);

interface PageProps {
  children: ReactNode;
  /** `flow` 640 px, `list` 1080 px. */
  width?: 'flow' | 'list';
  className?: string | undefined;
}

/** The column of a screen. It measures its own width, so that what is inside answers to it and not to the window. */
export const Page = ({ children, width = 'flow', className }: PageProps) => (
  <div className={join(css['page'], css[width], className)}>{children}</div>
);

interface TitleProps {
  children: ReactNode;
  /** Given by `useHeadingFocus`. */
  ref?: Ref<HTMLHeadingElement>;
  /** `large` where the words themselves are the most important thing of the screen. */
  size?: 'plain' | 'large';
  id?: string;
  /** What the page is called, where that is not its heading: a row of tabs is read by others. Empty: as the product. */
  called?: string;
}

/** The heading of a screen: one of them, focusable, so that news can be read from it. The page is called by it. */
export const Title = ({
  children,
  ref,
  size = 'plain',
  id,
  called = typeof children === 'string' ? children : '',
}: TitleProps) => (
  <>
    {called && <PageName>{called}</PageName>}
    <h1 className={join(css['title'], size === 'large' && css['large'])} tabIndex={-1} ref={ref} id={id}>
      {children}
    </h1>
  </>
);

/** A place to go on a line of its own, as words; what stands above and below it keeps its distance. */
export const Way = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={css['way']} href={href}>
    {children}
  </a>
);

/** Words that only a screen reader needs. */
export const VisuallyHidden = ({
  children,
  as: As = 'span',
}: {
  children: ReactNode;
  as?: 'span' | 'h1' | 'h2' | 'caption' | 'legend';
}) => <As className={css['unseen']}>{children}</As>;

/** News for a screen reader: what changes here is read. Keep it mounted and change the words. */
export const LiveRegion = ({ children, assertive = false }: { children: ReactNode; assertive?: boolean }) => (
  <div className={css['unseen']} role={assertive ? 'alert' : 'status'} aria-live={assertive ? 'assertive' : 'polite'}>
    {children}
  </div>
);

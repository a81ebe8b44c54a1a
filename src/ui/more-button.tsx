import { useLayoutEffect, useRef } from 'react';
import type { ButtonProps } from './button.tsx';
import { PassingButton } from './passing-button.tsx';

interface MoreButtonProps extends ButtonProps {
  /** Rows that stand above it. */
  count: number;
  /** The row of a number, or what stands there in its place. */
  rowAt: (at: number) => HTMLElement | null | undefined;
}

/** One of the rows of a list, or the last one where there are fewer. */
export function rowIn(list: HTMLElement | null, at: number): HTMLElement | undefined {
  const rows = [...(list?.children ?? [])] as HTMLElement[];
  return rows[at] ?? rows.at(-1);
}

/** Asks for more rows. It goes with the last of them, and the first that came then has its focus: reading goes on there. */
export function MoreButton({ count, rowAt, ...props }: MoreButtonProps) {
  const from = useRef(count);
  useLayoutEffect(() => {
    from.current = count;
  });
  // While it stands there, no row has come.
  return <PassingButton {...props} heir={(left) => (left.isConnected ? null : rowAt(from.current))} />;
}

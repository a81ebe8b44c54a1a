import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { use, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { scrolled } from './scrolled.ts';
import { Senses } from './senses.ts';
import css from './tail-list.module.css';

/** Rows that stand ready beyond the edges, for the keyboard to go on to. */
const beyond = 8;
/** As near to an end counts as being there, in pixels. */
const near = 48;
const nearStart = 400;

interface TailListProps {
  label: string;
  count: number;
  /** Whether these are all: a reader is told how many there are only then. */
  isWhole: boolean;
  /** Height of most rows in pixels, until they have been seen. */
  rowHeight: number;
  keyOf: (at: number) => number;
  /** The row that it opens at; its end without one. */
  opensAt: number | undefined;
  /** Whether somebody stands at its end, told as often as they scroll, and when it does not need to be scrolled. */
  onEnd: (isThere: boolean) => void;
  onNearStart: () => void;
  children: (at: number) => ReactNode;
}

/** Sets a style on an element unless it has it; nothing is styled in markup. */
function style(element: HTMLElement | null, name: 'height' | 'transform', value: string): void {
  if (element && element.style[name] !== value) element.style[name] = value;
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < near;

/**
 * Rows in a scroll of their own, the latest at the end. Only what is near is in the page; whoever stands at the end sees what
 * comes, whoever is further up keeps their place, also when earlier ones come above.
 */
export function TailList({
  label,
  count,
  isWhole,
  rowHeight,
  keyOf,
  opensAt,
  onEnd,
  onNearStart,
  children,
}: TailListProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const isPlaced = useRef(false);
  const tells = use(Senses);
  const withFocus = (range: Range): number[] => {
    const focused = list?.contains(document.activeElement)
      ? document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index']
      : undefined;
    const rows = defaultRangeExtractor(range);
    const at = focused === undefined ? -1 : Number.parseInt(focused, 10);
    return at < 0 || at >= count || rows.includes(at) ? rows : [...rows, at].toSorted((one, two) => one - two);
  };
  // Nothing here is memoized: no compiler of React runs over this page, and what it gives goes to no other component.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: beyond,
    rangeExtractor: withFocus,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: near,
  });
  const shown = rows.getVirtualItems();
  const height = rows.getTotalSize();
  useLayoutEffect(() => {
    for (const [at, row] of [...(list?.children ?? [])].entries())
      style(row as HTMLElement, 'transform', `translateY(${shown[at]?.start ?? 0}px)`);
  });
  useLayoutEffect(() => {
    if (!scroller || isPlaced.current) return;
    isPlaced.current = true;
    if (opensAt === undefined) rows.scrollToEnd();
    else rows.scrollToIndex(opensAt, { align: 'start' });
  });
  // What is short stands at its end without being scrolled.
  useLayoutEffect(() => {
    if (tells && scroller && scroller.scrollHeight > 0 && isAtEnd(scroller)) onEnd(true);
  });
  return (
    <div
      {...scrolled}
      ref={setScroller}
      className={css['scroller']}
      aria-label={label}
      onScroll={({ currentTarget }) => {
        if (!tells) return;
        onEnd(isAtEnd(currentTarget));
        if (currentTarget.scrollTop < nearStart) onNearStart();
      }}
    >
      <ul
        ref={(element) => {
          setList(element);
          // As high as it is to be before the place in it is kept.
          style(element, 'height', `${height}px`);
          return () => {};
        }}
        className={css['list']}
      >
        {shown.map(({ index, key }) => (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className={css['row']}
            aria-setsize={isWhole ? count : -1}
            aria-posinset={index + 1}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

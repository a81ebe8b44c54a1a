import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import css from './long-list.module.css';

/** Up to so many rows stand in the page all at once: they print, and the browser finds words in them. */
const fewRows = 60;
/** Rows that stand ready beyond the edges, for the keyboard to go on to. */
const beyond = 8;

interface LongListProps {
  count: number;
  /** Whether these are all: a reader is told how many there are only then. */
  isWhole: boolean;
  /** Height of most rows in pixels, until the first ones have been seen. */
  rowHeight: number;
  keyOf: (at: number) => string;
  children: (at: number) => ReactNode;
}

/** Of how many rows the usual height is taken. */
const seenFirst = 15;

/** Height of most rows in whole pixels. A row that is as high as was thought moves nothing below it. */
function usualHeight({ children }: HTMLElement): number {
  const heights = [...children].map((row) => (row as HTMLElement).offsetHeight).toSorted((one, other) => one - other);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}

/** Where an element begins in the page, in whole pixels, wherever the page is scrolled to. */
function topOf(element: HTMLElement): number {
  const above = element.offsetParent;
  return element.offsetTop + (above instanceof HTMLElement ? topOf(above) : 0);
}

/** Sets a style on an element unless it has it; nothing is styled in markup. */
function style(element: HTMLElement, name: 'height' | 'transform', value: string): void {
  if (element.style[name] !== value) element.style[name] = value;
}

/** Makes the list as high as all its rows, and puts each row that is there where it begins; `starts` in pixels. */
function spread(list: HTMLElement | null, height: number | null, starts: readonly (number | null)[]): void {
  if (!list) return;
  style(list, 'height', height === null ? '' : `${height}px`);
  for (const [at, row] of [...list.children].entries()) {
    const start = starts[at] ?? null;
    if (row instanceof HTMLElement) style(row, 'transform', start === null ? '' : `translateY(${start}px)`);
  }
}

/**
 * Rows one below the other in the page's own scroll. Of many only those near the window are there, and the one
 * that holds the focus wherever it is; the place of the rest is kept, so that nothing jumps.
 */
export function LongList({ count, isWhole, rowHeight, keyOf, children }: LongListProps) {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const [usual, setUsual] = useState<number | null>(null);
  const isMany = count > fewRows;
  /** It grows from rows that all stand there: none of them is taken away before their height is known. */
  const [wasFew, setWasFew] = useState(!isMany);
  const isLong = isMany && usual !== null;
  const withFocus = (range: Range): number[] => {
    const focused = list?.contains(document.activeElement)
      ? document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index']
      : undefined;
    const near = defaultRangeExtractor(range);
    const at = focused === undefined ? -1 : Number.parseInt(focused, 10);
    return at < 0 || at >= count || near.includes(at) ? near : [...near, at].toSorted((one, other) => one - other);
  };
  // Nothing here is memoized: no compiler of React runs over this page, and what it gives goes to no other component.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count,
    enabled: isLong,
    // Until it is measured: of a window without height no row would stand there for a moment, and a focus would be lost.
    initialRect: { width: 0, height: window.innerHeight },
    estimateSize: () => usual ?? rowHeight,
    overscan: beyond,
    rangeExtractor: withFocus,
    scrollMargin: isLong && list ? topOf(list) : 0,
  });
  const shown = isLong
    ? rows.getVirtualItems().map(({ index, start }) => ({ index, start: start - rows.options.scrollMargin }))
    : Array.from({ length: isMany && !wasFew ? seenFirst : count }, (_, index) => ({ index, start: null }));
  useLayoutEffect(() => {
    if (!isMany) {
      // When it grows again, its rows stand there again.
      setWasFew(true);
      setUsual(null);
    } else if (usual === null && list) setUsual(usualHeight(list) || rowHeight);
  }, [isMany, usual, list, rowHeight]);
  useLayoutEffect(() => {
    // Rows that are about to be placed hold no list open: without its height the page would be scrolled up meanwhile.
    const held = () => (isMany && list ? list.offsetHeight : null);
    spread(
      list,
      isLong ? rows.getTotalSize() : held(),
      shown.map(({ start }) => start),
    );
  });
  return (
    <ul ref={setList} className={isLong ? css['long'] : css['short']}>
      {shown.map(({ index }) => (
        <li
          key={keyOf(index)}
          ref={isLong ? rows.measureElement : undefined}
          data-index={index}
          className={css['row']}
          aria-setsize={isWhole ? count : -1}
          aria-posinset={index + 1}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  );
}

import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { use, useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { scrolled } from './scrolled.ts';
import { Senses } from './senses.ts';
import css from './tail-list.module.css';

/** Rows that stand ready beyond the edges, for the keyboard to go on to. */
const beyond = 8;
/** As near to an end counts as being there, in pixels; and as near to one of the window's, that others are taken in. */
const near = 48;
const nearEdge = 400;
/** Rows that are laid out at once, and by how many the window moves: what is scrolled costs the same however many there are. */
const most = 400;
const step = 200;

interface TailListProps {
  label: string;
  count: number;
  /** Whether these are all: a reader is told how many there are only then. */
  isWhole: boolean;
  /** Height of most rows in pixels, until they have been seen. */
  rowHeight: number;
  /** Of rows further down a higher one; and the same function for the same rows. */
  keyOf: (at: number) => number;
  /** The row that it opens at; its end without one. */
  opensAt: number | undefined;
  /** Another number: a row came that the person has put there, and they are taken to the end, where it stands. */
  ownRow: number | undefined;
  /** Whether somebody stands at its end, told as often as they scroll, and when it does not need to be scrolled. */
  onEnd: (isThere: boolean) => void;
  onNearStart: () => void;
  children: (at: number) => ReactNode;
}

/** Sets a style on an element unless it has it; nothing is styled in markup. */
function style(element: HTMLElement | null, name: 'height' | 'transform', value: string): void {
  if (element && element.style[name] !== value) element.style[name] = value;
}

/** Behind which row the window ends, by its key: at the end of all without one. */
const endOf = (count: number, keyOf: (at: number) => number, last: number | null): number => {
  if (last === null) return count;
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (keyOf(middle) > last) to = middle;
    else from = middle + 1;
  }
  return from;
};

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
  ownRow,
  onEnd,
  onNearStart,
  children,
}: TailListProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const [isPlaced, setPlaced] = useState(false);
  const ownBefore = useRef(ownRow);
  const tells = use(Senses);
  // The last row of the window; none: it ends where the rows do, and goes on with them.
  const [last, setLast] = useState(() =>
    opensAt !== undefined && count - opensAt > most ? keyOf(opensAt + step) : null,
  );
  const to = endOf(count, keyOf, last);
  const from = Math.max(0, to - most);
  const keyInWindow = useCallback((at: number) => keyOf(from + at), [keyOf, from]);
  const withFocus = (range: Range): number[] => {
    const focused = list?.contains(document.activeElement)
      ? document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index']
      : undefined;
    const rows = defaultRangeExtractor(range);
    const at = focused === undefined ? -1 : Number.parseInt(focused, 10);
    return at < 0 || at >= to - from || rows.includes(at) ? rows : [...rows, at].toSorted((one, two) => one - two);
  };
  // Nothing here is memoized: no compiler of React runs over this page, and what it gives goes to no other component.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: to - from,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: keyInWindow,
    overscan: beyond,
    rangeExtractor: withFocus,
    // Rows that have not been seen may seem to end where they begin: nobody is kept there while they are taken to a row.
    anchorTo: isPlaced || opensAt === undefined ? 'end' : 'start',
    followOnAppend: last === null,
    scrollEndThreshold: near,
  });
  // A row above the place becomes another height when earlier ones come: the place is kept then, too, that somebody came to by
  // scrolling up.
  useLayoutEffect(() => {
    rows.shouldAdjustScrollPositionOnItemSizeChange = ({ start, end, key }, _, { itemSizeCache, scrollOffset }) => {
      const top = scrollOffset ?? 0;
      return itemSizeCache.has(key) ? end <= top : start < top;
    };
  }, [rows]);
  const shown = rows.getVirtualItems();
  const height = rows.getTotalSize();
  /** Whether what is in sight is as high as it is taken for, and the list too: before that nobody has seen it. */
  const isLaidOut = ({ scrollTop, clientHeight }: HTMLElement): boolean => {
    const seen = shown.flatMap(({ start, end, size }, at) =>
      end > scrollTop && start < scrollTop + clientHeight
        ? [Math.abs(((list?.children[at] as HTMLElement | undefined)?.offsetHeight ?? 0) - size) < 2]
        : [],
    );
    return seen.length > 0 && !seen.includes(false) && height === rows.getTotalSize();
  };
  const { scrollOffset: place } = rows;
  useLayoutEffect(() => {
    for (const [at, row] of [...(list?.children ?? [])].entries())
      style(row as HTMLElement, 'transform', `translateY(${shown[at]?.start ?? 0}px)`);
  });
  // Where the window ends near whoever scrolls, it takes in what stands beyond. By the place in the list and not that of
  // the element: a finger may keep it from being moved.
  useLayoutEffect(() => {
    if (!scroller || !isPlaced || scroller.clientHeight === 0) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const isUp = from > 0 && (place ?? scrollTop) < nearEdge;
    const isDown = to < count && scrollHeight - scrollTop - clientHeight < nearEdge;
    if (isUp === isDown) return;
    const end = isUp ? Math.max(to - step, most) : Math.min(to + step, count);
    // Whoever stood in a row that leaves stands in the list.
    const focused = scroller.querySelector<HTMLElement>('[data-index]:focus-within')?.dataset['index'];
    const at = from + Number(focused);
    if (at >= end || at < end - most) scroller.focus({ preventScroll: true });
    setLast(keyOf(end - 1));
  }, [scroller, isPlaced, from, to, count, keyOf, place, height]);
  // Only then does it follow what comes: taking in the end is no coming.
  useEffect(() => {
    if (last !== null && to === count) setLast(null);
  }, [last, to, count]);
  // What comes into sight on the way becomes another height, and the place another one: it is sought until all of it has its own.
  const seek = () => {
    if (!scroller || isPlaced) return;
    if (opensAt === undefined) {
      rows.scrollToEnd();
      return setPlaced(true);
    }
    const [wanted] = rows.getOffsetForIndex(opensAt - from, 'start') ?? [0];
    if (Math.abs(scroller.scrollTop - wanted) > 1.5) rows.scrollToIndex(opensAt - from, { align: 'start' });
    else if (isLaidOut(scroller)) setPlaced(true);
  };
  useLayoutEffect(seek);
  useLayoutEffect(() => {
    if (ownRow === ownBefore.current || !isPlaced) return;
    // The window has to end where the rows do.
    if (ownRow !== undefined && last !== null) return setLast(null);
    ownBefore.current = ownRow;
    if (ownRow !== undefined) rows.scrollToEnd();
  }, [ownRow, last, rows, isPlaced]);
  // What is short stands at its end without being scrolled.
  useLayoutEffect(() => {
    if (tells && scroller && isPlaced && to === count && isAtEnd(scroller) && isLaidOut(scroller)) onEnd(true);
  });
  return (
    <div
      {...scrolled}
      ref={setScroller}
      className={css['scroller']}
      aria-label={label}
      onScroll={({ currentTarget }) => {
        seek();
        if (!tells) return;
        onEnd(isPlaced && to === count && isAtEnd(currentTarget));
        if (from === 0 && currentTarget.scrollTop < nearEdge) onNearStart();
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
            aria-posinset={from + index + 1}
          >
            {children(from + index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

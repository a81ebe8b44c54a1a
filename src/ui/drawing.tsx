import css from './drawing.module.css';

export type DrawingName = 'empty' | 'search' | 'offline' | 'lost' | 'lock';

/** Two layers: `ink` are the lines of the thing, `tint` the part that matters. */
const drawings: Record<DrawingName, { ink: string; tint: string; accent: string }> = {
  empty: {
    tint: 'M30 34h60a6 6 0 0 1 6 6v34a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V40a6 6 0 0 1 6-6z',
    ink: 'M30 34h60a6 6 0 0 1 6 6v34a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V40a6 6 0 0 1 6-6zM36 34V24a4 4 0 0 1 4-4h40a4 4 0 0 1 4 4v10M48 27h24M14 80h92',
    accent: 'M96 50H82a7 7 0 0 0 0 14h14M83 57h.5',
  },
  search: {
    tint: 'M54 22a24 24 0 1 1 0 48 24 24 0 0 1 0-48z',
    ink: 'M16 30h10M12 44h12M16 58h10M84 30h20M88 44h14M84 58h8M72 62l22 22',
    accent: 'M54 22a24 24 0 1 1 0 48 24 24 0 0 1 0-48zM44 42h20M44 51h12',
  },
  offline: {
    tint: 'M22 36h28v28H22zM70 36h28v28H70z',
    ink: 'M50 44v-6a4 4 0 0 0-4-4H24a4 4 0 0 0-4 4v24a4 4 0 0 0 4 4h22a4 4 0 0 0 4-4v-6M70 44v-6a4 4 0 0 1 4-4h22a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H74a4 4 0 0 1-4-4v-6M20 50H8M100 50h12',
    accent: 'M50 46h6M50 54h6M64 50h6M58 30l-3-8M63 28l5-7M58 70l-3 8M63 72l5 7',
  },
  lost: {
    tint: 'M36 18h34l16 16v50H36z',
    ink: 'M70 18H40a4 4 0 0 0-4 4v58a4 4 0 0 0 4 4h42a4 4 0 0 0 4-4V34zM70 18v16h16M20 84h16M86 84h14',
    accent: 'M54 50a7 7 0 1 1 9.500 6.500c-2 .8-2.500 2-2.500 4.500M61 70h.5',
  },
  lock: {
    tint: 'M38 44h44a5 5 0 0 1 5 5v30a5 5 0 0 1-5 5H38a5 5 0 0 1-5-5V49a5 5 0 0 1 5-5z',
    ink: 'M38 44h44a5 5 0 0 1 5 5v30a5 5 0 0 1-5 5H38a5 5 0 0 1-5-5V49a5 5 0 0 1 5-5zM14 84h92',
    accent: 'M45 44V32a15 15 0 0 1 30 0v12M60 60a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM60 66v6',
  },
};

/** A small picture for a screen that has nothing else to show. */
export function Drawing({ name }: { name: DrawingName }) {
  const { ink, tint, accent } = drawings[name];
  return (
    <svg className={css['drawing']} viewBox="0 0 120 100" aria-hidden="true">
      <path className={css['tint']} d={tint} />
      <path className={css['ink']} d={ink} />
      <path className={css['accent']} d={accent} />
    </svg>
  );
}

import { useEffect, useId, useRef } from 'react';
import charts from 'virtual:machine-charts';
import { words } from '../../../machines/inspector/inspector.words.ts';
import css from './chart.module.css';
import { useSay } from './use-say.ts';

/** Brings what is lit into the middle of a chart that is larger than its place. */
function reveal(place: HTMLElement | null): void {
  const box = [...(place?.querySelectorAll<SVGGElement>('[data-lit]') ?? [])].at(-1);
  if (!place || !box) return;
  const [outer, inner] = [place.getBoundingClientRect(), box.getBoundingClientRect()];
  place.scrollBy(
    inner.x - outer.x - (outer.width - inner.width) / 2,
    inner.y - outer.y - (outer.height - inner.height) / 2,
  );
}

/** A state and those that it stands in. */
const withParents = (state: string): string[] =>
  state.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'));

/** The chart of a machine as it was drawn when the page was built; the active states are lit. */
export default function Chart({ machine, lit }: { machine: string; lit: readonly string[] }) {
  const say = useSay();
  const tip = useId();
  const place = useRef<HTMLDivElement>(null);
  const shown = [machine, ...lit].join(' ');
  useEffect(() => reveal(place.current), [shown]);
  const chart = charts[machine];
  const on = new Set(lit.flatMap(withParents));
  if (!chart) return <p>{say(words.noChart)}</p>;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css['place']} ref={place} tabIndex={0} role="group" aria-label={say(words.chart)}>
      <svg
        className={css['chart']}
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        width={chart.width}
        height={chart.height}
        role="img"
        aria-label={lit.join(', ')}
      >
        <defs>
          <marker id={tip} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" fill="currentColor" />
          </marker>
        </defs>
        {chart.boxes.map(({ state, label, leaf, final, x, y, width, height }) => (
          <g key={state} data-lit={on.has(state) || undefined} data-leaf={leaf || undefined}>
            <rect x={x} y={y} width={width} height={height} rx="6" strokeWidth={final ? 3 : 1} />
            <text x={x + 10} y={y + (leaf ? height / 2 + 4 : 18)}>
              {label}
            </text>
          </g>
        ))}
        {chart.arrows.map(({ line, label, x, y }) => (
          <g key={line + label} className={css['arrow']}>
            <path d={line} markerEnd={`url(#${tip})`} />
            <text x={x} y={y}>
              {label}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

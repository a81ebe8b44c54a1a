import * as React from 'react';
import type { Chart } from './chart.ts';

/** Brings the lit state into the middle of a chart that is larger than its place. */
function reveal(place: HTMLElement | null, lit: readonly string[]): void {
  const box = [...(place?.querySelectorAll<SVGGElement>('[data-lit]') ?? [])].at(-1);
  if (!place || !box || lit.length === 0) return;
  const [outer, inner] = [place.getBoundingClientRect(), box.getBoundingClientRect()];
  place.scrollBy(
    inner.x - outer.x - (outer.width - inner.width) / 2,
    inner.y - outer.y - (outer.height - inner.height) / 2,
  );
}

interface DiagramProps {
  chart: Chart;
  lit: readonly string[];
  links: Record<string, string>;
  /** CSS height of the place that it may scroll in. */
  height: string;
}

/** Draws a chart; the states in `lit` are lit, and a state that has a story leads to it. */
export function Diagram({ chart, lit, links, height }: DiagramProps) {
  const on = new Set(lit.flatMap((state) => state.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))));
  const tip = React.useId();
  return (
    <div style={{ overflow: 'auto', height, maxHeight: chart.height }} ref={(place) => reveal(place, lit)}>
      <svg
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        width={chart.width}
        height={chart.height}
        style={{ font: '12px sans-serif', color: 'inherit' }}
        role="group"
        aria-label="states"
      >
        <defs>
          <marker id={tip} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" fill="currentColor" />
          </marker>
        </defs>
        {chart.boxes.map(({ state, label, leaf, final, depth, x, y, width, height }) => {
          const isLit = on.has(state);
          const box = (
            <g key={state} data-lit={isLit || undefined}>
              <rect
                x={x}
                y={y}
                width={width}
                height={height}
                rx="6"
                fill={isLit ? '#ffd666' : 'currentColor'}
                fillOpacity={isLit ? (leaf ? 1 : 0.35) : depth % 2 === 0 ? 0.03 : 0.06}
                stroke="currentColor"
                strokeWidth={final ? 3 : 1}
              />
              <text x={x + 10} y={y + (leaf ? height / 2 + 4 : 18)} fill={isLit && leaf ? '#332200' : 'currentColor'}>
                {label}
              </text>
            </g>
          );
          return links[state] ? (
            <a key={state} href={`./?path=/story/${links[state]}`} target="_top">
              {box}
            </a>
          ) : (
            box
          );
        })}
        {chart.arrows.map(({ line, label, x, y }) => (
          <g key={line + label}>
            <path d={line} fill="none" stroke="currentColor" strokeOpacity="0.6" markerEnd={`url(#${tip})`} />
            <text x={x} y={y} fontSize="11" fill="currentColor">
              {label}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

import * as React from 'react';
import type { Language } from '../../machines/paths/words.ts';
import type { Box, Chart } from './chart.ts';

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

interface LabelProps {
  box: Box;
  isLit: boolean;
  language: Language;
}

/** What the model calls a state, and below it what the chart does; a state that holds others has its own name alone. */
function Label({ box: { label, title, leaf, x, y, height }, isLit, language }: LabelProps) {
  const fill = isLit && leaf ? '#332200' : 'currentColor';
  const words = leaf ? title?.[language] : undefined;
  if (words === undefined)
    return (
      <text x={x + 10} y={y + (leaf ? height / 2 + 4 : 18)} fill={fill}>
        {label}
      </text>
    );
  return (
    <>
      <text x={x + 10} y={y + 19} fill={fill} fontWeight="600">
        {words}
      </text>
      <text x={x + 10} y={y + 35} fill={fill} fillOpacity="0.75" fontSize="10.5">
        {label}
      </text>
    </>
  );
}

type LinkProps = Pick<React.AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'onClick'>;

interface DiagramProps {
  chart: Chart;
  lit: readonly string[];
  links: Record<string, string>;
  /** CSS height of the place that it may scroll in. */
  height: string;
  language?: Language;
  /** The way to a story within the gallery; its plain address otherwise. */
  linkTo?: (story: string) => LinkProps;
}

const plainLink = (story: string): LinkProps => ({ href: `./?path=/story/${story}`, target: '_top' });

/** Draws a chart; the states in `lit` are lit, and a state that has a story leads to it. */
export function Diagram({ chart, lit, links, height, language = 'en', linkTo = plainLink }: DiagramProps) {
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
        {chart.boxes.map((placed) => {
          const { state, leaf, final, depth, x, y, width, height } = placed;
          const isLit = on.has(state);
          const story = links[state];
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
              <Label box={placed} isLit={isLit} language={language} />
            </g>
          );
          if (story === undefined) return box;
          return (
            <a key={state} {...linkTo(story)}>
              {box}
            </a>
          );
        })}
        {chart.arrows.map(({ line, label, title, x, y }) => (
          <g key={line + label}>
            <path d={line} fill="none" stroke="currentColor" strokeOpacity="0.6" markerEnd={`url(#${tip})`} />
            <text x={x} y={y} fontSize="11" fill="currentColor">
              {title && <title>{label}</title>}
              {title?.[language] ?? label}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

import type { Step } from '../../machines/paths/world.ts';
import type { Chart } from './chart.ts';

/** Words between a story and the panel beside it. */
export const happened = 'gallery/happened';
export const wanted = 'gallery/wanted';

/** A story tells where its machine stands, and what may happen next. */
export interface Happened {
  states: string[];
  next: { step: Step; words: string }[];
}

/** What a story says about itself in its parameters. */
export interface About {
  way: string[];
  states: string[];
  chart: Chart;
  links: Record<string, string>;
}

import type { Words } from '../../machines/model.ts';
import type { Language } from '../../machines/paths/words.ts';
import type { Step } from '../../machines/paths/world.ts';
import type { Chart } from './chart.ts';

/** Words between a story and the panel beside it. */
export const happened = 'gallery/happened';
export const wanted = 'gallery/wanted';

/** What the panel asks for: a step more, a step less, or the story as it was. */
export type Wish = { step: Step } | 'back' | 'again';

/** A story tells where its machine stands, what it holds, and what may happen next. */
export interface Happened {
  /** Id of the story that speaks. */
  story: string;
  states: string[];
  /** What has happened since the story was opened, the oldest first. */
  since: Words[];
  next: { step: Step; words: Words }[];
  /** By path below the machine of the story, `''` for itself: states and context, plain data as JSON. */
  machines: string;
}

/** What a story says about itself in its parameters. */
export interface About {
  way: Record<Language, string[]>;
  states: string[];
  chart: Chart;
  /** State to the story that shows it. */
  links: Record<string, string>;
}

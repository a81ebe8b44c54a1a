import type { Model } from '../../machines/model.ts';
import { Page } from '../frame.tsx';
import type { View } from '../views.ts';
import type { Chart } from './chart.ts';
import { Live } from './driven.tsx';
import type { About } from './panel-words.ts';
import type { Placed } from './story-files.ts';

/** A machine with its screen and its stories; `links` lead from a state to the story that shows it. */
export interface Part {
  model: Model;
  view: View;
  stops: Placed[];
  chart: Chart;
  links: Record<string, string>;
}

/** A story of one stop. */
export const storyOf = ({ model, view, chart, links }: Part, stop: Placed) => ({
  parameters: {
    gallery: { way: stop.way, states: stop.states, chart, links } satisfies About,
    docs: { description: { story: `${stop.name.ru}: ${stop.way.ru.join(' → ')}` } },
  },
  render: () => (
    <Page>
      <Live model={model} stop={stop} view={view} />
    </Page>
  ),
});

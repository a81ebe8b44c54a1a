import { useEffect, useState } from 'react';
import { GLOBALS_UPDATED } from 'storybook/internal/core-events';
import { addons } from 'storybook/preview-api';
import type { Model } from '../../machines/model.ts';
import { statesOf } from '../../machines/paths/seen.ts';
import { nextSteps, take, walk } from '../../machines/paths/steps.ts';
import { stepWords, titleOf } from '../../machines/paths/words.ts';
import type { Step, World } from '../../machines/paths/world.ts';
import { Cell, Page } from '../frame.tsx';
import type { View } from '../views.ts';
import { speak } from '../words.ts';
import type { Chart } from './chart.ts';
import { Diagram } from './diagram.tsx';
import { happened, wanted, type Happened } from './panel-words.ts';
import type { Named } from './story-names.ts';
import css from './story.module.css';

/** What the panel beside a story is told: where the machine stands, and what may happen next. */
const newsOf = (model: Model, world: World): Happened => ({
  states: statesOf(world.actor),
  next:
    world.actor.getSnapshot().status === 'active'
      ? nextSteps(model, world).map((step) => ({ step, words: stepWords(model, step) }))
      : [],
});

/** The panel's buttons: what a call answers, that time passes, what a person says elsewhere. */
function listenToPanel(model: Model, world: World): () => void {
  const channel = addons.getChannel();
  const tell = () => channel.emit(happened, newsOf(model, world));
  const onWanted = (step: Step) => take(model, world, step);
  const { unsubscribe } = world.actor.subscribe({ next: tell, complete: tell, error: tell });
  channel.on(wanted, onWanted);
  tell();
  return () => {
    unsubscribe();
    channel.off(wanted, onWanted);
  };
}

interface Showing {
  model: Model;
  stop: Named;
  view: View;
}

/** The view of a machine that was driven to the stop; its leaves wait, its clock stands still. */
function Driven({ model, stop, view: View, live = false }: Showing & { live?: boolean }) {
  const [world, setWorld] = useState<World>();
  useEffect(() => {
    const made = walk(model, stop.path);
    const silence = live ? listenToPanel(model, made) : undefined;
    setWorld(made);
    return () => {
      silence?.();
      made.stop();
    };
  }, [model, stop, live]);
  return world && <View actor={world.actor} />;
}

/** A story of one stop; `links` lead from a state to the story that shows it. */
export const storyOf = (model: Model, view: View, stop: Named, chart: Chart, links: Record<string, string>) => ({
  parameters: {
    gallery: { way: stop.way, states: stop.states, chart, links },
    docs: { description: { story: `${titleOf(model, stop.states, 'ru')}: ${stop.way.join(' → ')}` } },
  },
  render: () => (
    <Page>
      <Driven model={model} stop={stop} view={view} live />
    </Page>
  ),
});

/** Language and theme as the toolbar has them: a page of docs gets no loaders and no decorators. */
function useToolbar(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const apply = ({ globals: { locale, theme } }: { globals: Partial<Record<string, string>> }): void => {
      document.documentElement.dataset['theme'] = theme === 'dark' ? 'dark' : 'light';
      void speak(locale === 'en' ? 'en' : 'ru').then(() => setReady(true));
    };
    const asked = new URLSearchParams(location.search).get('globals') ?? '';
    apply({ globals: Object.fromEntries(asked.split(';').map((pair) => pair.split(':') as [string, string])) });
    const channel = addons.getChannel();
    channel.on(GLOBALS_UPDATED, apply);
    return () => channel.off(GLOBALS_UPDATED, apply);
  }, []);
  return isReady;
}

/** Every stop of a model on one page. */
export const sheetOf = (model: Model, view: View, stops: Named[], chart: Chart, links: Record<string, string>) =>
  function Sheet() {
    const isReady = useToolbar();
    return (
      <div className={`sb-unstyled ${css['sheet']}`} hidden={!isReady}>
        <h1>{model.title.en}</h1>
        <Diagram chart={chart} lit={[]} links={links} height="60vh" />
        <div className={css['cells']}>
          {stops.map((stop) => (
            <figure key={stop.exportName}>
              <figcaption title={stop.way.join(' → ')}>
                <b>{stop.name}</b>
              </figcaption>
              <Cell>
                <Driven model={model} stop={stop} view={view} />
              </Cell>
            </figure>
          ))}
        </div>
      </div>
    );
  };

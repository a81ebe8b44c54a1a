import { cleanup, render } from 'vitest-browser-react';
import type { Model } from '../../machines/model.ts';
import { walk } from '../../machines/paths/steps.ts';
import { statesOf } from '../../machines/paths/seen.ts';
import { findStops } from '../../machines/paths/stops.ts';
import { Page } from '../../stories/frame.tsx';
import { namesOf, type Named } from '../../stories/gallery/story-names.ts';
// What a screen loads on demand is there by now: a story is read as it stands when all of it has come.
import '../../src/features/inspector/chart.tsx';
import '../../src/ui/drawing.tsx';
import { Senses } from '../../src/ui/senses.ts';
import type { View } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';
import { outlineOf } from './outline.ts';

/** One story as it reads in Russian. */
export interface Outline {
  name: string;
  lines: string[];
}

const known = new Map<Model, Named[]>();
/** The stories of a model; looked for once. */
const storiesOf = (model: Model): Named[] => {
  const stories = known.get(model) ?? namesOf(model, findStops(model).stops);
  known.set(model, stories);
  return stories;
};

/** ms: long enough for a piece of the screen that is loaded on demand, and to believe that a screen stands still. */
const patience = { wanted: 500, still: 400 };

/** How a story was kept, and whether it is asked what it says now: what reads otherwise then has to stand still. */
export interface Wanted {
  kept: ReadonlyMap<string, string[]>;
  keeping: boolean;
}

/** The lines of a screen when they are what was wanted; else after a while, or when they have stood still. */
async function settled(
  read: () => string[],
  wanted: readonly string[] | undefined,
  keeping: boolean,
): Promise<string[]> {
  let lines = read();
  const longest = keeping ? patience.still : patience.wanted;
  for (let since = performance.now(); performance.now() - since < longest;) {
    if (lines.join('\n') === wanted?.join('\n')) return lines;
    await new Promise((done) => setTimeout(done, 20));
    const now = read();
    if (keeping && now.join('\n') !== lines.join('\n')) since = performance.now();
    lines = now;
  }
  return lines;
}

async function outlined(model: Model, View: View, stop: Named, { kept, keeping }: Wanted): Promise<Outline> {
  const world = walk(model, stop.path);
  try {
    const { container } = await render(
      <Page>
        <Senses value={false}>
          <View actor={world.actor} />
        </Senses>
      </Page>,
    );
    const lines = await settled(() => outlineOf(container), kept.get(stop.name.en), keeping);
    const stands = statesOf(world.actor);
    if (stands.join() !== stop.states.join())
      throw new Error(`${stop.name.en}: its screen went on by itself, to ${stands.join(' & ')}`);
    return { name: stop.name.en, lines };
  } finally {
    await cleanup();
    world.stop();
  }
}

/** Each story of a model as it reads, one after the other. One that reads as it was kept costs no waiting: there are thousands. */
export async function* outlinesOf(model: Model, view: View, wanted: Wanted): AsyncGenerator<Outline> {
  await speak('ru');
  for (const stop of storiesOf(model)) yield outlined(model, view, stop, wanted);
}

export const outlinesText = (model: Model, outlines: readonly Outline[]): string =>
  `${[`# ${model.name}: ${model.title.en}`, ...outlines.map(({ name, lines }) => [`== ${name}`, ...lines].join('\n'))].join('\n\n')}\n`;

/** `sign-in by code` is kept in `sign-in-by-code.txt`. */
export const fileName = (name: string): string => `${name.replaceAll(' ', '-')}.txt`;

export const readOutlines = (text: string): Map<string, string[]> =>
  new Map(
    text
      .split(/^== /m)
      .slice(1)
      .map((part) => part.trimEnd().split('\n'))
      .map(([name = '', ...lines]) => [name, lines]),
  );

/** The first story that does not read as it was kept, with the lines that are gone and new. */
export async function changedStory(
  model: Model,
  view: View,
  kept: ReadonlyMap<string, string[]>,
): Promise<string | null> {
  const left = new Set(kept.keys());
  for await (const { name, lines } of outlinesOf(model, view, { kept, keeping: false })) {
    left.delete(name);
    const was = kept.get(name);
    if (!was) return `${name}: nothing is kept of it`;
    if (was.join('\n') === lines.join('\n')) continue;
    const gone = was.filter((line) => !lines.includes(line)).map((line) => `- ${line}`);
    const come = lines.filter((line) => !was.includes(line)).map((line) => `+ ${line}`);
    return [`${name}:`, ...(gone.length + come.length > 0 ? [...gone, ...come] : ['in another order'])].join('\n');
  }
  const [gone] = left;
  return gone === undefined ? null : `${gone}: it is kept, and is not there`;
}

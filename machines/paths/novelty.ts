import { statesOf } from './seen.ts';
import { textOf, writer } from './text-of.ts';
import type { World } from './world.ts';

/**
 * How much must be new about a moment for a search to go on from it. Each kind sees more than the one before and costs
 * more: every state alone; every two at once; all of them together with so many different contents of their contexts.
 */
export type Novelty = 'states' | 'pairs' | number;
const sharp = 32;
export const novelties: readonly Novelty[] = ['states', 'pairs', 1, 4, sharp];

/** What of a world can be new; it outlives the moment. */
export interface Moment {
  places: string[];
  /** Every two of them. */
  pairs(): string[];
  /** All of them at once, and how many timers run. */
  whole(): string;
  /** What the contexts hold, with moments in time told apart. */
  sharp(): string;
  /** The same without. */
  blurred(): string;
}

/** What a search has noticed so far; asking whether a moment is new takes note of it. */
export interface Memory {
  /** `besides`: what else tells it from another, such as the facet of a model. */
  isNew(moment: Moment, besides?: string): boolean;
}

const pairsOf = (words: string[]): string[] =>
  words.flatMap((one, at) => words.slice(at + 1).map((other) => `${one} & ${other}`));

function placesOf(world: World): string[] {
  const machines = [...world.machines()];
  if (machines.length === 0) return [`ended ${statesOf(world.actor).join()}`];
  return [
    ...machines.flatMap(([path, actor]) => statesOf(actor).map((state) => `${path}:${state}`)),
    ...world.leaves().map(({ path }) => `${path}?`),
  ];
}

/** Moments in time are many and seldom matter: only the sharpest kind tells them apart. */
const blur = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && value > 10_000 ? 'a moment' : value;

const blurredText = writer(blur);

export function momentOf(world: World): Moment {
  const contexts = [...world.machines().values()].map((actor): unknown => actor.getSnapshot().context);
  const places = placesOf(world);
  const timers = world.clock.waiting();
  return {
    places,
    pairs: once(() => pairsOf(places)),
    whole: once(() => `${places.toSorted().join()} ${timers}`),
    sharp: once(() => contexts.map(textOf).join()),
    blurred: once(() => contexts.map(blurredText).join()),
  };
}

/** Searches come by a moment again and again. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

export function createMemory(novelty: Novelty): Memory {
  const noticed = new Set<string>();
  const held = new Map<string, Set<string>>();
  const isNewWord = (word: string): boolean => noticed.size < noticed.add(word).size;
  const isNewContent = (most: number, whole: string, contents: () => string): boolean => {
    const before = held.get(whole) ?? new Set();
    if (before.size >= most) return false;
    const now = contents();
    if (before.has(now)) return false;
    held.set(whole, before.add(now));
    return true;
  };
  if (novelty === 'states' || novelty === 'pairs')
    return {
      isNew: ({ places, pairs }) => {
        const words = novelty === 'states' ? places : [...places, ...pairs()];
        return words.filter(isNewWord).length > 0;
      },
    };
  return {
    isNew: ({ whole, sharp: exact, blurred }, besides = '') =>
      isNewContent(novelty, `${whole()} ${besides}`, novelty >= sharp ? exact : blurred),
  };
}

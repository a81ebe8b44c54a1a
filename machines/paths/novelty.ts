import { statesOf } from './seen.ts';
import type { World } from './world.ts';

/**
 * How much must be new about a moment for a search to go on from it. Each kind sees more than the one before and costs
 * more: every state alone; every two at once; all of them together with so many different contents of their contexts.
 */
export type Novelty = 'states' | 'pairs' | number;
const sharp = 32;
export const novelties: readonly Novelty[] = ['states', 'pairs', 1, 4, sharp];

/** What of a world can be new, as plain data: it outlives the world. */
export interface Moment {
  places: string[];
  timers: number;
  /** What the contexts hold, with moments in time told apart and without. */
  sharp: string;
  blurred: string;
}

/** What a search has noticed so far; asking whether a moment is new takes note of it. */
export interface Memory {
  isNew(world: World): boolean;
  isNewMoment(moment: Moment): boolean;
}

const pairs = (words: string[]): string[] =>
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

const contentsOf = (world: World, isSharp: boolean): string =>
  [...world.machines().values()]
    .map((actor) => JSON.stringify(actor.getSnapshot().context, isSharp ? undefined : blur))
    .join();

export const momentOf = (world: World): Moment => ({
  places: placesOf(world),
  timers: world.clock.waiting(),
  sharp: contentsOf(world, true),
  blurred: contentsOf(world, false),
});

/** `besides` names what else tells two moments apart, such as the facet of a model. */
export function createMemory(novelty: Novelty, besides: (world: World) => string = () => ''): Memory {
  const noticed = new Set<string>();
  const held = new Map<string, Set<string>>();
  const isNewWord = (word: string): boolean => noticed.size < noticed.add(word).size;
  const areNewPlaces = (places: string[]): boolean => {
    const words = novelty === 'states' ? places : [...places, ...pairs(places)];
    return words.filter(isNewWord).length > 0;
  };
  const isNewContent = (most: number, whole: string, now: string): boolean => {
    const before = held.get(whole) ?? new Set();
    if (before.has(now) || before.size >= most) return false;
    held.set(whole, before.add(now));
    return true;
  };
  const wholeOf = (places: string[], timers: number, more: string) => `${places.toSorted().join()} ${timers} ${more}`;
  if (novelty === 'states' || novelty === 'pairs')
    return {
      isNew: (world) => areNewPlaces(placesOf(world)),
      isNewMoment: ({ places }) => areNewPlaces(places),
    };
  const isSharp = novelty >= sharp;
  return {
    isNew: (world) =>
      isNewContent(
        novelty,
        wholeOf(placesOf(world), world.clock.waiting(), besides(world)),
        contentsOf(world, isSharp),
      ),
    isNewMoment: ({ places, timers, sharp: exact, blurred }) =>
      isNewContent(novelty, wholeOf(places, timers, ''), isSharp ? exact : blurred),
  };
}

import { statesOf } from './seen.ts';
import type { World } from './world.ts';

/**
 * How much must be new about a moment for a search to go on from it. Each kind sees more than the one before and costs
 * more: every state alone; every two at once; all of them together with so many different contents of their contexts.
 */
export type Novelty = 'states' | 'pairs' | number;
const sharp = 32;
export const novelties: readonly Novelty[] = ['states', 'pairs', 1, 4, sharp];

/** What a search has noticed so far; asking whether a moment is new takes note of it. */
export interface Memory {
  isNew(world: World): boolean;
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

const contents = (world: World, novelty: number): string =>
  [...world.machines().values()]
    .map((actor) => JSON.stringify(actor.getSnapshot().context, novelty < sharp ? blur : undefined))
    .join();

/** `besides` names what else tells two moments apart, such as the facet of a model. */
export function createMemory(novelty: Novelty, besides: (world: World) => string = () => ''): Memory {
  const noticed = new Set<string>();
  const held = new Map<string, Set<string>>();
  const isNewWord = (word: string): boolean => noticed.size < noticed.add(word).size;
  if (novelty === 'states' || novelty === 'pairs')
    return {
      isNew(world) {
        const places = placesOf(world);
        const words = novelty === 'states' ? places : [...places, ...pairs(places)];
        return words.filter(isNewWord).length > 0;
      },
    };
  return {
    isNew(world) {
      const whole = `${placesOf(world).sort().join()} ${world.clock.waiting()} ${besides(world)}`;
      const before = held.get(whole) ?? new Set();
      const now = contents(world, novelty);
      if (before.has(now) || before.size >= novelty) return false;
      held.set(whole, before.add(now));
      return true;
    },
  };
}

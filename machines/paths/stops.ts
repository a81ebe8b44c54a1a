import type { AnyMachineSnapshot } from 'xstate';
import { together, type Model } from '../model.ts';
import { createMemory, momentOf } from './novelty.ts';
import { facetsOf, statesIn } from './seen.ts';
import { longer, standAt, waitFrom, type Stand } from './stand.ts';
import { isUnmoved, nextSteps, start, take, type Path } from './steps.ts';
import { pairsOfRegions, standingStates, stateName } from './universe.ts';
import type { World } from './world.ts';

/** A moment worth looking at, and a shortest way to it. */
export interface Stop {
  /** The atomic and final states that are active there, sorted. */
  states: string[];
  /** What the model's facet says there, part by part. */
  facets: string[];
  path: Path;
}

export interface Stops {
  /** The nearest first; stops that stand in the same states one after the other. */
  stops: Stop[];
  /** States, and pairs of states in two regions (`clipboard.idle & line.quiet`), that no way was found to. */
  missing: string[];
  /** States and pairs that the model calls unreachable, and that were reached. */
  reachedAfterAll: string[];
}

/** How many stops one state may have, so that a wide facet does not become a wall of pictures. */
const enough = 6;

/** What a moment shows: its states, every two of them, and each state with each part of the facet. */
const worthOf = (states: string[], facets: string[]): string[] => [
  ...states.flatMap((state, at) => [state, ...states.slice(at + 1).map((other) => together(state, other))]),
  ...states.flatMap((state) => facets.map((facet) => `${state} # ${facet}`)),
];

/**
 * A stop for every state of the model's machine, for every two states that are active at once (regions pairwise), and
 * again for each facet; breadth first from every input, so that no way is longer than it need be.
 */
export function findStops(model: Model, budget = 6000): Stops {
  const known = new Set<string>();
  const shown = new Map<string, number>();
  const stops: Stop[] = [];
  const canBe = (state: string) => !model.states[state]?.unreachable;
  const pairs = pairsOfRegions(model.machine).filter(({ states }) => states.every(canBe));
  const isExcused = (id: string) => model.unreachable?.[id] !== undefined;
  const wanted = new Set([
    ...standingStates(model.machine).map(stateName).filter(canBe),
    ...pairs.map(({ id }) => id).filter((id) => !isExcused(id)),
  ]);

  for (const novelty of [8, 32]) {
    const memory = createMemory(novelty);
    const afterWaits = createMemory(1);
    let left = budget;
    const queue: Stand[] = [];
    const arrive = (path: Path, world: World, isNew: (facets: string[]) => boolean): Stand => {
      left -= 1;
      const stand = standAt(model, path, world);
      const snapshot = world.actor.getSnapshot() as AnyMachineSnapshot;
      if (snapshot.status === 'error') return stand;
      const states = statesIn(snapshot);
      const facets = facetsOf(model, snapshot);
      const worth = worthOf(states, facets).filter((word) => !known.has(word));
      const here = states.join();
      if (worth.length > 0 && (shown.get(here) ?? 0) < enough) {
        stops.push({ states, facets, path });
        shown.set(here, (shown.get(here) ?? 0) + 1);
      }
      for (const word of worth) {
        known.add(word);
        wanted.delete(word);
      }
      if (isNew(facets)) queue.push(stand);
      return stand;
    };
    const go = (path: Path, world: World) =>
      arrive(path, world, (facets) => memory.isNew(momentOf(world), facets.join()));
    const wait = (path: Path, world: World) => arrive(path, world, () => afterWaits.isNew(momentOf(world)));

    for (const input of Object.keys(model.inputs)) go({ input, steps: [] }, start(model, input));
    for (let stand = queue.shift(); stand && left > 0; stand = queue.shift()) {
      for (const step of nextSteps(model, stand.again())) {
        const world = stand.again();
        take(model, world, step);
        if (!isUnmoved(world, step)) go(longer(stand.path, step), world);
      }
      for (const _stand of waitFrom(model, stand, wait));
    }
    if (wanted.size === 0) break;
  }
  const inOrder = [...Map.groupBy(stops, ({ states }) => states.join()).values()].flat();
  return {
    stops: inOrder,
    missing: [...wanted],
    reachedAfterAll: [
      ...Object.keys(model.states).filter((state) => !canBe(state) && known.has(state)),
      ...pairs.map(({ id }) => id).filter((id) => isExcused(id) && known.has(id)),
    ],
  };
}

const showsItself = ({ states }: Model, state: string): boolean =>
  states[state]?.unseen === undefined && states[state]?.silent === undefined;

/** The stops at which the model's own view shows something: one state of them at least does. */
export const onScreen = (model: Model, stops: readonly Stop[]): Stop[] =>
  stops.filter(({ states }) => states.some((state) => showsItself(model, state)));

/** States of a model's view that no stop shows, and that say no reason why. */
export function withoutStory(model: Model, stops: readonly Stop[]): string[] {
  const shown = new Set(onScreen(model, stops).flatMap(({ states }) => states));
  return standingStates(model.machine)
    .map(stateName)
    .filter((state) => {
      const { unseen, silent, unreachable } = model.states[state] ?? {};
      return !shown.has(state) && (unseen ?? silent ?? unreachable) === undefined;
    });
}

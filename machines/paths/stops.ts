import type { AnyMachineSnapshot } from 'xstate';
import type { Model } from '../model.ts';
import { createMemory } from './novelty.ts';
import { facetsOf, statesIn } from './seen.ts';
import { nextSteps, take, waitOn, walk, type Path } from './steps.ts';
import { standingStates, stateName } from './universe.ts';
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
  stops: Stop[];
  /** States that no way was found to. */
  missing: string[];
}

/** How many stops one state may have, so that a wide facet does not become a wall of pictures. */
const enough = 6;

/** What a moment shows: its states, every two of them, and each state with each part of the facet. */
const worthOf = (states: string[], facets: string[]): string[] => [
  ...states.flatMap((state, at) => [state, ...states.slice(at + 1).map((other) => `${state} & ${other}`)]),
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
  const wanted = new Set(
    standingStates(model.machine)
      .map(stateName)
      .filter((state) => !model.states[state]?.unreachable),
  );

  for (const novelty of [8, 32]) {
    const memory = createMemory(novelty, (world) =>
      facetsOf(model, world.actor.getSnapshot() as AnyMachineSnapshot).join(),
    );
    let left = budget;
    const queue: Path[] = [];
    const afterWaits = createMemory(1);
    const arrive = (path: Path, world: World, heeded = memory): void => {
      left -= 1;
      const snapshot = world.actor.getSnapshot() as AnyMachineSnapshot;
      if (snapshot.status === 'error') return;
      const states = statesIn(snapshot);
      const facets = facetsOf(model, snapshot);
      const worth = worthOf(states, facets).filter((word) => !known.has(word));
      const here = states.join();
      if (worth.length > 0 && (shown.get(here) ?? 0) < enough) {
        stops.push({ states, facets, path });
        shown.set(here, (shown.get(here) ?? 0) + 1);
      }
      for (const word of worth) known.add(word);
      for (const state of states) wanted.delete(state);
      if (heeded.isNew(world)) queue.push(path);
    };

    for (const input of Object.keys(model.inputs)) arrive({ input, steps: [] }, walk(model, { input, steps: [] }));
    for (let path = queue.shift(); path && left > 0; path = queue.shift()) {
      const here = walk(model, path);
      for (const step of nextSteps(model, here)) {
        const world = walk(model, path);
        take(model, world, step);
        arrive({ ...path, steps: [...path.steps, step] }, world);
      }
      let waited = path;
      for (const step of waitOn(model, here)) {
        waited = { ...waited, steps: [...waited.steps, step] };
        arrive(waited, here, afterWaits);
      }
    }
    if (wanted.size === 0) break;
  }
  return { stops, missing: [...wanted] };
}

import type { Model } from '../model.ts';
import { reachedIn } from './goals.ts';
import { createMemory } from './novelty.ts';
import { nextSteps, take, waitOn, walk, type Path } from './steps.ts';
import type { Step, World } from './world.ts';

/** So many different contents of one place are gone on from: more than the samples of any field. */
const contents = 24;

interface Options {
  /** What else a world has reached, for goals that are not of the model's own machine. */
  also?: (world: World) => readonly string[];
  /** Whether a step is possible after a path, where not every order of them is. */
  can?: (path: Path, step: Step) => boolean;
  /** How many times a machine may be started. */
  budget?: number;
}

/**
 * A shortest path to each of these goals (`state reviewing`), all found in one search, breadth first from every input.
 * A goal that no path was found to is not in the answer.
 */
export function shortestTo(
  model: Model,
  goals: readonly string[],
  { also = () => [], can = () => true, budget = 3000 }: Options = {},
): Map<string, Path> {
  const found = new Map<string, Path>();
  const memory = createMemory(contents);
  const afterWaits = createMemory(1);
  const queue: Path[] = [];
  let left = budget;

  const arrive = (path: Path, world: World, heeded = memory): void => {
    if (world.actor.getSnapshot().status === 'error') return;
    const reached = new Set([...reachedIn(model, world), ...also(world)]);
    for (const goal of goals) if (!found.has(goal) && reached.has(goal)) found.set(goal, path);
    if (heeded.isNew(world)) queue.push(path);
  };
  const run = (path: Path): World => {
    left -= 1;
    return walk(model, path);
  };
  const longer = (path: Path, step: Step): Path => ({ ...path, steps: [...path.steps, step] });

  for (const input of Object.keys(model.inputs)) arrive({ input, steps: [] }, run({ input, steps: [] }));
  for (let path = queue.shift(); path && left > 0 && found.size < goals.length; path = queue.shift()) {
    const here = run(path);
    for (const step of nextSteps(model, here)) {
      if (!can(path, step)) continue;
      const world = run(path);
      take(model, world, step);
      arrive(longer(path, step), world);
    }
    let waited = path;
    for (const step of waitOn(model, here)) {
      if (!can(waited, step)) break;
      waited = longer(waited, step);
      arrive(waited, here, afterWaits);
    }
  }
  return found;
}

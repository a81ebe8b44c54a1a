import type { Model } from '../model.ts';
import { reachedIn } from './goals.ts';
import { createMemory, momentOf } from './novelty.ts';
import { longer, standAt, waitFrom, type Stand } from './stand.ts';
import { nextSteps, start, take, type Path } from './steps.ts';
import type { Step, World } from './world.ts';

/** So many different contents of one place are gone on from: more than the samples of any field. */
const contents = 24;

interface Options {
  /** What else a world has reached, for goals that are not of the model's own machine. */
  also?: (world: World) => readonly string[];
  /** Whether a step is possible after a path, where not every order of them is. */
  can?: (path: Path, step: Step) => boolean;
  /** How many steps may be tried. */
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
  const queue: Stand[] = [];
  let left = budget;

  const arrive = (path: Path, world: World, heeded = memory): Stand => {
    const stand = standAt(model, path, world);
    if (world.actor.getSnapshot().status === 'error') return stand;
    const reached = new Set([...reachedIn(model, world), ...also(world)]);
    for (const goal of goals) if (!found.has(goal) && reached.has(goal)) found.set(goal, path);
    if (heeded.isNew(momentOf(world))) queue.push(stand);
    return stand;
  };

  for (const input of Object.keys(model.inputs)) {
    left -= 1;
    arrive({ input, steps: [] }, start(model, input));
  }
  for (let stand = queue.shift(); stand && left > 0 && found.size < goals.length; stand = queue.shift()) {
    left -= 1;
    for (const step of nextSteps(model, stand.again())) {
      if (!can(stand.path, step)) continue;
      left -= 1;
      const world = stand.again();
      take(model, world, step);
      arrive(longer(stand.path, step), world);
    }
    for (const _stand of waitFrom(model, stand, (path, world) => arrive(path, world, afterWaits), can));
  }
  return found;
}

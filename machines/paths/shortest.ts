import type { AnyStateMachine } from 'xstate';
import type { Model } from '../model.ts';
import { reachedIn } from './goals.ts';
import { logicOf } from './inside-xstate.ts';
import { createMemory, momentOf } from './novelty.ts';
import { statesOf } from './seen.ts';
import { longer, standAt, waitFrom, type Stand } from './stand.ts';
import { nextSteps, start, take, type Path } from './steps.ts';
import type { Step, World } from './world.ts';

/** So many different contents of one place are gone on from: more than the samples of any field. */
const contents = 24;

/** Whether a step is possible after a path, where not every order of them is; the world stands at the path's end. */
export type Can = (path: Path, step: Step, world: World) => boolean;

interface Options {
  /** What else a world has reached, for goals that are not of the model's own machine. */
  also?: (world: World) => readonly string[];
  can?: Can;
  /** Steps that are tried only where no path without them leads: the path found has as few of them as there may be. */
  lastly?: Can;
  /** What else makes a moment another one, beside states and contents. */
  besides?: (world: World, path: Path) => string;
  /** How many steps may be tried. */
  budget?: number;
}

/** What a search has met. */
export interface Looked {
  /** A shortest path to each goal that has one. */
  found: Map<string, Path>;
  /** How many steps were tried, and whether that was all that is new. */
  tried: number;
  whole: boolean;
  /** States in which a machine has stood, of any machine: `operation reviewing.reading`. */
  stood: ReadonlySet<string>;
}

/** Looks for a shortest path to each of these goals (`state reviewing`), all in one search, breadth first from every input. */
export function lookFor(
  model: Model,
  goals: readonly string[],
  { also = () => [], can = () => true, lastly = () => false, besides = () => '', budget = 3000 }: Options = {},
): Looked {
  const found = new Map<string, Path>();
  const memory = createMemory(contents);
  const afterWaits = createMemory(1);
  const queue: Stand[] = [];
  const stood = new Set<string>();
  let left = budget;

  const arrive = (path: Path, world: World, heeded = memory): Stand => {
    const stand = standAt(model, path, world);
    if (world.actor.getSnapshot().status === 'error') return stand;
    for (const actor of world.machines().values())
      for (const state of statesOf(actor)) stood.add(`${(logicOf(actor) as AnyStateMachine).id} ${state}`);
    const reached = new Set([...reachedIn(model, world), ...also(world)]);
    for (const goal of goals) if (!found.has(goal) && reached.has(goal)) found.set(goal, path);
    if (heeded.isNew(momentOf(world), besides(world, path))) queue.push(stand);
    return stand;
  };

  for (const input of Object.keys(model.inputs)) {
    left -= 1;
    arrive({ input, steps: [] }, start(model, input));
  }
  let later: { stand: Stand; step: Step }[] = [];
  const go = ({ path, again }: Stand, step: Step): void => {
    const world = again();
    left -= 1;
    take(model, world, step);
    arrive(longer(path, step), world);
  };
  const waitOn = (stand: Stand, may: Can): void => {
    for (const _stand of waitFrom(model, stand, (path, world) => arrive(path, world, afterWaits), may));
  };
  const isPlain: Can = (...step) => can(...step) && !lastly(...step);
  const goOn = (stand: Stand): void => {
    left -= 1;
    for (const step of nextSteps(model, stand.again())) {
      const world = stand.again();
      if (!can(stand.path, step, world)) continue;
      if (lastly(stand.path, step, world)) later.push({ stand, step });
      else go(stand, step);
    }
    waitOn(stand, isPlain);
  };
  while (queue.length + later.length > 0 && left > 0 && found.size < goals.length) {
    const stand = queue.shift();
    if (stand) {
      goOn(stand);
      continue;
    }
    const due = later;
    later = [];
    for (const { stand: from, step } of due) {
      if (left <= 0) break;
      go(from, step);
      if (step.type === 'wait') waitOn(from, can);
    }
  }
  return { found, tried: budget - left, whole: queue.length + later.length === 0, stood };
}

/** A shortest path to each of these goals; a goal that no path was found to is not in the answer. */
export const shortestTo = (model: Model, goals: readonly string[], options: Options = {}): Map<string, Path> =>
  lookFor(model, goals, options).found;

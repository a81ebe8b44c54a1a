import type { Model } from '../model.ts';
import { goalsOf, reachedAlong, reachedBy, reachedIn } from './goals.ts';
import { createMemory, novelties, type Novelty } from './novelty.ts';
import { nextSteps, take, waitOn, walk, type Path } from './steps.ts';
import type { Step, World } from './world.ts';

export interface Search {
  paths: Path[];
  /** Ways on which the machine itself threw. */
  deaths: { path: Path; error: unknown }[];
  /** How many times a machine was started. */
  runs: number;
}

interface Options {
  /** Goals that need no walk. */
  without?: ReadonlySet<string>;
  /** What is looked for in the place of every transition, guard's answer and outcome: states and pairs too. */
  goals?: readonly string[];
  /** What else a world has reached, for goals that are not of the model's own machine. */
  also?: (world: World) => readonly string[];
  /** Starts that one look for the nearest goal may cost. */
  budget?: number;
  longest?: number;
}

/**
 * Paths that walk every goal that can be walked. From where it stands the search looks, breadth first, for the nearest
 * step that reaches something new, goes there, and looks again. Nothing is guessed: every way it considers has been
 * walked from the start, for a restored snapshot has lost its timers.
 */
export function findPaths(
  model: Model,
  { without = new Set(), goals, also = () => [], budget = 2000, longest = 25 }: Options = {},
): Search {
  const all = goalsOf(model);
  const wanted = goals ?? [...all.transitions, ...all.guards, ...all.outcomes];
  const open = new Set(wanted.filter((goal) => !without.has(goal)));
  const deaths: Search['deaths'] = [];
  const paths: Path[] = [];
  const inputs = Object.keys(model.inputs);
  let runs = 0;
  let left = 0;

  const along = (path: Path): string[] => reachedAlong(model, path, also);
  const note = (reached: Iterable<string>): void => {
    for (const goal of reached) open.delete(goal);
  };
  const run = (path: Path): World => {
    runs += 1;
    left -= 1;
    return walk(model, path);
  };
  const died = (path: Path, world: World): boolean => {
    const { status, error } = world.actor.getSnapshot() as { status: string; error?: unknown };
    if (status === 'error') deaths.push({ path, error });
    return status === 'error';
  };

  const isNear = (world: World, step: Step): boolean =>
    [...reachedIn(model, world), ...also(world), ...reachedBy(step)].some((goal) => open.has(goal));

  /** The shortest steps after a path that reach something new. */
  const nearest = (prefix: Path, novelty: Novelty): Step[] | undefined => {
    left = budget;
    const memory = createMemory(novelty);
    const after = (steps: Step[]): Path => ({ input: prefix.input, steps: [...prefix.steps, ...steps] });
    const afterWaits = createMemory(1);
    memory.isNew(run(prefix));
    const queue: Step[][] = [[]];
    for (let steps = queue.shift(); steps && left > 0; steps = queue.shift()) {
      let still: World | undefined = run(after(steps));
      for (const step of nextSteps(model, still)) {
        const world: World = still ?? run(after(steps));
        world.taken.clear();
        take(model, world, step);
        still = isUnmoved(world, step) ? world : undefined;
        const longer = [...steps, step];
        if (died(after(longer), world)) continue;
        if (isNear(world, step)) return longer;
        if (memory.isNew(world)) queue.push(longer);
      }
      if (typeof novelty !== 'number') continue;
      const world = run(after(steps));
      const waited = [...steps];
      for (const step of waitOn(model, world)) {
        waited.push(step);
        if (died(after(waited), world)) break;
        if (isNear(world, step)) return waited;
        if (afterWaits.isNew(world)) queue.push([...waited]);
      }
    }
    return undefined;
  };

  for (const input of inputs) {
    const beginning = { input, steps: [] };
    const world = run(beginning);
    if (died(beginning, world)) continue;
    const now = [...reachedIn(model, world), ...also(world)];
    if (input === inputs[0] || now.some((goal) => open.has(goal))) paths.push(beginning);
    note(now);
  }
  for (const novelty of novelties) {
    for (const input of inputs)
      for (let found = true; found && open.size > 0;) {
        const path: Path = { input, steps: [] };
        while (open.size > 0) {
          const leg = nearest(path, novelty);
          if (!leg || (path.steps.length > 0 && path.steps.length + leg.length > longest)) break;
          path.steps.push(...leg);
          note(along(path));
        }
        found = path.steps.length > 0;
        if (found) paths.push(path);
      }
  }
  return { paths: withoutIdle(paths, (path) => along(path).filter((goal) => wanted.includes(goal))), deaths, runs };
}

/** An event that no machine took leaves everything as it was: the same world can be asked again. */
const isUnmoved = (world: World, step: Step): boolean =>
  step.type === 'say' &&
  world.machines().has(step.to) &&
  [...world.taken.values()].every((ids) => [...ids].every((id) => id.startsWith('guard ')));

/** The paths that are needed: the short ones that others walk along anyway go. */
export function withoutIdle(paths: Path[], reached: (path: Path) => string[]): Path[] {
  const along = new Map(paths.map((path) => [path, reached(path)]));
  const kept = new Set(paths);
  for (const path of paths.toSorted((one, other) => one.steps.length - other.steps.length)) {
    const others = new Set([...kept].filter((one) => one !== path).flatMap((one) => along.get(one)!));
    if (along.get(path)!.every((goal) => others.has(goal))) kept.delete(path);
  }
  return paths.filter((path) => kept.has(path));
}

import type { Model } from '../model.ts';
import { explore, type Explored, type Place } from './explored.ts';
import { goalsOf, reachedAlong } from './goals.ts';
import { createMemory, novelties, type Novelty } from './novelty.ts';
import type { Path } from './steps.ts';
import { isPair } from './universe.ts';

export interface Search {
  paths: Path[];
  /** Ways on which the machine itself threw. */
  deaths: { path: Path; error: unknown }[];
  /** How many steps were tried. */
  tried: number;
}

interface Options {
  /** Goals that need no walk. */
  without?: ReadonlySet<string>;
  /** What is looked for in the place of every transition, guard's answer and outcome: states and pairs too. */
  goals?: readonly string[];
  /** What another search of this model has walked: it is not walked again. */
  explored?: Explored;
  /** Steps that one look for the nearest goal may try. */
  budget?: number;
  longest?: number;
}

/**
 * Paths that walk every goal that can be walked. From where it stands the search looks, breadth first, for the nearest
 * step that reaches something new, goes there, and looks again. Nothing is guessed: every way it considers has been
 * walked, from a moment that the world was set back to; a path that is chosen is walked from the start.
 */
export function findPaths(
  model: Model,
  {
    without = new Set(),
    goals,
    explored = explore(model, { look: () => undefined, paired: goals?.some(isPair) === true }),
    budget = 2000,
    longest = 25,
  }: Options = {},
): Search {
  if (goals?.some(isPair) && !explored.paired)
    throw new Error('pairs are looked for where moments are not told by them');
  const all = goalsOf(model);
  const wanted = goals ?? [...all.transitions, ...all.guards, ...all.outcomes];
  const looked = new Set(wanted);
  const open = new Set(wanted.filter((goal) => !without.has(goal)));
  const deaths: Search['deaths'] = [];
  const paths: Path[] = [];
  const inputs = Object.keys(model.inputs);

  /** What is reached on the way to a place needs no search any more. */
  const note = (to: Place): void => {
    for (let place: Place | null = to; place; place = place.before) for (const goal of place.reached) open.delete(goal);
  };
  const died = ({ path, death }: Place): boolean => {
    if (death) deaths.push({ path, error: death.error });
    return death !== null;
  };
  const isNear = ({ reached }: Place): boolean => reached.some((goal) => open.has(goal));

  /** The nearest place after another one where something new is reached. What it costs is counted as if nothing were known. */
  const nearest = (from: Place, novelty: Novelty): Place | undefined => {
    const memory = createMemory(novelty);
    const afterWaits = createMemory(1);
    memory.isNew(from.moment);
    let left = budget - 1;
    const queue: Place[] = [from];
    // A path that has begun goes no further than the longest may: what is found beyond begins a path of its own.
    const most = from.path.steps.length > 0 ? longest : Infinity;
    for (let place = queue.shift(); place && left > 0; place = queue.shift()) {
      if (place.path.steps.length >= most) continue;
      left -= 1;
      for (const next of explored.after(place)) {
        left -= next.cost;
        if (died(next)) continue;
        if (isNear(next)) return next;
        if (memory.isNew(next.moment)) queue.push(next);
      }
      if (typeof novelty !== 'number') continue;
      left -= 1;
      for (const next of explored.waits(place)) {
        if (died(next)) break;
        if (isNear(next)) return next;
        if (afterWaits.isNew(next.moment)) queue.push(next);
      }
    }
    return undefined;
  };

  for (const input of inputs) {
    const beginning = explored.beginning(input);
    if (died(beginning)) continue;
    if (input === inputs[0] || isNear(beginning)) paths.push(beginning.path);
    note(beginning);
  }
  for (const novelty of novelties) {
    for (const input of inputs)
      for (let found = true; found && open.size > 0;) {
        let place = explored.beginning(input);
        while (open.size > 0) {
          const next = nearest(place, novelty);
          if (!next || (place.path.steps.length > 0 && next.path.steps.length > longest)) break;
          place = next;
          note(place);
        }
        found = place.path.steps.length > 0;
        if (found) paths.push(place.path);
      }
  }
  return {
    paths: withoutIdle(paths, (path) => reachedAlong(model, path).filter((goal) => looked.has(goal))),
    deaths,
    tried: explored.steps(),
  };
}

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

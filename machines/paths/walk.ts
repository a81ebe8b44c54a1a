import type { Model } from '../model.ts';
import { invariants, type Invariant, type Scene } from './invariants.ts';
import { PlanError } from './plans.ts';
import { walkAndReplay } from './replayed.ts';
import { broughtBy, nextSteps, start, take, type Path } from './steps.ts';
import type { Leaf, Step, World } from './world.ts';

export interface Broken {
  invariant: Invariant;
  /** What is wrong, in words. */
  why: string;
  /** As far as it went. */
  path: Path;
}

/** Takes steps one by one, and looks at each with every invariant. */
function watched(model: Model, input: string, rules: readonly Invariant[]) {
  const world = start(model, input);
  const looks = rules.flatMap((invariant) => (invariant.look ? [{ invariant, look: invariant.look() }] : []));
  const known = new Set<Leaf>();
  const steps: Step[] = [];
  const check = (step: Step | null, brought?: unknown): Broken | null => {
    const began = world.leaves().filter((leaf) => !known.has(leaf));
    for (const leaf of began) known.add(leaf);
    const scene: Scene = { model, step, brought, world, began };
    const { status, error } = world.actor.getSnapshot() as { status: string; error?: unknown };
    if (status === 'error') return { invariant: fell, why: String(error), path: { input, steps: [...steps] } };
    for (const { invariant, look } of looks) {
      const why = look(scene);
      if (why !== null) return { invariant, why, path: { input, steps: [...steps] } };
    }
    return null;
  };
  return {
    world,
    begin: () => check(null),
    go(step: Step): Broken | null {
      const brought = broughtBy(model, world, step);
      take(model, world, step);
      steps.push(step);
      return check(step, brought);
    },
    steps,
  };
}

const fell: Invariant = { title: { en: 'no machine falls over', ru: 'ни одна машина не падает' } };

const afterwards = (model: Model, path: Path, rules: readonly Invariant[]): Broken | null => {
  const again = rules.some(({ after }) => after) ? walkAndReplay(model, path) : null;
  for (const invariant of rules) {
    const why = (again && invariant.after?.(path, again)) ?? null;
    if (why !== null) return { invariant, why, path };
  }
  return null;
};

/** The first invariant that a path breaks; null when all hold. */
export function brokenOn(model: Model, path: Path, rules = invariants): Broken | null {
  const walk = watched(model, path.input, rules);
  let broken = walk.begin();
  for (const step of path.steps) broken ??= walk.go(step);
  walk.world.stop();
  return broken ?? afterwards(model, path, rules);
}

/**
 * A walk as plain numbers. What could be taken is sorted into kinds (an event, how a question ends, time); number `k`
 * takes kind `k % n` of the `n`, and within it sample `k / n`: a call that can fail in ten ways does not crowd out the rest.
 */
export interface Walk {
  input: string;
  picks: readonly number[];
}

/** The steps that the numbers stand for; a machine that has come to its end takes no more. */
export function pathOfWalk(model: Model, { input, picks }: Walk): Path {
  const world = start(model, input);
  const steps: Step[] = [];
  for (const pick of picks) {
    const step = stepOf(model, world, pick);
    if (!step) break;
    take(model, world, step);
    steps.push(step);
  }
  world.stop();
  return { input, steps };
}

/** The step that a number stands for where a world is; none where nothing can happen. */
export function stepOf(model: Model, world: World, pick: number): Step | undefined {
  if (world.actor.getSnapshot().status !== 'active') return undefined;
  const kinds = Map.groupBy(nextSteps(model, world), kindOf);
  const some = [...kinds.values()][pick % Math.max(1, kinds.size)];
  return some?.[Math.floor(pick / kinds.size) % some.length];
}

const kindOf = (step: Step): string =>
  step.type === 'say' ? `${step.to} ${step.event.type}` : step.type === 'wait' ? 'wait' : `${step.leaf} ${step.how}`;

/** `from the list:3,0,12`, to walk it again. */
export const lineOf = ({ input, picks }: Walk): string => `${input}:${picks.join()}`;

/** @throws PlanError when the line is none. */
export function walkOf(line: string): Walk {
  const [, input, picks] = /^(.*?)\s*:\s*(\d+(?:\s*,\s*\d+)*|)\s*$/.exec(line) ?? [];
  if (input === undefined || picks === undefined)
    throw new PlanError(
      'a walk is written as its start, a colon, and numbers with commas between: “from the list:3,0,12”',
    );
  return { input, picks: picks === '' ? [] : picks.split(',').map(Number) };
}

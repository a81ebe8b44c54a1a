import type { Model } from '../model.ts';
import { originalOf } from './twins.ts';
import { start, take, type Path } from './steps.ts';
import { branchesOf, guardsOf } from './universe.ts';
import { statesOf } from './seen.ts';
import type { Step, World } from './world.ts';

/** All that the paths of a model must have walked: transitions, both answers of each guard, every outcome. */
export interface Goals {
  transitions: string[];
  guards: string[];
  outcomes: string[];
}

export const outcomeId = (name: string, how: string, outcome: string): string =>
  `outcome ${name} | ${how} | ${outcome}`;

export function goalsOf(model: Model): Goals {
  return {
    transitions: [...branchesOf(model.machine).values()].map(({ id }) => id),
    guards: guardsOf(model.machine).flatMap((name) => [`guard ${name} | true`, `guard ${name} | false`]),
    outcomes: Object.entries(model.outcomes).flatMap(([name, outcomes]) =>
      Object.entries(outcomes).flatMap(([how, labels]) =>
        Object.keys(labels ?? {}).map((label) => outcomeId(name, how, label)),
      ),
    ),
  };
}

export const stateGoal = (state: string): string => `state ${state}`;

/** The goals of its own machine that a world has reached by now; of states the one where it stands. */
export const reachedIn = (model: Model, world: World): ReadonlySet<string> =>
  new Set([...(world.taken.get(originalOf(model.machine)) ?? []), ...statesOf(world.actor).map(stateGoal)]);

export const reachedBy = (step: Step): string[] =>
  step.type === 'settle' ? [outcomeId(step.name, step.how, step.outcome)] : [];

/** Everything that a path reaches from its start to its end. */
export function reachedAlong(model: Model, { input, steps }: Path): string[] {
  const world = start(model, input);
  const where = () => statesOf(world.actor).map(stateGoal);
  const passed = where();
  for (const step of steps) {
    take(model, world, step);
    passed.push(...where());
  }
  return [...reachedIn(model, world), ...passed, ...steps.flatMap(reachedBy)];
}

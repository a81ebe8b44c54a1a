import type { Model } from '../model.ts';
import { originalOf } from './twins.ts';
import { walk, type Path } from './steps.ts';
import { branchesOf, guardsOf } from './universe.ts';
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

/** The goals of its own machine that a world has reached by now. */
export const reachedIn = (model: Model, world: World): ReadonlySet<string> =>
  world.taken.get(originalOf(model.machine)) ?? new Set();

export const reachedBy = (step: Step): string[] =>
  step.type === 'settle' ? [outcomeId(step.name, step.how, step.outcome)] : [];

/** Everything that a path reaches from its start to its end. */
export const reachedAlong = (model: Model, path: Path): string[] => [
  ...reachedIn(model, walk(model, path)),
  ...path.steps.flatMap(reachedBy),
];

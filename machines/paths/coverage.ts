import type { Model } from '../model.ts';
import { explore, type Explored } from './explored.ts';
import { goalsOf, reachedAlong, stateGoal } from './goals.ts';
import { findPaths, type Search } from './search.ts';
import { statesIn } from './seen.ts';
import { start, take, type Path } from './steps.ts';
import { branchesOf, machinesBelow, pairsOfRegions, standingStates, stateName } from './universe.ts';
import { originalOf } from './twins.ts';
import type { AnyMachineSnapshot } from 'xstate';

export interface Share {
  all: number;
  walked: number;
  /** What nobody walked, by name. */
  missing: string[];
}

/** What the paths of one model walk. */
export interface Coverage {
  transitions: Share;
  guards: Share;
  outcomes: Share;
  states: Share;
  /** Told as unreachable, and reached all the same. */
  reachedAfterAll: string[];
  /** Told as unreachable, and unknown to the machine. */
  unknownExcuses: string[];
  /** Transitions of the machines that it starts; each has a model of its own. */
  children: Record<string, Share>;
  nameless: string[];
  paths: number;
  steps: number;
}

const share = (all: string[], walked: ReadonlySet<string>, excused: ReadonlySet<string> = new Set()): Share => ({
  all: all.length,
  walked: all.filter((one) => walked.has(one)).length,
  missing: all.filter((one) => !walked.has(one) && !excused.has(one)),
});

export interface Walked {
  search: Search;
  coverage: Coverage;
}

/** Finds the paths of a model and counts what they walk. */
export function cover(model: Model): Walked {
  const excuses = new Set(Object.keys(model.unreachable ?? {}));
  const explored = explore(model, { look: () => undefined });
  const search = findPaths(model, { without: excuses, explored });
  const coverage = count(model, search.paths);
  const found = reachedByLooking(model, explored).filter((id) => !coverage.reachedAfterAll.includes(id));
  return { search, coverage: { ...coverage, reachedAfterAll: [...coverage.reachedAfterAll, ...found] } };
}

/** What is told as unreachable lies beside the paths to all else, so it is looked for on its own. */
function reachedByLooking(model: Model, explored: Explored): string[] {
  const { transitions, guards, outcomes } = goalsOf(model);
  const excused = [...transitions, ...guards, ...outcomes].filter((goal) => goal in (model.unreachable ?? {}));
  const states = Object.keys(model.states).filter((state) => model.states[state]?.unreachable);
  const goals = new Map([
    ...excused.map((goal): [string, string] => [goal, goal]),
    ...states.map((state): [string, string] => [stateGoal(state), state]),
  ]);
  if (goals.size === 0) return [];
  const { paths } = findPaths(model, { goals: [...goals.keys()], explored });
  const reached = new Set(paths.flatMap((path) => reachedAlong(model, path)));
  return [...goals].filter(([goal]) => reached.has(goal)).map(([, name]) => name);
}

export function count(model: Model, paths: Path[]): Coverage {
  const goals = goalsOf(model);
  const excuses = new Set(Object.keys(model.unreachable ?? {}));
  const reached = new Set<string>();
  const states = new Set<string>();
  const nameless = new Set<string>();
  const children = new Map([...machinesBelow(model.machine)].map((machine) => [machine, new Set<string>()]));

  for (const path of paths) {
    const world = start(model, path.input);
    const note = () => {
      for (const state of statesIn(world.actor.getSnapshot() as AnyMachineSnapshot)) states.add(state);
    };
    note();
    for (const step of path.steps) {
      take(model, world, step);
      note();
      if (step.type === 'settle') reached.add(`outcome ${step.name} | ${step.how} | ${step.outcome}`);
    }
    for (const name of world.nameless) nameless.add(name);
    for (const [machine, ids] of world.taken)
      for (const id of ids) (machine === originalOf(model.machine) ? reached : children.get(machine))?.add(id);
  }

  const standing = standingStates(model.machine).map(stateName);
  const unreachableStates = new Set(standing.filter((state) => model.states[state]?.unreachable));
  const known = [
    ...goals.transitions,
    ...goals.guards,
    ...goals.outcomes,
    ...pairsOfRegions(model.machine).map(({ id }) => id),
  ];
  return {
    transitions: share(goals.transitions, reached, excuses),
    guards: share(goals.guards, reached, excuses),
    outcomes: share(goals.outcomes, reached, excuses),
    states: share(standing, states, unreachableStates),
    reachedAfterAll: [
      ...[...excuses].filter((id) => reached.has(id)),
      ...[...unreachableStates].filter((state) => states.has(state)),
    ],
    unknownExcuses: [...excuses].filter((id) => !known.includes(id)),
    children: Object.fromEntries(
      [...children].map(([machine, ids]) => [
        machine.id,
        share(
          [...branchesOf(machine).values()].map(({ id }) => id),
          ids,
        ),
      ]),
    ),
    nameless: [...nameless],
    paths: paths.length,
    steps: paths.reduce((sum, { steps }) => sum + steps.length, 0),
  };
}

/** What the paths of a model leave undone, by name; nothing when all is well. */
export const undone = ({
  transitions,
  guards,
  outcomes,
  states,
  reachedAfterAll,
  unknownExcuses,
  nameless,
}: Coverage) =>
  [
    ['not walked', [...transitions.missing, ...guards.missing, ...outcomes.missing]],
    ['not reached', states.missing],
    ['told as unreachable and reached', reachedAfterAll],
    ['told as unreachable and not there', unknownExcuses],
    ['an action without a name', nameless],
  ].flatMap(([what, names]) => (names as string[]).map((name) => `${what as string}: ${name}`));

import type { AnyStateMachine } from 'xstate';
import type { CallError } from '../../contract/errors.ts';
import type { Model } from '../model.ts';
import { besidesByHand } from './by-hand.ts';
import { explore, type Explored } from './explored.ts';
import { goalsOf, outcomeId, reachedAlong, stateGoal } from './goals.ts';
import { logicOf } from './inside-xstate.ts';
import { findPaths } from './search.ts';
import { statesOf } from './seen.ts';
import { lookFor, shortestTo, type Can, type Looked } from './shortest.ts';
import type { Path } from './steps.ts';
import { eventWords, type Language } from './words.ts';
import { branchesOf, machinesBelow, pairsOf, standingStates, stateName } from './universe.ts';
import type { World } from './world.ts';

export const covers = ['states', 'transitions', 'pairs', 'outcomes'] as const;
export type Cover = (typeof covers)[number];

/** What a call may come to that is not what was hoped for. */
export const faults = ['refused', 'network error', 'late', 'unknown', 'session lost', 'quote expired'] as const;
export type Fault = (typeof faults)[number];

/** How far the search for a goal came that has no path. */
export interface Lack {
  /** Steps that were tried, and whether there was nothing else that is new. */
  tried: number;
  whole: boolean;
  /** Of a transition: whether the machine has stood where it begins. Null for any other goal. */
  stood: boolean | null;
}

/** One kind of thing that paths walk: how much there is of it, and by name what they do not. */
export interface Tally {
  all: number;
  walked: number;
  /** With the reason that the model gives, or null where none is given, and what a search for it lacked. */
  missing: { goal: string; reason: string | null; lack?: Lack }[];
}

export interface Plan {
  paths: Path[];
  tally: Tally;
}

/** A wish that cannot be granted, in words for whoever wished. */
export class PlanError extends Error {
  override name = 'PlanError';
}

const reasonFor =
  (model: Model) =>
  (goal: string): string | null => {
    const state = goal.startsWith('state ') ? model.states[goal.slice('state '.length)] : undefined;
    return model.unreachable?.[goal] ?? state?.unreachable ?? null;
  };

function goalsOfCover(model: Model, cover: Cover): { goal: string; reason: string | null }[] {
  const reason = reasonFor(model);
  const named = (goals: string[]) => goals.map((goal) => ({ goal, reason: reason(goal) }));
  const { transitions, guards, outcomes } = goalsOf(model);
  if (cover === 'transitions') return named([...transitions, ...guards]);
  if (cover === 'outcomes') return named(outcomes);
  if (cover === 'states')
    return named(
      standingStates(model.machine)
        .map(stateName)
        .filter((state) => state !== '*')
        .map(stateGoal),
    );
  return pairsOf(model.machine).map(({ id, first, second }) => ({ goal: id, reason: reason(first) ?? reason(second) }));
}

/** Paths that walk all of a kind together, each as long as it is useful. */
export function planCover(model: Model, cover: Cover): Plan {
  const goals = goalsOfCover(model, cover);
  const open = goals.filter(({ reason }) => reason === null).map(({ goal }) => goal);
  const { paths } = findPaths(model, { goals: open });
  const reached = new Set(paths.flatMap((path) => reachedAlong(model, path)));
  return {
    paths,
    tally: {
      all: goals.length,
      walked: goals.filter(({ goal }) => reached.has(goal)).length,
      missing: goals.filter(({ goal }) => !reached.has(goal)),
    },
  };
}

/** Steps that a search may try where the way may be long: it goes as far as there is anything new. */
const farEnough = 30_000;

/** Nobody makes a call fail by a press, or keeps it waiting. */
const goesWrong: Can = (_path, step, world) =>
  step.type === 'wait' ? world.leaves().some(({ stream }) => !stream) : step.type === 'settle' && step.how === 'error';
const within = (model: Model, can: Can) => ({
  ...{ can, lastly: goesWrong, besides: besidesByHand(model), budget: farEnough },
});

/** Whether a machine has stood where a transition begins; null for what is no transition. */
function stoodFor({ stood }: Looked, model: Model, goal: string): boolean | null {
  const [where, , branch] = goal.split(' | ');
  if (!where || branch === undefined) return null;
  const isBelow = (state: string, from: string) => state === from || state.startsWith(`${from}.`);
  return [...stood].some((place) => isBelow(place, where) || isBelow(place, `${model.machine.id} ${where}`));
}

function planOf(model: Model, goals: readonly string[], reason: (goal: string) => string | null, looked: Looked): Plan {
  const { found, tried, whole } = looked;
  return {
    // One way may be along several of them.
    paths: [...new Set(found.values())],
    tally: {
      all: goals.length,
      walked: found.size,
      missing: goals
        .filter((goal) => !found.has(goal))
        .map((goal) => ({
          goal,
          reason: reason(goal),
          lack: { tried, whole, stood: stoodFor(looked, model, goal) },
        })),
    },
  };
}

const exploredFor = (model: Model) => explore(model, { look: () => undefined });

/** A shortest path for each goal of its own, none of which is a pair. */
function planEach(
  model: Model,
  goals: readonly string[],
  { can, explored = exploredFor(model) }: { can?: Can | undefined; explored?: Explored } = {},
): Plan {
  const reason = reasonFor(model);
  if (can) {
    const open = goals.filter((goal) => reason(goal) === null);
    return planOf(model, goals, reason, lookFor(model, open, within(model, can)));
  }
  const missing: Tally['missing'] = [];
  const paths: Path[] = [];
  for (const goal of goals) {
    const found = reason(goal) === null ? findPaths(model, { goals: [goal], explored }).paths : [];
    if (found.length === 0) missing.push({ goal, reason: reason(goal) });
    paths.push(...found);
  }
  return { paths, tally: { all: goals.length, walked: goals.length - missing.length, missing } };
}

/** One a line: the name to wish for, and what it means. */
function listed(names: readonly (readonly [name: string, words: string])[]): string {
  const width = Math.max(...names.map(([name]) => name.length));
  return names.map(([name, words]) => `\n  ${name.padEnd(width)}  ${words}`.trimEnd()).join('');
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Where the machines below it stand: `state operation.reviewing`. */
const statesBelow = (world: World): string[] =>
  [...world.machines()].flatMap(([path, actor]) =>
    path === '' ? [] : statesOf(actor).map((state) => stateGoal(`${(logicOf(actor) as AnyStateMachine).id}.${state}`)),
  );

type ModelOf = (machine: AnyStateMachine) => Model | undefined;

/**
 * The goals that a wish means: a state of the machine, or of one that it starts, as in the chart (`reviewing`,
 * `tracking.waiting`, `operation.reviewing`) or by its title. `modelOf` gives the model of a machine below. @throws PlanError
 */
function goalsNamed(model: Model, wish: string, modelOf: ModelOf, language: Language): string[] {
  const statesIn = (machine: AnyStateMachine, of: Model | undefined, prefix: string) =>
    standingStates(machine)
      // What has come to its end is told to whoever started it, and is gone.
      .filter(({ type }) => prefix === '' || type !== 'final')
      .map((node) => {
        const state = stateName(node);
        const title = of?.states[state]?.title ?? { en: state, ru: state };
        return { goal: stateGoal(prefix + state), title, names: [prefix + state, state, title.en, title.ru] };
      });
  const states = [
    ...statesIn(model.machine, model, ''),
    ...[...machinesBelow(model.machine)].flatMap((machine) => statesIn(machine, modelOf(machine), `${machine.id}.`)),
  ];
  const found = states.filter(({ names }) => names.some((name) => isSame(name, wish))).map(({ goal }) => goal);
  if (found.length === 0)
    throw new PlanError(
      `${model.name} has no state ${wish}. It has:${listed(states.map(({ names, title }) => [names[0]!, title[language]]))}`,
    );
  return found;
}

/** A shortest path to a state of the machine, or of one that it starts, by its name or title. @throws PlanError */
export function planTo(model: Model, wish: string, modelOf: ModelOf, can?: Can, language: Language = 'en'): Plan {
  const goals = goalsNamed(model, wish, modelOf, language);
  const looked = lookFor(model, goals, { also: statesBelow, ...(can && within(model, can)) });
  return planOf(model, goals, reasonFor(model), looked);
}

/** A shortest path to each of these states, found together; states without one are left out. */
export const planToEach = (model: Model, states: readonly string[], can: Can = () => true): Map<string, Path> => {
  const found = shortestTo(model, states.map(stateGoal), { can });
  return new Map(
    states.flatMap((state): [string, Path][] => {
      const path = found.get(stateGoal(state));
      return path ? [[state, path]] : [];
    }),
  );
};

/** The transitions that machines below it have taken: `operation reviewing | user.confirmed | 0`. */
const takenBelow = (world: World): string[] =>
  [...world.taken].flatMap(([machine, ids]) => [...ids].map((id) => `${machine.id} ${id}`));

/**
 * A shortest path along each transition of an event (`user.confirmed`, `done exchange.check`), of the machine itself, or
 * of those that it starts where it does not hear such an event. @throws PlanError
 */
export function planThrough(model: Model, wish: string, can?: Can, language: Language = 'en'): Plan {
  const isWished = (event: string) => {
    const { en, ru } = model.eventWords?.[event] ?? { en: event, ru: event };
    return [event, en, ru].some((name) => isSame(name, wish));
  };
  const own = [...branchesOf(model.machine).values()];
  const heard = own.filter(({ event }) => isWished(event)).map(({ id }) => id);
  if (heard.length > 0) return planEach(model, heard, { can });

  const below = [...machinesBelow(model.machine)].flatMap((machine) =>
    [...branchesOf(machine).values()].map(({ event, id }) => ({ event, goal: `${machine.id} ${id}` })),
  );
  const goals = below.filter(({ event }) => isWished(event)).map(({ goal }) => goal);
  if (goals.length === 0) {
    const heardIn = new Set([...own, ...below].map(({ event }) => event));
    const saidOutside = Object.keys(model.events).filter((event) => heardIn.has(event));
    const ofPerson = saidOutside.filter((event) => event.startsWith('user.'));
    const others = [...ofPerson, ...saidOutside.filter((event) => !ofPerson.includes(event))];
    const names = others.map((event) => [event, eventWords(model, { type: event }, language)] as const);
    throw new PlanError(`${model.name} hears no event ${wish}. It hears:${listed(names)}`);
  }
  // Far behind the start of what starts it: the search goes as far as there is anything new.
  const looked = lookFor(model, goals, { also: takenBelow, budget: farEnough, ...(can && within(model, can)) });
  return planOf(model, goals, () => null, looked);
}

/** What a failed answer of the model stands for. A 500 and an answer nobody can read leave open what was done. */
function faultOf(error: unknown): Fault | undefined {
  if (typeof error !== 'object' || error === null || !('kind' in error)) return undefined;
  const { kind, code } = error as CallError;
  if (code === 'no_session') return 'session lost';
  if (code === 'quote_expired') return 'quote expired';
  if (kind === 'network') return 'network error';
  return kind === 'late' || kind === 'refused' ? kind : 'unknown';
}

/** For each call and each fault that the model has for it a shortest path that meets it. */
export function planFaults(model: Model): Plan & { faults: Map<Path, { call: string; fault: Fault }> } {
  const met = new Map<Path, { call: string; fault: Fault }>();
  const explored = exploredFor(model);
  const plans = Object.entries(model.outcomes).flatMap(([call, { error = {} }]) => {
    const seen = new Set<Fault>();
    return Object.entries(error).flatMap(([label, value]) => {
      const fault = faultOf(value);
      if (!fault || seen.has(fault)) return [];
      seen.add(fault);
      const plan = planEach(model, [outcomeId(call, 'error', label)], { explored });
      for (const path of plan.paths) met.set(path, { call, fault });
      return [plan];
    });
  });
  return {
    paths: plans.flatMap(({ paths }) => paths),
    tally: {
      all: plans.reduce((sum, { tally }) => sum + tally.all, 0),
      walked: plans.reduce((sum, { tally }) => sum + tally.walked, 0),
      missing: plans.flatMap(({ tally }) => tally.missing),
    },
    faults: met,
  };
}

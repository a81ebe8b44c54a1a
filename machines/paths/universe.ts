import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { together } from '../model.ts';
import { eventName, isMachine, namedActors, partsOfGuard } from './inside-xstate.ts';

/** Who makes a transition happen. `house`: whoever stands above; `time`: an `after`; `itself`: always, or a finished region. */
export type Cause = 'person' | 'outcome' | 'house' | 'time' | 'itself';

export interface Branch {
  /** `reviewing | user.confirmed | 0`: state, event, number among the branches. `*` stands for the whole machine. */
  id: string;
  state: string;
  event: string;
  cause: Cause;
}

export const stateName = (node: AnyStateNode): string => node.path.join('.') || '*';

const nodesBelow = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesBelow)];

export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => nodesBelow(machine.root);

/** States in which the machine stands: atomic and final ones, without those that `always` leave at once. */
export const standingStates = (machine: AnyStateMachine): AnyStateNode[] =>
  nodesOf(machine).filter(
    (node) =>
      (node.type === 'atomic' || node.type === 'final') &&
      node !== machine.root &&
      !node.always?.some(({ guard }) => guard === undefined),
  );

const causeOf = (event: string): Cause => {
  if (event.startsWith('user.')) return 'person';
  if (event.startsWith('done ') || event.startsWith('error ')) return 'outcome';
  if (event.startsWith('after ')) return 'time';
  return event === 'always' || event === 'done' ? 'itself' : 'house';
};

/**
 * `onError: {}` only keeps an error from ending the machine, and `{}` for another event keeps the state above from hearing it: nothing
 * happens, and there is nothing to walk.
 */
const isGuardRail = ({ target, actions, guard }: AnyTransitionDefinition): boolean =>
  !target && actions.length === 0 && guard === undefined;

const cache = new WeakMap<AnyStateMachine, Map<AnyTransitionDefinition, Branch>>();

/** Every transition that the chart names, branch by branch. */
export function branchesOf(machine: AnyStateMachine): Map<AnyTransitionDefinition, Branch> {
  const kept = cache.get(machine);
  if (kept) return kept;
  const branches = new Map<AnyTransitionDefinition, Branch>();
  for (const node of nodesOf(machine)) {
    const lists: [string, readonly AnyTransitionDefinition[]][] = [...node.transitions, ['', node.always ?? []]];
    for (const [type, list] of lists) {
      const event = eventName(type, node);
      list.forEach((transition, index) => {
        if (isGuardRail(transition)) return;
        const state = stateName(node);
        branches.set(transition, { id: `${state} | ${event} | ${index}`, state, event, cause: causeOf(event) });
      });
    }
  }
  cache.set(machine, branches);
  return branches;
}

const ancestors = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? ancestors(node.parent) : [])];

/** Every two states of different regions in which the machine may stand at once, each pair sorted by name. */
export function pairsOfRegions(machine: AnyStateMachine): { id: string; states: [string, string] }[] {
  const standing = standingStates(machine).toSorted((one, other) => (stateName(one) < stateName(other) ? -1 : 1));
  const above = new Map(standing.map((node) => [node, new Set(ancestors(node))]));
  return standing.flatMap((one, at) =>
    standing
      .slice(at + 1)
      .filter((other) => ancestors(other).find((node) => above.get(one)!.has(node))?.type === 'parallel')
      .map((other) => {
        const states: [string, string] = [stateName(one), stateName(other)];
        return { id: together(...states), states };
      }),
  );
}

export const pairId = (one: string, other: string): string => `pair ${one} → ${other}`;
export const isPair = (goal: string): boolean => goal.startsWith('pair ');

/** Where the machine begins below a state. */
const firstBelow = (node: AnyStateNode): AnyStateNode[] =>
  node.type === 'parallel'
    ? Object.values(node.states).flatMap((one) => [one, ...firstBelow(one)])
    : node.initial.target.flatMap((one) => [
        one,
        ...(one.type === 'compound' || one.type === 'parallel' ? firstBelow(one) : []),
      ]);

/** States that a transition leaves active for certain; without a target they are those that it was taken in. */
const activeAfter = ({ source, target }: AnyTransitionDefinition): Set<AnyStateNode> =>
  new Set(
    (target ?? [source]).flatMap((node) => [
      ...ancestors(node),
      ...(target && (node.type === 'compound' || node.type === 'parallel') ? firstBelow(node) : []),
    ]),
  );

/** Every two transitions of which the second can be heard where the first one leads. */
export function pairsOf(machine: AnyStateMachine): { id: string; first: string; second: string }[] {
  const branches = [...branchesOf(machine)];
  return branches.flatMap(([one, { id: first }]) => {
    const active = activeAfter(one);
    return branches
      .filter(([other]) => active.has(other.source))
      .map(([, { id: second }]) => ({ id: pairId(first, second), first, second }));
  });
}

/** Names of the guards that the chart or the machine's set-up knows. */
export function guardsOf(machine: AnyStateMachine): string[] {
  const inChart = [...branchesOf(machine).keys()].flatMap(({ guard }) => partsOfGuard(guard).names);
  return [...new Set([...Object.keys(machine.implementations.guards), ...inChart])];
}

/** The machines that a machine may start by name, and those that they may start. */
export function machinesBelow(machine: AnyStateMachine, found = new Set<AnyStateMachine>()): Set<AnyStateMachine> {
  for (const [, logic] of namedActors(machine))
    if (isMachine(logic) && !found.has(logic)) machinesBelow(logic, found.add(logic));
  return found;
}

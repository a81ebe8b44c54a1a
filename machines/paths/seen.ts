import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { Model } from '../model.ts';
import { activeNodes, childMachines } from './inside-xstate.ts';
import { stateName } from './universe.ts';
import type { World } from './world.ts';

/** All that a world shows after a step, as plain data: two worlds that saw the same are equal by value. */
export interface Seen {
  machines: Record<
    string,
    { status: string; states: string[]; value: unknown; context: unknown; output: unknown; error: unknown }
  >;
  /** What waits outside: `operation/check` and its input; ms until each timer is not shown, only how many are set. */
  waiting: { path: string; name: string; input: unknown }[];
  timers: number;
  now: number;
  told: AnyEventObject[];
  effects: { name: string; params: unknown }[];
}

/** Data as JSON has it: actors become their ids, functions and `undefined` go. */
const plain = <Value>(value: Value): Value => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** Atomic and final states that are active. */
export const statesOf = (actor: AnyActorRef): string[] => statesIn(actor.getSnapshot() as AnyMachineSnapshot);

export const statesIn = (snapshot: AnyMachineSnapshot): string[] =>
  activeNodes(snapshot)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(stateName)
    .sort();

function seenOf(actor: AnyActorRef): Seen['machines'][string] {
  const { status, value, context, output, error } = actor.getSnapshot() as AnyMachineSnapshot;
  return {
    status,
    states: statesOf(actor),
    value: plain(value),
    context: plain(context),
    output: plain(output),
    error: error instanceof Error ? String(error) : plain(error),
  };
}

function byPath<Part>(top: AnyActorRef, partOf: (actor: AnyActorRef) => Part): Record<string, Part> {
  const machines: Record<string, Part> = {};
  const visit = (actor: AnyActorRef, path: string) => {
    machines[path] = partOf(actor);
    for (const [id, child] of childMachines(actor)) visit(child, path ? `${path}/${id}` : id);
  };
  visit(top, '');
  return machines;
}

/** An actor and the machines below it, by path. */
export const machinesSeen = (top: AnyActorRef): Seen['machines'] => byPath(top, seenOf);

/** Where they stand, and nothing of what they hold. */
export const standing = (top: AnyActorRef): Record<string, { status: string; states: string[] }> =>
  byPath(top, (actor) => ({
    status: (actor.getSnapshot() as AnyMachineSnapshot).status,
    states: statesOf(actor),
  }));

export function look(world: World): Seen {
  return {
    machines: machinesSeen(world.actor),
    waiting: world.leaves().map(({ path, name, input }) => ({ path, name, input: plain(input) })),
    timers: world.clock.waiting(),
    now: world.clock.now(),
    told: plain(world.told),
    effects: plain(world.effects),
  };
}

/** What makes two moments differ on the screen, by the model's own word, part by part: `error "late"`, `0 true`. */
export function facetsOf(model: Model, snapshot: AnyMachineSnapshot): string[] {
  const facet = model.facet?.(snapshot);
  if (facet === undefined) return [];
  const parts: [string, unknown][] =
    typeof facet === 'object' && facet !== null ? Object.entries(facet) : [['0', facet]];
  return parts.map(([name, part]) => `${name} ${JSON.stringify(part)}`);
}

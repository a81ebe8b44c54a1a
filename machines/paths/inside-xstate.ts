import type {
  AnyActorLogic,
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import { isMachine, logicOf, parentOf } from './inside-actors.ts';

/**
 * What xstate keeps behind an underscore or does not promise. xstate is pinned exactly; after an upgrade this and
 * `inside-actors.ts` are the files of the paths to mend.
 */
export * from './inside-actors.ts';

/** A stream says events and never settles; every other leaf settles once. */
export const isStream = (logic: AnyActorLogic): boolean =>
  '_subscription' in logic.getInitialSnapshot({} as never, undefined);

/** Gives an actor other logic at its birth, before it has taken its first state. */
export const reborn = (event: InspectionEvent, twin: (logic: AnyActorLogic) => AnyActorLogic): void => {
  const actor = event.actorRef as unknown as { logic: AnyActorLogic };
  actor.logic = twin(actor.logic);
};

/** The machines that an actor has started, finished ones too, by id. */
export const childMachines = (actor: AnyActorRef): [string, AnyActorRef][] =>
  Object.entries(
    (actor.getSnapshot() as AnyMachineSnapshot).children as Record<string, AnyActorRef | undefined>,
  ).filter((entry): entry is [string, AnyActorRef] => entry[1] !== undefined && isMachine(logicOf(entry[1])));

/** The actors that a machine knows by name. */
export const namedActors = (machine: AnyStateMachine): [string, AnyActorLogic][] =>
  Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>);

/** The states that are active, each with its ancestors. */
export const activeNodes = (snapshot: AnyMachineSnapshot): AnyStateNode[] => snapshot._nodes;

const withAncestors = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...(node.parent ? withAncestors(node.parent) : []),
];

/** Whether time alone leaves the state that invoked this child, or one that invoked a machine above it. */
export function hasDeadline(asker: AnyActorRef, child: string): boolean {
  if (!isMachine(logicOf(asker))) return false;
  const state = activeNodes(asker.getSnapshot()).find(({ invoke }) => invoke.some(({ id }) => id === child));
  const leaves = ({ guard, target, reenter }: AnyTransitionDefinition): boolean =>
    guard === undefined &&
    target !== undefined &&
    (reenter || target.every((node) => state !== undefined && !withAncestors(node).includes(state)));
  const timers = state
    ? withAncestors(state).flatMap((node) => [...node.transitions].filter(([type]) => type.startsWith('xstate.after.')))
    : [];
  const above = parentOf(asker);
  return timers.some(([, list]) => list.some(leaves)) || (above !== undefined && hasDeadline(above, asker.id));
}

/** The transitions of a microstep; nothing for another event. */
export const takenIn = (event: InspectionEvent): AnyTransitionDefinition[] =>
  event.type === '@xstate.microstep' ? event._transitions : [];

interface Relays {
  _relay(from: AnyActorRef | undefined, to: AnyActorRef, event: AnyEventObject): void;
}
const systemOf = ({ system }: AnyActorRef) => system as unknown as Relays;

/** Sends as `from` would: the receiver and every inspector see who spoke. */
export const relay = (from: AnyActorRef, to: AnyActorRef, event: AnyEventObject): void =>
  systemOf(from)._relay(from, to, event);

const voices = new WeakMap<Relays, Relays['_relay']>();

/** No actor of this system hears from here on who speaks from outside, but by `tell`. */
export function deafen(actor: AnyActorRef): void {
  const system = systemOf(actor);
  const { _relay: hear } = system;
  voices.set(system, hear);
  system._relay = (from, to, event) => {
    if (from) hear(from, to, event);
  };
}

/** Speaks from outside, also to who is deaf to it. */
export const tell = (to: AnyActorRef, event: AnyEventObject): void => {
  const hear = voices.get(systemOf(to));
  if (hear) hear(undefined, to, event);
  else to.send(event);
};

/** The events by which a promise or a stream tells its own actor that it has ended. */
export const ended = (stream: boolean, how: 'done' | 'error', data: unknown): AnyEventObject => ({
  type: stream
    ? how === 'done'
      ? 'xstate.observable.complete'
      : 'xstate.observable.error'
    : how === 'done'
      ? 'xstate.promise.resolve'
      : 'xstate.promise.reject',
  data,
});
export const isStop = (event: AnyEventObject): boolean => event.type === 'xstate.stop';

/** `actor.stop` is for actors without a parent. */
export function stopChild(parent: AnyActorRef, child: AnyActorRef): void {
  if (child.getSnapshot().status === 'active') relay(parent, child, { type: 'xstate.stop' });
}

/** The state of a leaf that was never started and can still be stopped. */
export const neverStarted = (state: object): void => {
  if ('_subscription' in state) state._subscription = { unsubscribe: () => {} };
};

/** What an actor holds besides its snapshot, and what stopping it empties. */
interface Insides {
  _snapshot: AnyMachineSnapshot;
  _processingStatus: number;
  _doneEvent: unknown;
  _deferred: unknown[];
  mailbox: unknown;
  observers: Set<unknown>;
  sessionId: string;
}
interface Scheduled {
  source: AnyActorRef;
  target: AnyActorRef;
  event: AnyEventObject;
  delay: number;
  id: string;
}
interface Ground {
  _snapshot: { _scheduledEvents: Record<string, Scheduled> };
  _register(sessionId: string, actor: unknown): void;
  scheduler: {
    schedule(source: AnyActorRef, target: AnyActorRef, event: AnyEventObject, delay: number, id: string): void;
    cancel(source: AnyActorRef, id: string): void;
  };
}

const withChildren = (actor: AnyActorRef): AnyActorRef[] => [
  actor,
  ...Object.values(
    ((actor.getSnapshot() as Partial<AnyMachineSnapshot>).children ?? {}) as Record<string, AnyActorRef | undefined>,
  ).flatMap((child) => (child ? withChildren(child) : [])),
];

/** The timers that a system knows by name, as they were set. One that was set twice and cancelled once rings without a name. */
export const timersOf = (actor: AnyActorRef): Scheduled[] =>
  Object.values((actor.system as unknown as Ground)._snapshot._scheduledEvents);

/** What a snapshot remembers of states that it may come back to, by the ids of the nodes. */
export const rememberedIn = ({ historyValue }: AnyMachineSnapshot): [string, string[]][] =>
  Object.entries(historyValue).map(([history, nodes]) => [history, nodes.map(({ id }) => id)]);

/**
 * How `above`, which has no parent, `top` below it and all below that stand at rest, and how to set them back, whatever
 * became of them meanwhile: the same actors with the same snapshots, and their timers under the same names. When those
 * ring is the clock's.
 */
export function markActors(above: AnyActorRef, top: AnyActorRef): { setBack(): void; setTimers(): void } {
  const system = above.system as unknown as Ground;
  const scheduled = timersOf(above);
  const stood = [above, ...withChildren(top)].map((actor) => {
    const now = actor as unknown as Insides;
    return { now, held: { ...pick(now), observers: [...now.observers] } };
  });
  return {
    setBack() {
      for (const { source, id } of Object.values(system._snapshot._scheduledEvents))
        system.scheduler.cancel(source, id);
      for (const { now, held } of stood) {
        Object.assign(now, held, { observers: new Set(held.observers), _deferred: [] });
        if (held._processingStatus === running) system._register(now.sessionId, now);
      }
    },
    setTimers() {
      for (const { source, target, event, delay, id } of scheduled)
        system.scheduler.schedule(source, target, event, delay, id);
    },
  };
}
const running = 1;
const pick = ({ _snapshot, _processingStatus, _doneEvent, mailbox }: Insides) => ({
  _snapshot,
  _processingStatus,
  _doneEvent,
  mailbox,
});

/** An event's type as a person would name it, at the state that hears it: `done exchange.check`, `after one second`. */
export function eventName(type: string, node: AnyStateNode): string {
  if (type === '') return 'always';
  const about = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
  if (about) return `${about[1]} ${about[2]}`;
  if (type.startsWith('xstate.done.state.')) return 'done';
  if (type.startsWith('xstate.snapshot.')) return `snapshot ${type.slice('xstate.snapshot.'.length)}`;
  if (type.startsWith('xstate.after.')) return `after ${type.slice('xstate.after.'.length, -node.id.length - 1)}`;
  return type;
}

interface BuiltIn {
  check?: unknown;
  guards?: unknown[];
  resolve?: unknown;
}

/** `assign`, `sendParent`, `raise` and their like; a function without it is an effect of our own. */
export const isBuiltInAction = (action: unknown): boolean =>
  typeof action === 'function' && 'resolve' in (action as BuiltIn);

/** The guard as it stands in a chart, taken apart: names that it asks, and functions that have none. */
export function partsOfGuard(guard: unknown): { names: string[]; nameless: number } {
  if (guard === undefined) return { names: [], nameless: 0 };
  if (typeof guard === 'string') return { names: [guard], nameless: 0 };
  if (typeof guard === 'object' && guard !== null)
    return { names: [String((guard as { type: unknown }).type)], nameless: 0 };
  const { check, guards } = guard as BuiltIn;
  if (!check) return { names: [], nameless: 1 };
  const parts = (guards ?? []).map(partsOfGuard);
  return {
    names: parts.flatMap(({ names }) => names),
    nameless: parts.reduce((sum, { nameless }) => sum + nameless, 0),
  };
}

/** The same guard, which tells each of its answers. */
export function watchedGuard(guard: unknown, tell: (answer: boolean) => void): unknown {
  if (typeof guard !== 'function') return guard;
  const told = (answer: unknown) => {
    tell(Boolean(answer));
    return answer;
  };
  if (!('check' in guard)) return (...args: unknown[]) => told(guard(...args));
  const { check } = guard as unknown as { check: (snapshot: unknown, args: unknown, self: unknown) => unknown };
  return Object.assign(() => {}, guard, {
    check: (snapshot: unknown, args: unknown) => told(check(snapshot, args, guard)),
  });
}

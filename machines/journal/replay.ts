import { createActor, type ActorRefFrom, type AnyActorRef, type AnyStateMachine } from 'xstate';
import { deafen, parentOf, reborn, tell } from '../paths/inside-xstate.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { inert, inertLogic } from './inert.ts';

/** Time stands still in a replay: what a timer did is in the journal. */
function stoppedClock() {
  let made = 0;
  return { setTimeout: () => (made += 1), clearTimeout: () => {} };
}

/** The actor at `root/page/flow`; none where nobody lives. */
export const actorAt = (root: AnyActorRef, path: string): AnyActorRef | undefined =>
  path
    .split('/')
    .slice(1)
    .reduce<AnyActorRef | undefined>((actor, id) => childOf(actor, id), root);

function childOf(actor: AnyActorRef | undefined, id: string): AnyActorRef | undefined {
  const { children = {} } = Object(actor?.getSnapshot()) as { children?: Record<string, AnyActorRef> };
  return Object.hasOwn(children, id) ? children[id] : undefined;
}

/**
 * Does one entry to a replayed root. An entry for somebody who is not there changes nothing.
 * @throws what the root fell over by
 */
export function applyEntry(root: AnyActorRef, entry: Entry): void {
  if (entry.k === 'start') root.start();
  else {
    const actor = actorAt(root, entry.to);
    const listener = entry.k === 'emit' && actor ? parentOf(actor) : actor;
    if (listener) tell(listener, entry.event);
  }
  const { status, error } = root.getSnapshot() as { status: string; error?: unknown };
  if (status === 'error') throw error;
}

/**
 * A root that only `applyEntry` moves: no call, no timer, no effect. It begins with the input of a journal, or stands
 * where an earlier one stood when `checkpointOf` was taken of it, and is started then.
 */
export function stillRoot<M extends AnyStateMachine>(
  machine: M,
  from: { input: unknown } | { checkpoint: Checkpoint },
): ActorRefFrom<M> {
  const root = createActor<AnyStateMachine>(inert(machine), {
    ...('input' in from ? { input: from.input } : { snapshot: from.checkpoint as never }),
    clock: stoppedClock(),
    inspect: (event) => {
      if (event.type === '@xstate.actor') reborn(event, inertLogic);
    },
  });
  // A screen that is drawn of it tells by itself what is seen and what has left.
  deafen(root);
  // `applyEntry` says it.
  root.subscribe({ error: () => {} });
  if ('checkpoint' in from) root.start();
  return root as ActorRefFrom<M>;
}

/** Where a replayed root stands, to begin another one from: it shares data with the root, and nothing of either changes. */
export type Checkpoint = { readonly checkpoint: unique symbol };

// Flows are spawned as they come from the library, and not by a name.
const inlineToo = { __unsafeAllowInlineActors: true };
export const checkpointOf = (root: AnyActorRef): Checkpoint =>
  (root as unknown as { getPersistedSnapshot(options: object): Checkpoint }).getPersistedSnapshot(inlineToo);

/**
 * The real machines moved by a journal and by nothing else. Flows that the journal opens must be in the library
 * already. The same journal gives the same snapshot of every machine.
 */
export function replay<M extends AnyStateMachine>(machine: M, entries: readonly Entry[]): ActorRefFrom<M> {
  const start = entries.find((entry) => entry.k === 'start');
  const root = stillRoot(machine, { input: start?.input });
  for (const entry of entries) applyEntry(root as AnyActorRef, entry);
  return root;
}

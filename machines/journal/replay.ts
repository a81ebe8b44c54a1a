import { createActor, type ActorRefFrom, type AnyActorRef, type AnyStateMachine } from 'xstate';
import { parentOf, reborn } from '../paths/inside-xstate.ts';
import type { Entry } from './entry.ts';
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

const childOf = (actor: AnyActorRef | undefined, id: string): AnyActorRef | undefined =>
  (actor?.getSnapshot() as { children?: Record<string, AnyActorRef> } | undefined)?.children?.[id];

/** Does one entry to a replayed root. An entry for somebody who is not there changes nothing. */
export function applyEntry(root: AnyActorRef, entry: Entry): void {
  if (entry.k === 'start') {
    root.start();
    return;
  }
  const actor = actorAt(root, entry.to);
  const listener = entry.k === 'emit' && actor ? parentOf(actor) : actor;
  listener?.send(entry.event);
}

/**
 * The real machines moved by a journal and by nothing else: no call, no timer, no effect. Flows that the journal opens
 * must be in the library already. The same journal gives the same snapshot of every machine.
 */
export function replay<M extends AnyStateMachine>(machine: M, entries: readonly Entry[]): ActorRefFrom<M> {
  const start = entries.find((entry) => entry.k === 'start');
  const root = createActor(inert(machine), {
    input: start?.input as never,
    clock: stoppedClock(),
    inspect: (event) => {
      if (event.type === '@xstate.actor') reborn(event, inertLogic);
    },
  });
  for (const entry of entries) applyEntry(root as AnyActorRef, entry);
  return root as ActorRefFrom<M>;
}

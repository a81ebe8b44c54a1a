import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { flowOf, slotOf, type HouseActor } from './house.ts';

const snapshotOf = (actor: AnyActorRef) => actor.getSnapshot() as Partial<AnyMachineSnapshot> | undefined;
const hasWork = (actor: AnyActorRef | undefined): actor is AnyActorRef =>
  actor !== undefined && snapshotOf(actor)?.machine !== undefined && snapshotOf(actor)?.hasTag?.('aside') !== true;

/** A code of a letter is kept nowhere but where it is typed, also where all the rest would be there again. */
const holdsCode = (context: unknown): boolean => {
  const { code } = Object(context) as { code?: unknown };
  return typeof code === 'string' && code !== '';
};

/**
 * A machine says it by the tag `safe to reload`; one that leaves its work to others need not. Whatever it says of itself,
 * it is no safer than they are: a sum typed in one part of a page is lost with the whole of it. Who stands `aside` has no say.
 */
function isSafe(actor: AnyActorRef): boolean {
  const snapshot = snapshotOf(actor);
  if (snapshot?.status !== 'active') return true;
  if (holdsCode(snapshot.context)) return false;
  const below = Object.values((snapshot.children ?? {}) as Record<string, AnyActorRef | undefined>).filter(hasWork);
  return (below.length > 0 || snapshot.hasTag?.('safe to reload') === true) && below.every(isSafe);
}

/** Whether the page may be loaded anew now without a loss: every flow that is open says so. */
export const isSafeToReload = (house: HouseActor): boolean =>
  (['page', 'modal'] as const).every((name) => {
    const flow = flowOf(slotOf(house, name));
    return flow === undefined || isSafe(flow.actor);
  });

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

/** Thirteen digits, however they stand apart: the shortest number of a card, and a long one of anything else. */
const asLongAsCard = /\d(?:\D?\d){12}/;

/**
 * No draft keeps a text with the number of a card. What tells one from another long number is not here, so that each counts: who
 * has typed one is asked once more than they must be, and loses none. Texts stand as `text`, and by the names of their fields.
 */
const holdsCard = (context: unknown): boolean => {
  const { text, values, filled } = Object(context) as Record<string, unknown>;
  const texts: unknown[] = [text, ...Object.values(Object(values)), ...Object.values(Object(filled))];
  return texts.some((one) => typeof one === 'string' && asLongAsCard.test(one));
};

/**
 * A machine says it by the tag `safe to reload`; one that leaves its work to others need not. Whatever it says of itself,
 * it is no safer than they are: a sum typed in one part of a page is lost with the whole of it. Who stands `aside` has no say.
 */
function isSafe(actor: AnyActorRef): boolean {
  const snapshot = snapshotOf(actor);
  if (snapshot?.status !== 'active') return true;
  if (holdsCode(snapshot.context) || holdsCard(snapshot.context)) return false;
  const below = Object.values((snapshot.children ?? {}) as Record<string, AnyActorRef | undefined>).filter(hasWork);
  return (below.length > 0 || snapshot.hasTag?.('safe to reload') === true) && below.every(isSafe);
}

const slots = ['page', 'modal'] as const;

/** Whether the page may be loaded anew now without a loss: every flow that is open says so. */
export const isSafeToReload = (house: HouseActor): boolean =>
  slots.every((name) => {
    const flow = flowOf(slotOf(house, name));
    return flow === undefined || isSafe(flow.actor);
  });

/** Whether a flow that is wanted lacks a piece: what was missed and has come since is none. */
export const isPieceLost = (house: HouseActor): boolean =>
  slots.some((name) => {
    const slot = slotOf(house, name).getSnapshot();
    return slot.matches('lost') || (slot.matches('failed') && slot.context.why === 'not loaded');
  });

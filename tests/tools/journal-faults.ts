import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { endsOf } from '../../machines/journal/ends.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { parseJournal } from '../../contract/journal/file.ts';
import { maskEntry } from '../../contract/journal/mask.ts';
import { actorAt, applyEntry, stillRoot } from '../../machines/journal/replay.ts';
import { remaining, type OperationContext } from '../../machines/operation/operation.context.ts';
import { differences } from '../../machines/paths/difference.ts';
import { childMachines } from '../../machines/paths/inside-xstate.ts';
import { loadWholeRoot } from '../../machines/root/whole-root.ts';

const snapshotOf = (actor: AnyActorRef) => actor.getSnapshot() as AnyMachineSnapshot;

/** Machines that threw, by path. */
function fallen(actor: AnyActorRef, path = 'root'): string[] {
  const here = snapshotOf(actor).status === 'error' ? [path] : [];
  return [...here, ...childMachines(actor).flatMap(([id, child]) => fallen(child, `${path}/${id}`))];
}

/** What must hold of every house after every entry. */
function amiss(house: AnyActorRef, entry: Entry): string[] {
  const faults = fallen(house).map((path) => `${path} fell over`);
  if (snapshotOf(house).hasTag('broken')) faults.push('the house is broken');
  const [said, stands] = ['root/modals', 'root/modal'].map((path) => snapshotOf(actorAt(house, path)!).value);
  if ((said === 'open') !== (stands !== 'empty'))
    faults.push(`modals: ${String(said)}, and the place: ${String(stands)}`);
  if (entry.k === 'start' || entry.event.type !== 'user.confirmed' || !entry.to.endsWith('/operation')) return faults;
  // A confirm names the operation whose terms were read, before they lapsed, and leaves once.
  const operation = actorAt(house, entry.to);
  const leaf = operation && actorAt(house, `${entry.to}/submit`);
  if (!operation || !leaf) return [...faults, 'a confirm that nobody sends'];
  const context = snapshotOf(operation).context as OperationContext;
  const { body } = (leaf.getSnapshot() as unknown as { input: { body: { id: string } } }).input;
  if (body.id !== context.id) faults.push(`the confirm names ${body.id}, and the operation is ${context.id}`);
  if (remaining(context) <= 0) faults.push(`the terms of ${context.id} had lapsed`);
  return faults;
}

/** The confirm that is on its way from the flow of the page. */
const submitOf = (house: AnyActorRef) => actorAt(house, 'root/page/flow/operation/submit');

/**
 * What is wrong with a journal as a test of the machines: an entry that nobody hears, a machine that falls, a click on a
 * confirm that sends none or more than one, an end that is not the recording's, a word that is still to be masked.
 */
export async function faultsOf(text: string): Promise<string[]> {
  const { entries, ends, whole } = parseJournal(text);
  if (!whole) return ['its beginning is missing'];
  const [start] = entries;
  const house = stillRoot(await loadWholeRoot(), { input: start?.k === 'start' ? start.input : undefined });
  house.subscribe({ error: () => {} });
  const faults = entries.flatMap((entry, at) => {
    const unheard = entry.k !== 'start' && !actorAt(house, entry.to) ? [`nobody at ${entry.to}`] : [];
    const before = submitOf(house);
    applyEntry(house, entry);
    const now = submitOf(house);
    const isSent = now !== undefined && now !== before;
    const isClick = entry.k === 'send' && entry.event.type === 'user.confirmed' && entry.to.endsWith('/operation');
    const wrongly = isSent === isClick ? [] : [isSent ? 'sent without a click' : 'a click that sends nothing'];
    const open = JSON.stringify(maskEntry(entry)) === JSON.stringify(entry) ? [] : ['something in it is not masked'];
    return [...unheard, ...amiss(house, entry), ...wrongly, ...open].map((fault) => `entry ${at + 1}: ${fault}`);
  });
  return [...faults, ...differences(ends, endsOf(house)).map((fault) => `the end: ${fault}`)];
}

import { describe, expect, test } from 'vitest';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { endsOf } from '../../machines/journal/ends.ts';
import type { Entry } from '../../machines/journal/entry.ts';
import { parseJournal } from '../../machines/journal/file.ts';
import { maskEntry } from '../../machines/journal/mask.ts';
import { actorAt, applyEntry, stillRoot } from '../../machines/journal/replay.ts';
import { childMachines } from '../../machines/paths/inside-xstate.ts';
import { remaining, type OperationContext } from '../../machines/operation/operation.context.ts';
import { loadWholeRoot } from '../../machines/root/whole-root.ts';

/** Sessions of real browsers in front of the real server, and whatever somebody drops beside them. */
const files = import.meta.glob<string>('../journals/*.json', { query: '?raw', import: 'default', eager: true });
const root = await loadWholeRoot();

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

describe.each(Object.entries(files))('D8 %s', (_, text) => {
  const { entries, ends, whole } = parseJournal(text);
  const start = entries[0]!;

  test('D8 every entry finds who heard it, no machine falls, and it ends where the recording did', () => {
    expect(whole).toBe(true);
    const house = stillRoot(root, { input: start.k === 'start' ? start.input : undefined });
    house.subscribe({ error: () => {} });
    const faults = entries.flatMap((entry, at) => {
      const unheard = entry.k !== 'start' && !actorAt(house, entry.to) ? [`nobody at ${entry.to}`] : [];
      applyEntry(house, entry);
      return [...unheard, ...amiss(house, entry)].map((fault) => `entry ${at + 1}: ${fault}`);
    });
    expect(faults).toEqual([]);
    expect(endsOf(house)).toEqual(ends);
  });

  test('D8 each click on a confirm sends one, and nothing in it would still be masked', () => {
    const house = stillRoot(root, { input: start.k === 'start' ? start.input : undefined });
    const sent = entries.map((entry) => {
      const before = submitOf(house);
      applyEntry(house, entry);
      const now = submitOf(house);
      return now !== undefined && now !== before;
    });
    const clicked = entries.map((entry) => entry.k === 'send' && entry.event.type === 'user.confirmed');
    expect(sent).toEqual(clicked);
    expect(entries.map(maskEntry)).toEqual(entries);
  });
});

test('D8 there are journals, and among them money that moved, an answer that was lost, a sign-in', () => {
  const all = Object.values(files).join('\n');
  for (const telling of ['"status":"completed"', '"user.confirmed"', 'xstate.promise.reject', '"user.code typed"'])
    expect(all).toContain(telling);
});

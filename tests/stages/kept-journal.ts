import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { endsOf } from '../../machines/journal/ends.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import type { Batch, KeptSession } from '../../machines/journal/kept.ts';
import { applyEntry, stillRoot } from '../../machines/journal/replay.ts';
import type { Model } from '../../machines/model.ts';
import { isMachine, logicOf } from '../../machines/paths/inside-xstate.ts';
import { statesOf } from '../../machines/paths/seen.ts';
import { loadWholeRoot } from '../../machines/root/whole-root.ts';
import { begins } from '../tools/product.ts';

/** What a browser keeps of a page: how its session was written last, and all of its entries. */
interface KeptJournal {
  session: KeptSession;
  entries: Entry[];
}

/** In a page: what IndexedDB holds of journals, after the page has heard that it may not be seen again. */
async function readStore(): Promise<{ sessions: KeptSession[]; batches: (Batch & { session: string })[] }> {
  window.dispatchEvent(new Event('pagehide'));
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('not read')));
    });
  if ((await indexedDB.databases()).every(({ name }) => name !== 'journal')) return { sessions: [], batches: [] };
  const db = await done(indexedDB.open('journal'));
  const stores = db.transaction(['sessions', 'batches']);
  const sessions = done(stores.objectStore('sessions').getAll());
  const batches = done(stores.objectStore('batches').getAll());
  const kept = { sessions: await sessions, batches: await batches };
  db.close();
  return kept;
}

/** The journal that the page itself keeps on its device, whole and up to now. */
export async function keptJournal(page: Page): Promise<KeptJournal> {
  // Nothing keeps it yet where nobody has done anything.
  await begins({ page });
  let kept: KeptJournal | undefined;
  await expect
    .poll(
      async () => {
        const { sessions, batches } = await page.evaluate(readStore);
        const session = sessions.toSorted((one, other) => other.at - one.at)[0];
        if (!session) return 'nothing is kept';
        const own = batches
          .filter((batch) => batch.session === session.id)
          .toSorted((one, other) => one.from - other.from);
        const entries = own.flatMap(({ text }) => JSON.parse(text) as Entry[]);
        kept = { session, entries: [JSON.parse(session.start) as Entry, ...entries] };
        if (Object.keys(session.ends).length === 0) return 'it does not say where it ends';
        return session.whole && entries.length === session.next - 1 ? 'whole' : 'a part is missing';
      },
      { message: 'the journal in IndexedDB', timeout: 15_000 },
    )
    .toBe('whole');
  return kept!;
}

/** Whether the device keeps anything of any session. */
export async function hasJournal(page: Page): Promise<boolean> {
  const { sessions, batches } = await page.evaluate(readStore);
  return sessions.length + batches.length > 0;
}

/** Whether the machine of a model stood in a state while the journal is replayed; it ends where the page did. */
export async function isReplayedTo(
  { session, entries }: KeptJournal,
  { machine }: Model,
  state: string,
): Promise<boolean> {
  const [start] = entries;
  const root: AnyActorRef = stillRoot(await loadWholeRoot(), { input: start?.k === 'start' ? start.input : undefined });
  let stood = false;
  root.system.inspect({
    next: (event) => {
      const { actorRef } = event;
      if (event.type !== '@xstate.snapshot' || !isMachine(logicOf(actorRef as AnyActorRef))) return;
      if ((logicOf(actorRef as AnyActorRef) as { id?: string }).id !== machine.id) return;
      stood ||= statesOf(actorRef as AnyActorRef).includes(state);
    },
  });
  for (const entry of entries) applyEntry(root, entry);
  expect(endsOf(root)).toEqual(session.ends);
  return stood;
}

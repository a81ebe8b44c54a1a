import type { Entry } from '../../contract/journal/entry.ts';
import type { JournalFile } from '../../contract/journal/file.ts';
import type { Keeper, Recorded } from './keeper.ts';
import type { Batch, JournalStore, KeptSession } from './kept.ts';

/** What may be asked of the journals that are kept, of the person who is here and of this page. */
export interface JournalDesk {
  /** Sessions of who is here (null: of visitors), the one written last first; the one of this page is among them where it is kept. */
  sessions(): Promise<KeptSession[]>;
  /** Of this page: what is in memory, and its session. */
  recorded(): Recorded;
  /** Entries from the number `from` on, about `count` of them in batches; empty where there are none. */
  read(id: string, from: number, count: number): Promise<Batch[]>;
  /** This page up to now. */
  exportPage(): Promise<JournalFile>;
  exportSession(session: KeptSession): Promise<JournalFile>;
  /** All journals of this browser go, and what follows is recorded from here on. False where the store did not let go of them yet. */
  dropAll(): Promise<boolean>;
}

export const entriesOf = ({ text }: Batch): Entry[] => JSON.parse(text) as Entry[];

const slice = 5_000;

type Content = Omit<JournalFile, 'format' | 'made'>;
const fileOf = (content: Content): JournalFile => ({ format: 'statera journal', made: 1, ...content });

export function createDesk(keeper: Keeper, store: JournalStore): JournalDesk {
  /** All of a session as it was then; null where a piece of it is gone by now. */
  const readAll = async ({ id, start, from, next }: KeptSession): Promise<Entry[] | null> => {
    const entries: Entry[] = [];
    for (let at = from; at < next;) {
      const batches = await store.read(id, at, Math.min(slice, next - at));
      if (batches[0]?.from !== at) return null;
      for (const batch of batches) entries.push(...entriesOf(batch));
      at = from + entries.length;
    }
    return [JSON.parse(start) as Entry, ...entries.slice(0, next - from)];
  };

  return {
    async sessions() {
      const { account } = keeper.recorded();
      return (await store.sessions()).filter((each) => each.account === account);
    },
    recorded: () => keeper.recorded(),
    read: (id, from, count) => store.read(id, from, count),
    async exportPage() {
      const { session, account, start, latest, whole, ends } = keeper.recorded();
      const stored = session && (await readAll(session));
      const version = start?.k === 'start' ? start.version : '';
      if (session && stored) return fileOf({ version, account, whole: session.whole, entries: stored, ends });
      const entries = latest.flatMap(entriesOf);
      return fileOf({ version, account, whole, entries: [...(start ? [start] : []), ...entries], ends });
    },
    async exportSession(session) {
      const { version, account, start, ends } = session;
      const entries = await readAll(session);
      const whole = session.whole && entries !== null;
      return fileOf({ version, account, whole, entries: entries ?? [JSON.parse(start) as Entry], ends });
    },
    dropAll: () => keeper.dropAll(),
  };
}

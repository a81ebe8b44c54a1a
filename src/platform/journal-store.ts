import { listen } from './listen.ts';
import { withoutRoom, type Batch, type JournalStore, type KeptSession } from '../../machines/journal/kept.ts';

const name = 'journal';
const version = 1;
/** ms; a browser that has not opened it by then keeps nothing. */
const patience = 10_000;

type Row = Batch & { session: string };

/** An older form of it goes; whoever has a newer one open is left alone. */
const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    let isLate = false;
    /** The request goes on, and its `error` cannot be read while it does. */
    const giveUp = () => {
      isLate = true;
      clearTimeout(timer);
      reject(new Error('not opened'));
    };
    const timer = setTimeout(giveUp, patience);
    listen(request, ['blocked'], giveUp);
    listen(request, ['error'], (event) => {
      event.preventDefault();
      clearTimeout(timer);
      reject(request.error ?? new Error('not opened'));
    });
    listen(request, ['upgradeneeded'], () => {
      const db = request.result;
      for (const store of db.objectStoreNames) db.deleteObjectStore(store);
      db.createObjectStore('sessions', { keyPath: 'id' });
      db.createObjectStore('batches', { keyPath: ['session', 'from'] });
    });
    listen(request, ['success'], () => {
      clearTimeout(timer);
      if (isLate) request.result.close();
      else resolve(request.result);
    });
  });

const got = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    listen(request, ['success'], () => resolve(request.result));
    listen(request, ['error'], () => reject(request.error ?? new Error('not read')));
  });

/** Whether all of it was written. */
const finished = (transaction: IDBTransaction): Promise<boolean> =>
  new Promise((resolve) => {
    listen(transaction, ['complete'], () => resolve(true));
    listen(transaction, ['abort'], () => resolve(false));
  });

const before = (id: string, from: number): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, from], false, true);

/**
 * Journals in IndexedDB, by session, in batches. A storage that is blocked, full, broken, deleted or of another version
 * only means that nothing is kept.
 */
export function createJournalStore(): JournalStore {
  let connection: Promise<IDBDatabase> | undefined;
  const forget = () => {
    connection = undefined;
  };

  const connect = async (): Promise<IDBDatabase> => {
    connection ??= open().then((db) => {
      listen(db, ['close'], forget);
      // Whoever deletes or renews it in another tab does not wait for this one.
      listen(db, ['versionchange'], () => {
        forget();
        db.close();
      });
      return db;
    });
    try {
      return await connection;
    } catch (error) {
      forget();
      throw error;
    }
  };

  /** What `work` gives once all that it did is written; `otherwise` when it was not. */
  async function within<T>(
    mode: IDBTransactionMode,
    otherwise: T,
    work: (sessions: IDBObjectStore, batches: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    let transaction: IDBTransaction | undefined;
    try {
      transaction = (await connect()).transaction(['sessions', 'batches'], mode, { durability: 'relaxed' });
      const isWritten = finished(transaction);
      const result = await work(transaction.objectStore('sessions'), transaction.objectStore('batches'));
      return (await isWritten) ? result : otherwise;
    } catch {
      try {
        transaction?.abort();
      } catch {
        // It is over already.
      }
      return otherwise;
    }
  }

  const remove = (sessions: IDBObjectStore, batches: IDBObjectStore, { id }: KeptSession) => {
    sessions.delete(id);
    batches.delete(before(id, Infinity));
  };

  return {
    write: (session, added, isFresh) =>
      within('readwrite', false, async (sessions, batches) => {
        const rows = await got<KeptSession[]>(sessions.getAll());
        const others = rows.filter(({ id }) => id !== session.id);
        if (!isFresh && others.length === rows.length) return false;
        for (const each of withoutRoom(session, others)) remove(sessions, batches, each);
        sessions.put(session);
        for (const { from, count, text } of added)
          batches.put({ session: session.id, from, count, text } satisfies Row);
        batches.delete(before(session.id, session.from));
        return true;
      }),

    drop: (isDropped) =>
      within('readwrite', false, async (sessions, batches) => {
        const rows = await got<KeptSession[]>(sessions.getAll());
        for (const each of rows.filter(isDropped)) remove(sessions, batches, each);
        return true;
      }),

    sessions: () =>
      within('readonly', [], async (sessions) =>
        (await got<KeptSession[]>(sessions.getAll())).toSorted((one, other) => other.at - one.at),
      ),

    read: (id, from, count) =>
      within('readonly', [], async (_, batches) => {
        const holds = await got(batches.openKeyCursor(before(id, from + 1), 'prev'));
        const [, first = from] = (holds?.primaryKey ?? []) as [string?, number?];
        const rows = await got<Row[]>(batches.getAll(IDBKeyRange.bound([id, first], [id, from + count], false, true)));
        return rows.map(({ session: _session, ...batch }) => batch);
      }),
  };
}

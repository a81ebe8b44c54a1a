import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bounds, type Batch, type JournalStore, type KeptSession } from '../../machines/journal/kept.ts';
import { createJournalStore } from '../../src/platform/journal-store.ts';

const session = (id: string, changes: Partial<KeptSession> = {}): KeptSession => ({
  ...{
    id,
    account: 'A-1001',
    began: 1,
    at: 1,
    version: 'aaaa',
    start: '{}',
    from: 1,
    next: 1,
    size: 0,
    whole: true,
    ends: {},
  },
  ...changes,
});
const batch = (from: number, count = 10): Batch => ({
  ...{ from, count },
  text: JSON.stringify(Array.from({ length: count }, (_, at) => ({ t: from + at }))),
});

/** Everything that the browser keeps, whoever wrote it. */
const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error!));
  });
const open = (version?: number): Promise<IDBDatabase> => done(indexedDB.open('journal', version));
const remove = async (): Promise<void> => void (await done(indexedDB.deleteDatabase('journal')));
const closing: IDBDatabase[] = [];

/** What a page would complain of. */
const complaints: unknown[] = [];
const complain = (event: Event) => complaints.push(event);

beforeEach(async () => {
  await remove();
  window.addEventListener('error', complain);
  window.addEventListener('unhandledrejection', complain);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const db of closing.splice(0)) db.close();
  window.removeEventListener('error', complain);
  window.removeEventListener('unhandledrejection', complain);
  expect(complaints.splice(0)).toEqual([]);
  await remove();
});

const numbers = async (store: JournalStore, id: string, from: number, count: number): Promise<number[]> =>
  (await store.read(id, from, count)).flatMap(({ text }) => (JSON.parse(text) as { t: number }[]).map(({ t }) => t));
const ids = async (store: JournalStore) => (await store.sessions()).map(({ id }) => id);

describe('D8 what is kept of journals', () => {
  test('D8 what was written is read, from any entry on', async () => {
    const store = createJournalStore();
    expect(await store.write(session('a', { next: 11 }), [batch(1)], true)).toBe(true);
    expect(await store.write(session('a', { next: 31 }), [batch(11), batch(21)], false)).toBe(true);
    expect(await store.sessions()).toEqual([session('a', { next: 31 })]);
    expect((await store.read('a', 15, 10)).map(({ from }) => from)).toEqual([11, 21]);
    expect(await numbers(store, 'a', 1, 5)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await store.read('a', 31, 10)).toEqual([batch(21)]);
    expect(await store.read('b', 1, 10)).toEqual([]);
  });

  test('D8 another page, and another tab, find it; they write beside each other', async () => {
    const [one, other] = [createJournalStore(), createJournalStore()];
    const write = async (store: JournalStore, id: string) => {
      for (let at = 0; at < 20; at += 1)
        expect(await store.write(session(id, { at, next: at * 10 + 11 }), [batch(at * 10 + 1)], at === 0)).toBe(true);
    };
    await Promise.all([write(one, 'a'), write(other, 'b')]);
    const later = createJournalStore();
    for (const id of ['a', 'b']) expect((await numbers(later, id, 1, 200)).length).toBe(200);
    expect((await ids(later)).toSorted()).toEqual(['a', 'b']);
  });

  test('D8 batches before the first that is kept go', async () => {
    const store = createJournalStore();
    await store.write(session('a', { next: 31 }), [batch(1), batch(11), batch(21)], true);
    await store.write(session('a', { from: 21, next: 41 }), [batch(31)], false);
    expect((await numbers(store, 'a', 1, 100))[0]).toBe(21);
  });

  test('D8 what has no room beside the page that writes goes: the sixth of an account, and what is beyond the whole', async () => {
    const store = createJournalStore();
    for (const at of [1, 2, 3, 4, 5, 6]) await store.write(session(`s${at}`, { at, next: 11 }), [batch(1)], true);
    expect(await ids(store)).toEqual(['s6', 's5', 's4', 's3', 's2']);
    expect(await store.read('s1', 1, 10)).toEqual([]);
    await store.write(session('large', { account: null, at: 7, size: bounds.size - 1 }), [], true);
    await store.write(session('s6', { at: 8, next: 21, size: 2 }), [batch(11)], false);
    expect(await ids(store)).toEqual(['s6']);
  });

  test('D8 sessions are dropped with all that is in them, and whoever writes one of them is told', async () => {
    const store = createJournalStore();
    await store.write(session('a'), [batch(1)], true);
    await store.write(session('b', { account: null }), [batch(1)], true);
    expect(await store.drop(({ account }) => account === 'A-1001')).toBe(true);
    expect(await ids(store)).toEqual(['b']);
    expect(await store.write(session('a', { next: 21 }), [batch(11)], false)).toBe(false);
    expect([await ids(store), await store.read('a', 1, 100)]).toEqual([['b'], []]);
    await store.drop(() => true);
    const db = await open();
    closing.push(db);
    const rows = db.transaction(['sessions', 'batches']);
    const count = (name: string) => done(rows.objectStore(name).count());
    expect(await Promise.all([count('sessions'), count('batches')])).toEqual([0, 0]);
  });

  test('D8 100,000 entries are written, and any of them is read at once', async () => {
    const store = createJournalStore();
    const all = Array.from({ length: 200 }, (_, at) => batch(at * 500 + 1, 500));
    await store.write(session('a', { next: 100_001 }), all, true);
    expect((await numbers(store, 'a', 77_777, 500)).slice(0, 2)).toEqual([77_501, 77_502]);
  });
});

/** Nothing is kept, nobody is troubled. */
const keepsNothing = async (store: JournalStore) => {
  expect(await store.write(session('a'), [batch(1)], true)).toBe(false);
  expect(await store.write(session('a'), [batch(11)], false)).toBe(false);
  expect(await store.drop(() => true)).toBe(false);
  expect([await store.sessions(), await store.read('a', 1, 10)]).toEqual([[], []]);
};

describe('D8 S10 a storage that does not work troubles nobody', () => {
  test('D8 it throws at every touch', async () => {
    vi.spyOn(globalThis, 'indexedDB', 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    await keepsNothing(createJournalStore());
  });

  test('D8 it is not there', async () => {
    vi.spyOn(globalThis, 'indexedDB', 'get').mockReturnValue(undefined as never);
    await keepsNothing(createJournalStore());
  });

  test('D8 it refuses to open, as a private window does', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
    });
    await keepsNothing(createJournalStore());
  });

  test('D8 a newer page has made it newer: it stays as it is', async () => {
    const newer = await open(99);
    newer.close();
    await keepsNothing(createJournalStore());
    const again = await open();
    closing.push(again);
    expect([again.version, again.objectStoreNames.length]).toEqual([99, 0]);
  });

  test('D8 somebody made it in another form: nothing breaks', async () => {
    const request = indexedDB.open('journal', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('leftovers'));
    (await done(request)).close();
    await keepsNothing(createJournalStore());
  });

  test('D8 it is full', async () => {
    const store = createJournalStore();
    await store.write(session('a', { next: 11 }), [batch(1)], true);
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    expect(await store.write(session('a', { next: 21 }), [batch(11)], false)).toBe(false);
    full.mockRestore();
    expect(await store.sessions()).toEqual([session('a', { next: 11 })]);
    // As browsers tell it: the transaction ends by itself, after everything was asked.
    let isAborted = false;
    const aborting = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
      const { transaction } = this;
      if (!isAborted) queueMicrotask(() => transaction.abort());
      isAborted = true;
      return {} as never;
    });
    expect(await store.write(session('a', { next: 21 }), [batch(11)], false)).toBe(false);
    aborting.mockRestore();
    expect(await numbers(store, 'a', 1, 100)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('D8 somebody deletes it while a page has it open: the page does not stand in the way, and writes anew when it may', async () => {
    const store = createJournalStore();
    await store.write(session('a'), [batch(1)], true);
    await remove();
    expect(await store.write(session('a'), [batch(11)], false)).toBe(false);
    expect(await store.write(session('b'), [batch(1)], true)).toBe(true);
    expect(await ids(store)).toEqual(['b']);
  });

  test('D8 another tab renews it while this one has it open: this one steps aside', async () => {
    const store = createJournalStore();
    await store.write(session('a'), [batch(1)], true);
    closing.push(await open(2));
    expect(await store.write(session('a'), [batch(11)], false)).toBe(false);
    expect(await store.sessions()).toEqual([]);
  });

  /** Another tab that does not step aside. */
  const stubborn = async (): Promise<IDBDatabase> => {
    const request = indexedDB.open('journal', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('older'));
    const older = await done(request);
    closing.push(older);
    return older;
  };

  test('D8 another tab keeps an older form of it: nothing is kept until it lets go', async () => {
    const older = await stubborn();
    const real = Reflect.get(IDBFactory.prototype, 'open') as IDBFactory['open'];
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name) {
      return real.call(this, name, 2);
    });
    const store = createJournalStore();
    expect(await store.write(session('a'), [batch(1)], true)).toBe(false);
    older.close();
    expect(await store.write(session('a'), [batch(1)], true)).toBe(true);
  });

  test('D8 it neither opens nor says why: it is given up in time', async () => {
    await stubborn();
    indexedDB.deleteDatabase('journal');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const written = createJournalStore().write(session('a'), [batch(1)], true);
      vi.advanceTimersByTime(10_000);
      expect(await written).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test('D8 another tab does not let it be renewed: it is not waited for', async () => {
    const closed: string[] = [];
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      const result = { close: () => closed.push('late') };
      const request = Object.assign(new EventTarget(), { error: null, result });
      queueMicrotask(() => {
        request.dispatchEvent(new Event('blocked'));
        request.dispatchEvent(new Event('success'));
      });
      return request as never;
    });
    await keepsNothing(createJournalStore());
    expect(closed.length).toBeGreaterThan(0);
  });
});

import { describe, expect, test } from 'vitest';
import { createDesk, entriesOf } from '../../machines/journal/desk.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { parseJournal, writeJournal } from '../../contract/journal/file.ts';
import { createKeeper } from '../../machines/journal/keeper.ts';
import { bounds, withoutRoom, type KeptSession } from '../../machines/journal/kept.ts';
import { maskEntry } from '../../contract/journal/mask.ts';
import { createRing } from '../../machines/journal/ring.ts';
import { createFakeStore } from './fake-journal-store.ts';

const memory = { email: 'demo@example.com', kept: { interrupted: '/history/exchange', whose: 'A-1001' } };
const begin: Entry = {
  t: 0,
  k: 'start',
  input: { path: '/exchange/USD/BTC', locale: 'ru', at: 0, product: 'Statera', memory },
  version: '',
};
const said = (t: number, type = 'user.confirmed', more: object = {}): Entry => ({
  t,
  k: 'send',
  to: 'root/page/flow',
  event: { type, ...more },
});

/** A keeper whose quiet moments come by `rest`; its clock goes on by `tick` ms whenever it is asked. */
function open({
  early = [begin],
  wanted = true,
  isWhole = true,
  tick = 0.001,
}: { early?: Entry[]; wanted?: boolean; isWhole?: boolean; tick?: number } = {}) {
  const fake = createFakeStore();
  const quiet: (() => void)[] = [];
  const pauses: number[] = [];
  const setting = { wanted };
  let at = 100;
  let ids = 0;
  const keeper = createKeeper({
    store: fake.store,
    mask: maskEntry,
    now: () => (at += tick),
    newId: () => `session-${(ids += 1)}`,
    later: (run, pause) => {
      quiet.push(run);
      pauses.push(pause);
    },
    ends: () => ({ root: ['open'] }),
    version: 'aaaa',
    isWanted: () => setting.wanted,
    early,
    isWhole,
  });
  const rest = async () => {
    for (const run of quiet.splice(0)) run();
    await Promise.resolve();
  };
  const hear = (...entries: Entry[]) => entries.forEach((entry) => keeper.append(entry));
  const times = () =>
    keeper
      .recorded()
      .latest.flatMap(entriesOf)
      .map(({ t }) => t);
  const stored = () => [...fake.sessions.values()];
  return { ...fake, keeper, desk: createDesk(keeper, fake.store), quiet, pauses, setting, rest, hear, times, stored };
}
type Open = ReturnType<typeof open>;
const many = (count: number, from = 1) => Array.from({ length: count }, (_, at) => said(from + at));

describe('D8 what is heard', () => {
  test('D8 it is written when the page is quiet, once for all of it, and masked by then', async () => {
    const it = open();
    it.hear(
      said(1, 'user.email typed', { value: 'demo@example.com' }),
      said(2, 'user.password typed', { value: 'hunter2' }),
    );
    expect([it.quiet.length, it.state.writes, it.stored()]).toEqual([1, 0, []]);
    await it.rest();
    expect([it.quiet.length, it.state.writes]).toEqual([0, 1]);
    expect(it.stored()).toMatchObject([
      { id: 'session-1', account: null, version: 'aaaa', from: 1, next: 3, whole: true, ends: {} },
    ]);
    it.keeper.flush(true);
    expect(it.stored()).toMatchObject([{ next: 3, ends: { root: ['open'] } }]);
    expect(it.text()).toContain('xxxx@xxxxxxx.xxx');
    expect(it.text()).not.toMatch(/demo@|hunter2/);
  });

  test('D8 what was heard before it could be written comes first', async () => {
    const it = open({ early: [begin, said(1), said(2)] });
    it.hear(said(3));
    await it.rest();
    const { entries, whole } = await it.desk.exportPage();
    expect([entries.map(({ t }) => t), whole]).toEqual([[0, 1, 2, 3], true]);
    expect(entries[0]).toMatchObject({ k: 'start', version: 'aaaa' });
  });

  test('D8 a beginning that was too long to be kept is told as such', async () => {
    const it = open({ early: [begin, said(1)], isWhole: false });
    expect((await it.desk.exportPage()).whole).toBe(false);
  });

  test('D8 a storm of it is written in pieces', async () => {
    const it = open();
    it.hear(...many(1_234));
    await it.rest();
    expect(it.keeper.recorded().latest.map(({ from, count }) => [from, count])).toEqual([
      [1, 500],
      [501, 500],
      [1_001, 234],
    ]);
    expect(it.state.writes).toBe(1);
  });

  test('D8 what takes long to mask is masked a slice at a time, and the page is spoken to in between', async () => {
    const it = open({ tick: bounds.slice / 2 });
    it.hear(...many(5));
    const seen: number[] = [];
    const next = () => it.stored()[0]?.next ?? 0;
    for (; it.quiet.length > 0; seen.push(next())) await it.rest();
    expect(seen).toEqual([3, 5, 6]);
    expect(it.pauses).toEqual([bounds.pause, 0, 0]);
    it.hear(said(6));
    expect([it.quiet.length, it.pauses.at(-1)]).toEqual([1, bounds.pause]);
    expect(it.times()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('D8 one entry that takes longer than a slice does not stop the rest', async () => {
    const it = open({ tick: bounds.slice * 2 });
    it.hear(...many(3));
    for (let turn = 1; turn <= 3; turn += 1) {
      await it.rest();
      expect([it.stored()[0]?.next, it.quiet.length]).toEqual([turn + 1, turn < 3 ? 1 : 0]);
    }
  });

  test('D8 a page that is hidden between two slices loses nothing and writes nothing twice', async () => {
    const it = open({ tick: bounds.slice / 2 });
    it.hear(...many(5));
    await it.rest();
    it.keeper.flush(true);
    expect(it.stored()).toMatchObject([{ next: 6, whole: true, ends: { root: ['open'] } }]);
    await it.rest();
    expect([it.times(), it.quiet.length]).toEqual([[1, 2, 3, 4, 5], 0]);
  });

  test('D8 turned off between two slices, the rest is never written', async () => {
    const it = open({ tick: bounds.slice / 2 });
    it.hear(...many(5));
    await it.rest();
    it.keeper.turn(false);
    await it.rest();
    expect([it.times(), it.stored()]).toEqual([[], []]);
  });

  test('D8 somebody else between two slices gets nothing of the one before', async () => {
    const it = open({ tick: bounds.slice / 2 });
    it.keeper.own('A-1');
    it.hear(...many(5));
    await it.rest();
    it.keeper.leave('other account');
    it.keeper.own('A-2');
    it.hear(said(9));
    while (it.quiet.length > 0) await it.rest();
    expect([it.times(), it.stored().map(({ account, next }) => [account, next])]).toEqual([[9], [['A-2', 2]]]);
  });

  test('D8 what cannot be written is left out, and the rest is there', async () => {
    const it = open();
    const round: Record<string, unknown> = {};
    round['self'] = round;
    const tower = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    it.hear(said(1, 'a', { round }), said(2, 'b', { count: 10n }), said(3, 'c', { tower: tower(50_000) }), said(4));
    await it.rest();
    expect(it.times()).toEqual([1, 3, 4]);
    expect(it.keeper.recorded().whole).toBe(false);
  });
});

describe('D8 it is bounded', () => {
  test('D8 in memory, by number', async () => {
    const it = open();
    it.state.fails = true;
    for (let part = 0; part < 12; part += 1) {
      it.hear(...many(1_000, part * 1_000 + 1));
      await it.rest();
    }
    const { latest, whole, session } = it.keeper.recorded();
    expect([latest.reduce((sum, { count }) => sum + count, 0), whole, session]).toEqual([5_000, false, null]);
    expect(it.times().at(-1)).toBe(12_000);
  });

  test('D8 in memory, when the page is never quiet', () => {
    const it = open();
    it.hear(...many(bounds.inMemory * 3));
    expect(it.times().length).toBe(bounds.inMemory);
  });

  test('D8 in memory and in the store, by size', async () => {
    const it = open();
    const large = { note: 'a'.repeat(1_000), list: Array.from({ length: 400 }, () => 'b'.repeat(1_000)) };
    for (let t = 1; t <= 60; t += 1) {
      it.hear(said(t, 'x', large));
      await it.rest();
    }
    const { latest, session } = it.keeper.recorded();
    const weight = latest.reduce((sum, { text }) => sum + text.length, 0);
    expect(weight).toBeLessThanOrEqual(bounds.sizeInMemory);
    expect(weight).toBeGreaterThan(bounds.sizeInMemory * 0.8);
    expect(session!.size).toBeLessThanOrEqual(bounds.size);
    expect([session!.whole, session!.from > 1, session!.next]).toEqual([false, true, 61]);
  });

  test('D8 in the store, by number: the start and the latest', async () => {
    const it = open();
    for (let part = 0; part < 103; part += 1) {
      it.hear(...many(1_000, part * 1_000 + 1));
      await it.rest();
    }
    const { entries, whole } = await it.desk.exportPage();
    expect([entries.length, whole]).toEqual([bounds.entries + 1, false]);
    expect([entries[0]!.k, entries[1]!.t, entries.at(-1)!.t]).toEqual(['start', 3_001, 103_000]);
  }, 60_000);

  test('D8 a row of runs keeps its last one whatever it weighs', () => {
    const ring = createRing(10, 100);
    for (const [from, count, size] of [
      [1, 4, 40],
      [5, 4, 40],
      [9, 4, 500],
    ] as const)
      ring.add({ from, count, size });
    expect([ring.runs().length, ring.from(), ring.next(), ring.size()]).toEqual([1, 9, 13, 500]);
  });

  test('D8 sessions without room: more than five of an account, and what is beyond the whole', () => {
    const session = (id: string, account: string | null, at: number, next = 11, size = 100): KeptSession => ({
      ...{ id, account, began: at, at, version: '', start: '', from: 1, next, size, whole: true, ends: {} },
    });
    const mine = session('mine', 'A-1001', 100);
    const older = [9, 8, 7, 6, 5].map((at) => session(`mine-${at}`, 'A-1001', at));
    const visits = [10, 4].map((at) => session(`visit-${at}`, null, at));
    expect(withoutRoom(mine, [...older, ...visits]).map(({ id }) => id)).toEqual(['mine-5']);
    const heavy = session('heavy', 'A-1001', 8.5, 11, bounds.size);
    expect(withoutRoom(mine, [...older, heavy]).map(({ id }) => id)).toEqual([
      'heavy',
      'mine-8',
      'mine-7',
      'mine-6',
      'mine-5',
    ]);
    const long = session('long', null, 99, bounds.entries);
    expect(withoutRoom(mine, [long]).map(({ id }) => id)).toEqual(['long']);
  });
});

/** A session of an earlier page lies in the store. */
const earlier = (it: Open, id: string, account: string | null) =>
  it.sessions.set(id, {
    ...({ id, account, began: 1, at: 1, version: '', start: '{}' } as const),
    ...{ from: 1, next: 1, size: 0, whole: true, ends: {} },
  });

describe('D8 whose it is', () => {
  /** Somebody did something here, signed in or not. */
  const lived = async (account?: string): Promise<Open> => {
    const it = open();
    it.hear(...many(3));
    await it.rest();
    if (account !== undefined) it.keeper.own(account);
    it.hear(...many(3, 4));
    await it.rest();
    return it;
  };

  test('D8 a visit becomes that of who signs in', async () => {
    const it = await lived('A-1001');
    expect(it.stored()).toMatchObject([{ id: 'session-1', account: 'A-1001', next: 7, whole: true }]);
    expect(await it.desk.exportPage()).toMatchObject({ account: 'A-1001', whole: true });
  });

  test('D8 signing in again, and being known already, changes nothing', async () => {
    const it = await lived('A-1001');
    const { writes } = it.state;
    it.keeper.own('A-1001');
    expect([it.state.writes, it.stored().length]).toEqual([writes, 1]);
  });

  test('D8 who signs in finds nothing of anybody else; their own earlier sessions stay', async () => {
    const it = open();
    earlier(it, 'theirs', 'A-2002');
    earlier(it, 'a visit', null);
    earlier(it, 'mine', 'A-1001');
    it.keeper.own('A-1001');
    await it.rest();
    expect(it.stored().map(({ id }) => id)).toEqual(['mine', 'session-1']);
    expect((await it.desk.sessions()).map(({ id }) => id)).toEqual(['session-1', 'mine']);
  });

  test('D8 whoever signs out leaves nothing, here or in the store, and nothing is kept until somebody signs in', async () => {
    const it = await lived('A-1001');
    it.hear(said(7, 'signal.user', { user: { account_id: 'A-1001' } }));
    it.keeper.leave('asked');
    expect(it.stored()).toEqual([]);
    it.hear(said(8));
    await it.rest();
    it.keeper.flush();
    expect([it.stored(), it.times()]).toEqual([[], [8]]);
    const file = await it.desk.exportPage();
    expect(JSON.stringify(file)).not.toMatch(/A-1001|exchange|history/);
    expect([file.account, file.whole, file.entries[0]!.k]).toEqual([null, false, 'start']);
    expect(parseJournal(writeJournal(file)).entries.length).toBe(2);
    it.keeper.own('A-1001');
    expect(it.stored()).toMatchObject([{ id: 'session-2', account: 'A-1001', whole: false }]);
  });

  test('D8 another person in the same page: everything of the first goes, also what waits', async () => {
    const it = await lived('A-1001');
    it.hear(said(7, 'x', { account: 'A-1001' }));
    it.keeper.own('A-2002');
    it.hear(said(8));
    await it.rest();
    expect(it.text()).not.toMatch(/A-1001|exchange\/USD|history/);
    expect(it.stored()).toMatchObject([{ id: 'session-2', account: 'A-2002', whole: false }]);
    expect(it.times()).toEqual([8]);
  });

  test('D8 sign-out in one tab takes what the other one keeps; it goes on in memory, and begins with the next sign-in', async () => {
    const it = await lived('A-1001');
    await it.store.drop(() => true);
    it.hear(said(7));
    await it.rest();
    await Promise.resolve();
    it.hear(said(8));
    await it.rest();
    expect([it.stored(), it.times().length, it.keeper.recorded().session]).toEqual([[], 8, null]);
    it.keeper.own('A-1001');
    expect(it.stored()).toMatchObject([{ account: 'A-1001', next: 9, whole: true }]);
  });
});

describe('D8 what had to go goes', () => {
  const ids = (it: Open) => it.stored().map(({ id }) => id);

  test('D8 a page that finds a visitor keeps its own visit, and nothing of any account', async () => {
    const it = open();
    earlier(it, 'theirs', 'A-1001');
    it.hear(said(1));
    await it.rest();
    it.keeper.leave('visitor');
    it.hear(said(2));
    await it.rest();
    expect(ids(it)).toEqual(['session-1']);
    expect(await it.desk.exportPage()).toMatchObject({ account: null, whole: true });
  });

  test.each(['asked', 'put off'] as const)('D8 %s: nothing of anybody is kept', async (why) => {
    const it = open();
    it.keeper.own('A-1001');
    earlier(it, 'of another', 'A-2002');
    earlier(it, 'a visit', null);
    it.keeper.leave(why);
    expect(ids(it)).toEqual([]);
  });

  test('D8 a wipe that failed is tried again with every batch until it was done, and takes no later session', async () => {
    const it = open();
    it.keeper.own('A-1001');
    await it.rest();
    it.state.fails = true;
    it.keeper.leave('asked');
    it.hear(said(1));
    await it.rest();
    expect(ids(it)).toEqual(['session-1']);
    it.state.fails = false;
    it.keeper.own('A-1001');
    it.hear(said(2));
    await it.rest();
    expect(ids(it)).toEqual(['session-2']);
    earlier(it, 'of another tab', 'A-1001');
    it.hear(said(3));
    await it.rest();
    expect(ids(it)).toEqual(['session-2', 'of another tab']);
  });

  test('D8 what another person left, and could not be dropped, goes with the next batch', async () => {
    const it = open();
    earlier(it, 'theirs', 'A-1001');
    it.state.fails = true;
    it.keeper.own('A-2002');
    it.state.fails = false;
    it.hear(said(1));
    await it.rest();
    expect(ids(it)).not.toContain('theirs');
  });

  test('D8 turned off on another day, it leaves nothing of that day', async () => {
    const it = open({ wanted: false });
    expect(ids(it)).toEqual([]);
    earlier(it, 'left', 'A-1001');
    it.keeper.own('A-1001');
    expect(ids(it)).toEqual([]);
  });

  test('D8 whoever drops everything hears when it was not done', async () => {
    const it = open();
    it.keeper.own('A-1001');
    await it.rest();
    it.state.fails = true;
    expect(await it.desk.dropAll()).toBe(false);
    it.state.fails = false;
    expect(await it.desk.dropAll()).toBe(true);
    expect(ids(it)).toEqual([]);
  });
});

describe('D8 it is off by one setting', () => {
  test('D8 a page that begins without one records nothing', async () => {
    const it = open({ wanted: false, early: [begin, said(1)] });
    it.hear(said(2));
    it.keeper.own('A-1001');
    await it.rest();
    it.keeper.flush();
    expect([it.state.writes, it.times(), it.quiet.length]).toEqual([0, [], 0]);
    expect(JSON.stringify(it.keeper.recorded().start)).not.toMatch(/xxxx@|history|A-1001/);
  });

  test('D8 turned off, everything goes; turned on, it begins from there', async () => {
    const it = open();
    it.hear(said(1));
    it.keeper.own('A-1001');
    await it.rest();
    it.setting.wanted = false;
    it.keeper.turn(false);
    it.hear(said(2));
    await it.rest();
    expect([it.stored(), it.times()]).toEqual([[], []]);
    it.setting.wanted = true;
    it.keeper.turn(true);
    it.hear(said(3));
    await it.rest();
    expect(it.stored()).toMatchObject([{ account: 'A-1001', whole: false, next: 2 }]);
    expect(it.times()).toEqual([3]);
  });

  test('D8 turned off and on in another tab, this one ends its own session and leaves what has begun there since', async () => {
    const it = open();
    it.hear(said(1));
    it.keeper.own('A-1001');
    await it.rest();
    it.sessions.set('elsewhere', { ...it.stored()[0]!, id: 'elsewhere' });
    it.keeper.turn(false, true);
    it.hear(said(2));
    await it.rest();
    expect(it.stored().map(({ id }) => id)).toContain('elsewhere');
    expect(it.times()).toEqual([]);
    it.keeper.turn(true, true);
    it.hear(said(3));
    await it.rest();
    expect(it.stored().map(({ id }) => id)).toContain('elsewhere');
    expect(it.times()).toEqual([3]);
  });

  test('D8 another tab turned it off: this one begins no session any more', async () => {
    const it = open();
    it.setting.wanted = false;
    it.hear(said(1));
    await it.rest();
    expect(it.stored()).toEqual([]);
  });

  test('D8 everything can be dropped, and what follows is kept', async () => {
    const it = open();
    it.hear(said(1));
    it.keeper.own('A-1001');
    await it.rest();
    expect(await it.desk.dropAll()).toBe(true);
    expect(it.stored()).toEqual([]);
    it.hear(said(2));
    await it.rest();
    expect(it.stored()).toMatchObject([{ account: 'A-1001', whole: false }]);
    expect(it.times()).toEqual([2]);
  });
});

describe('D8 of others whom this device remembers', () => {
  const [mine, others] = ['10000016', '10000032'];
  const paths = {
    'in the query': (id: string) => `/exchange/USD/BTC?operation=${id}`,
    'in the path': (id: string) => `/withdraw/form/bank_eur/${id}`,
  };
  const operation = paths['in the query'];
  const startOf = (whose: string, at = operation): Entry => ({
    ...begin,
    input: {
      ...(begin.input as object),
      memory: { asked: [others, mine], kept: { interrupted: at('5QYAXSZYBAG5JYEAXRTK'), landing: null, whose } },
    },
  });
  const memoryIn = (start: unknown) => (start as { input: { memory: unknown } }).input.memory;

  test.each(Object.entries(paths))(
    'D8 an account and an operation are written only of who is signed in: %s',
    async (_, at) => {
      const it = open({ early: [startOf(others, at)] });
      it.keeper.own(mine);
      await it.rest();
      const kept = { interrupted: at('0xxxxxxxxxx0xxxxxxxx'), landing: null, whose: '00000000' };
      const expected = { asked: ['00000000', mine], kept };
      expect(memoryIn(JSON.parse(it.stored()[0]!.start))).toEqual(expected);
      expect(memoryIn(it.keeper.recorded().start)).toEqual(expected);
      expect(JSON.stringify((await it.desk.exportPage()).entries)).not.toContain(others);
    },
  );

  test('D8 of a visitor nothing is, and of who signs in later their own is written then', async () => {
    const it = open({ early: [startOf(mine)] });
    expect(JSON.stringify(it.keeper.recorded().start)).not.toMatch(/10000016|10000032|5QYAX/);
    it.keeper.own(mine);
    await it.rest();
    const { start } = it.stored()[0]!;
    expect(memoryIn(JSON.parse(start))).toEqual({
      asked: ['00000000', mine],
      kept: { interrupted: operation('5QYAXSZYBAG5JYEAXRTK'), landing: null, whose: mine },
    });
  });
});

describe('D8 a store that fails takes nothing with it', () => {
  test('D8 from the beginning', async () => {
    const it = open();
    it.state.fails = true;
    it.hear(said(1));
    await it.rest();
    it.hear(said(2));
    await it.rest();
    expect([it.state.writes, it.times(), it.keeper.recorded().whole]).toEqual([1, [1, 2], true]);
    const { entries, whole } = await it.desk.exportPage();
    expect([entries.length, whole]).toEqual([3, true]);
  });

  test('D8 in the middle: an export is made of what is in memory', async () => {
    const it = open();
    it.hear(...many(3));
    await it.rest();
    await it.store.drop(() => true);
    const { entries, whole, ends } = await it.desk.exportPage();
    expect([entries.map(({ t }) => t), whole, ends]).toEqual([[0, 1, 2, 3], true, { root: ['open'] }]);
  });

  test('D8 a session of an earlier page of which a piece is gone is told as not whole', async () => {
    const it = open();
    it.hear(...many(3));
    await it.rest();
    const [session] = it.stored();
    expect((await it.desk.exportSession(session!)).entries.length).toBe(4);
    await it.store.drop(() => true);
    expect(await it.desk.exportSession(session!)).toMatchObject({ whole: false, entries: [{ k: 'start' }] });
  });
});

test('D8 a session is read in slices, from any entry on', async () => {
  const it = open();
  for (let part = 0; part < 3; part += 1) {
    it.hear(...many(700, part * 700 + 1));
    await it.rest();
  }
  const { id } = it.stored()[0]!;
  const slice = (await it.desk.read(id, 650, 100)).flatMap(entriesOf);
  expect(slice[0]!.t).toBeLessThanOrEqual(650);
  expect(slice.at(-1)!.t).toBeGreaterThanOrEqual(749);
  expect(await it.desk.read('nobody', 1, 100)).toEqual([]);
});

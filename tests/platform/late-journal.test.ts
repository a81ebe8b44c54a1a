import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Entry } from '../../contract/journal/entry.ts';
import { bounds } from '../../machines/journal/kept.ts';

interface Begun {
  early: Entry[];
  isWhole: boolean;
}

const told: unknown[] = [];
let begun: Begun | undefined;
let isThere = true;

const noted =
  (name: string, now: () => number) =>
  (what: unknown): void =>
    void told.push([name, what, now()]);

vi.mock('../../src/app/journal.ts', () => ({
  keepJournal: (early: Entry[], _house: unknown, { isWhole, now }: { isWhole: boolean; now: () => number }) => {
    begun = { early: [...early], isWhole };
    const [append, own, leave, turn] = ['append', 'own', 'leave', 'turn'].map((name) => noted(name, now));
    return { append, own, leave, turn };
  },
  reportOfPage: () => Promise.resolve({ text: '[]', count: 0 }),
}));
/** Asks again until the line is there. */
vi.mock('../../src/house/patiently.ts', () => ({
  patiently: async (come: () => Promise<unknown>) => {
    while (!isThere) await new Promise((waited) => setTimeout(waited, 1_000));
    return await come();
  },
}));
vi.mock('../../src/platform/clock.ts', () => ({ pageNow: () => Date.now() }));

const entry = (n: number): Entry => ({ t: n, k: 'send', to: 'root', event: { type: `user.${n}` } });
const start: Entry = { t: 0, k: 'start', input: {}, version: '' };

/** A page of its own: what it waits for is remembered by the module. */
const open = async (early: Entry[] = [start, entry(1)]) => {
  vi.resetModules();
  const late = await import('../../src/app/late-journal.ts');
  const somebody = Promise.withResolvers<void>();
  return {
    ...late,
    begins: somebody.resolve,
    journal: late.createLateJournal(early, () => ({}) as never, somebody.promise),
  };
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  [told.length, begun, isThere] = [0, undefined, true];
});
afterEach(() => void vi.useRealTimers());

describe('D8 what keeps the journal comes late', () => {
  test('D8 what waited is done in its order, each at its own time, when somebody begins', async () => {
    const { journal, begins } = await open();
    journal.own('A-1001');
    await vi.advanceTimersByTimeAsync(500);
    journal.append(entry(2));
    journal.turn(true);
    expect(begun).toBeUndefined();
    begins();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(begun).toEqual({ early: [start, entry(1)], isWhole: true });
    journal.append(entry(3));
    expect(told).toEqual([
      ['own', 'A-1001', 1_000],
      ['append', entry(2), 1_500],
      ['turn', true, 1_500],
      ['append', entry(3), Date.now()],
    ]);
  });

  test('D8 a page that stands for ten seconds keeps one, and so does whoever asks for it', async () => {
    await open();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(begun).toBeUndefined();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toBeDefined();
    begun = undefined;
    const { reportOfPage } = await open();
    expect(await reportOfPage()).toEqual({ text: '[]', count: 0 });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(begun).toBeDefined();
  });

  test.each([
    ['somebody signs out', 'leave', 'own wish'],
    ['somebody turns it off', 'turn', false],
  ] as const)('D8 where %s nothing of before waits on, and what is to go goes at once', async (_, name, what) => {
    const { journal } = await open();
    journal.own('A-1001');
    journal.append(entry(2));
    (journal[name] as (what: unknown) => void)(what);
    journal.append(entry(3));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual({ early: [start], isWhole: false });
    expect(told.map((each) => (each as unknown[]).slice(0, 2))).toEqual([
      ['own', 'A-1001'],
      [name, what],
      ['append', entry(3)],
    ]);
  });

  test('D8 a visitor who stays one loses nothing of it', async () => {
    const { journal, begins } = await open();
    journal.append(entry(2));
    journal.leave('visitor');
    begins();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(begun).toEqual({ early: [start, entry(1)], isWhole: true });
    expect(told).toHaveLength(2);
  });

  test('D8 a page that found nobody, and then somebody who had come in meanwhile, takes nothing of theirs', async () => {
    const { journal, begins } = await open();
    journal.leave('visitor');
    journal.append(entry(2));
    journal.own('A-1001');
    begins();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(told.map((each) => (each as unknown[]).slice(0, 2))).toEqual([
      ['append', entry(2)],
      ['own', 'A-1001'],
    ]);
    journal.leave('visitor');
    journal.own('A-1001');
    expect(told.slice(2).map((each) => (each as unknown[])[0])).toEqual(['leave', 'own']);
  });

  test('D8 where it does not come, the latest waits and no more', async () => {
    isThere = false;
    const { journal } = await open();
    for (let n = 0; n < bounds.inMemory + 500; n += 1) journal.append(entry(n));
    journal.own('A-1001');
    await vi.advanceTimersByTimeAsync(5_000);
    isThere = true;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(begun?.isWhole).toBe(false);
    expect(told.length).toBeLessThanOrEqual(bounds.inMemory);
    expect(told.at(-1)).toEqual(['own', 'A-1001', 1_000]);
    expect(told.at(-2)).toEqual(['append', entry(bounds.inMemory + 499), 1_000]);
  });
});

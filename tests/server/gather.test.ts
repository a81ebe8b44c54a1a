import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../server/db/db.ts';
import { gathered, type Gathered } from '../../server/db/gather.ts';

const refused = (code: string) => Object.assign(new Error(code), { severity: 'ERROR', code });

/** Asks that wait until they are let go, each with what it asked. */
const makeGathered = (
  answer: (one: number) => number,
  { most = 16, lanes = 1, after }: { most?: number; lanes?: number; after?: Gathered<number, number> } = {},
) => {
  const asked: number[][] = [];
  const held: (() => void)[] = [];
  const ask = gathered<number, number>({
    ...{ lanes, most, ...(after && { after }) },
    async ask(_, all) {
      asked.push(all);
      await new Promise<void>((go) => held.push(go));
      return all.map(answer);
    },
  });
  const letGo = async (): Promise<void> => {
    while (held.length === 0) await new Promise((next) => setImmediate(next));
    held.shift()?.();
  };
  return { ask, asked, letGo };
};

const pool = { isTransaction: false } as Db;

describe('what is asked at the same time', () => {
  test('F9 whoever is first asks at once, who comes meanwhile goes together, each with its own answer', async () => {
    const { ask, asked, letGo } = makeGathered((one) => one * 10, { most: 2 });
    const first = ask(pool, 1);
    await new Promise((next) => setImmediate(next));
    const others = [2, 3, 4].map((one) => ask(pool, one));
    for (let turn = 0; turn < 3; turn += 1) await letGo();
    expect([await first, ...(await Promise.all(others))]).toEqual([10, 20, 30, 40]);
    expect(asked).toEqual([[1], [2, 3], [4]]);
  });

  test('F9 where one of them is refused the others are not: each asks by itself', async () => {
    const { ask, asked, letGo } = makeGathered((one) => {
      if (one === 2) throw refused('23514');
      return one;
    });
    const all = [1, 2, 3].map((one) => ask(pool, one));
    for (let turn = 0; turn < 4; turn += 1) await letGo();
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(asked).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  test('F9 without a connection nobody is asked again, and whoever comes later is', async () => {
    let gone = true;
    const { ask, asked, letGo } = makeGathered((one) => {
      if (gone) throw refused('08006');
      return one;
    });
    const all = [1, 2].map((one) => ask(pool, one));
    await letGo();
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    gone = false;
    const later = ask(pool, 3);
    await letGo();
    expect([await later, asked]).toEqual([3, [[1, 2], [3]]]);
  });

  test('F9 another question begins beside one that takes long, and not before', async () => {
    const { ask, asked, letGo } = makeGathered((one) => one, { lanes: 2 });
    const slow = ask(pool, 1);
    await new Promise((next) => setImmediate(next));
    const others = [2, 3].map((one) => ask(pool, one));
    await new Promise((next) => setImmediate(next));
    expect(asked).toEqual([[1]]);
    await vi.waitFor(() => expect(asked).toEqual([[1], [2, 3]]));
    await letGo();
    await letGo();
    expect([await slow, ...(await Promise.all(others))]).toEqual([1, 2, 3]);
  });

  test('F9 inside a transaction nobody waits for others', async () => {
    const { ask, asked, letGo } = makeGathered((one) => one);
    const both = [1, 2].map((one) => ask({ isTransaction: true } as Db, one));
    expect(asked).toEqual([[1], [2]]);
    await letGo();
    await letGo();
    expect(await Promise.all(both)).toEqual([1, 2]);
  });

  describe('behind another question', () => {
    const same = (one: number) => one;
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next));
    };
    /** Each of them looks first, and then sends, as a confirm does. */
    const makeBoth = () => {
      const look = makeGathered(same, { most: 4 });
      const send = makeGathered(same, { after: look.ask });
      const both = async (one: number): Promise<number> => await send.ask(pool, await look.ask(pool, one));
      return { look, send, both };
    };

    // No time passes but where a test says so: what goes at once goes with the clock standing.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());
    const pass = async (ms: number): Promise<void> => {
      vi.advanceTimersByTime(ms);
      await turns();
    };

    test('F9 who is being looked at is waited for, and all of them go together; whoever is alone goes at once', async () => {
      const { look, send, both } = makeBoth();
      const alone = both(1);
      await look.letGo();
      await send.letGo();
      expect([await alone, send.asked]).toEqual([1, [[1]]]);
      const all = [2, 3, 4, 5, 6].map(both);
      await look.letGo();
      await turns();
      // The last one is being looked at while the first four could go.
      expect([look.asked, send.asked]).toEqual([[[1], [2, 3, 4, 5], [6]], [[1]]]);
      await look.letGo();
      await send.letGo();
      expect(await Promise.all(all)).toEqual([2, 3, 4, 5, 6]);
      expect(send.asked).toEqual([[1], [2, 3, 4, 5, 6]]);
    });

    test('F9 one whose look takes long is not waited for, neither by who waits for it nor by who comes then', async () => {
      const { look, send, both } = makeBoth();
      const [slow, quick] = [both(1), send.ask(pool, 2)];
      await turns();
      await pass(9);
      expect(send.asked).toEqual([]);
      await pass(1);
      expect(send.asked).toEqual([[2]]);
      await send.letGo();
      const later = send.ask(pool, 3);
      await turns();
      expect(send.asked).toEqual([[2], [3]]);
      await send.letGo();
      await look.letGo();
      await send.letGo();
      expect(await Promise.all([slow, quick, later])).toEqual([1, 2, 3]);
    });

    test('F9 one whose look has failed is not waited for any longer', async () => {
      const failing = makeGathered(() => {
        throw refused('08006');
      });
      const behind = makeGathered(same, { after: failing.ask });
      const ends = Promise.allSettled([failing.ask(pool, 3), behind.ask(pool, 4)]);
      await turns();
      expect(behind.asked).toEqual([]);
      await failing.letGo();
      await behind.letGo();
      expect(await ends).toMatchObject([{ status: 'rejected' }, { value: 4 }]);
    });

    test('F9 eight wait for nobody', async () => {
      const { look, send, both } = makeBoth();
      const slow = both(0);
      const all = [1, 2, 3, 4, 5, 6, 7, 8].map((one) => send.ask(pool, one));
      await turns();
      expect(send.asked).toEqual([[1, 2, 3, 4, 5, 6, 7, 8]]);
      await send.letGo();
      await look.letGo();
      await send.letGo();
      expect(await Promise.all([slow, ...all])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    });

    test('F9 beside one that takes long another goes without waiting, and nobody waits beside another', async () => {
      const look = makeGathered(same);
      const send = makeGathered(same, { lanes: 2, after: look.ask });
      const ask = async (one: number): Promise<Promise<number>[]> => {
        const asked = [send.ask(pool, one)];
        await turns();
        return asked;
      };
      const asks = [await ask(1), await ask(2)];
      await pass(24);
      const looked = look.ask(pool, 9);
      await turns();
      await pass(1);
      expect(send.asked).toEqual([[1], [2]]);
      // Neither of the two waits for the look when it is through: the other one would not.
      asks.push(await ask(3));
      await send.letGo();
      await turns();
      expect(send.asked).toEqual([[1], [2], [3]]);
      await send.letGo();
      await send.letGo();
      await pass(10);
      asks.push(await ask(4));
      await send.letGo();
      await look.letGo();
      expect(await Promise.all([...asks.flat(), looked])).toEqual([1, 2, 3, 4, 9]);
      expect(send.asked).toEqual([[1], [2], [3], [4]]);
    });

    test('F9 one that waits has not been asked: no other begins beside it, however many come', async () => {
      const look = makeGathered(same);
      const send = makeGathered(same, { lanes: 2, after: look.ask });
      const looked = look.ask(pool, 9);
      await turns();
      const asks = [send.ask(pool, 1)];
      await turns();
      await pass(6);
      asks.push(send.ask(pool, 2));
      await pass(4);
      expect(send.asked).toEqual([[1, 2]]);
      asks.push(send.ask(pool, 3));
      await pass(24);
      expect(send.asked).toEqual([[1, 2]]);
      await pass(1);
      expect(send.asked).toEqual([[1, 2], [3]]);
      await send.letGo();
      await send.letGo();
      await look.letGo();
      expect(await Promise.all([...asks, looked])).toEqual([1, 2, 3, 9]);
    });
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCalm, type Calm } from '../../server/calm.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Whether what waits goes on, after each of so many milliseconds. */
const waits = (calm: Calm, most = 250) => {
  let isOver = false;
  void calm.wait(most).then(() => (isOver = true));
  return async (after: number): Promise<boolean> => {
    await vi.advanceTimersByTimeAsync(after);
    return isOver;
  };
};

const enter = (calm: Calm, requests: number): (() => void) => {
  const all = Array.from({ length: requests }, () => calm.enter());
  return () => {
    for (const leave of all) leave();
  };
};

describe('what runs beside requests', () => {
  test('F9 goes at once beside few of them', async () => {
    const calm = createCalm();
    enter(calm, 2);
    expect(await waits(calm)(0)).toBe(true);
  });

  test('F9 lets a rush pass, and no longer than it was told', async () => {
    const calm = createCalm();
    enter(calm, 3);
    const isOver = waits(calm);
    expect(await isOver(249)).toBe(false);
    expect(await isOver(1)).toBe(true);
  });

  test('F9 a moment between two requests of a rush is no end of it', async () => {
    const calm = createCalm();
    const isOver = waits((enter(calm, 8)(), calm));
    for (let turn = 0; turn < 5; turn += 1) {
      const leave = enter(calm, 8);
      expect(await isOver(4)).toBe(false);
      leave();
      expect(await isOver(4)).toBe(false);
    }
    expect(await isOver(10)).toBe(true);
  });

  test('F9 who comes right after a rush waits for its end as well', async () => {
    const calm = createCalm();
    enter(calm, 8)();
    const isOver = waits(calm);
    expect(await isOver(7)).toBe(false);
    expect(await isOver(10)).toBe(true);
    expect(await waits(calm)(0)).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import type { AnyActorRef } from 'xstate';
import type { Entry } from '../../contract/journal/entry.ts';
import { JournalFault } from '../../contract/journal/file.ts';
import { createRecorder } from '../../machines/journal/recorder.ts';
import { actorAt, replay } from '../../machines/journal/replay.ts';
import { createTimeline, type Timeline } from '../../machines/journal/timeline.ts';
import { machinesSeen } from '../../machines/paths/seen.ts';
import { loadWholeRoot } from '../../machines/root/whole-root.ts';
import { minute, openLivingPage, second } from './living-page.ts';

const root = await loadWholeRoot();

const finish = <Result>(work: Generator<void, Result>): Result => {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};

/** A page on which a person exchanges so often, looks at what they did, and changes the language. */
async function recorded(exchanges: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  const page = await openLivingPage(1, {
    scribe: (clock) => createRecorder(clock, (entry) => void entries.push(structuredClone(entry))),
  });
  const { say, pass } = page;
  await page.comeHome();
  for (let left = exchanges; left > 0; left -= 1) {
    await say('page/flow/form', { type: 'user.amount typed', side: 'give', value: '10' });
    await say('page/flow/form', { type: 'user.submitted' });
    await pass(6 * second);
    await say('page/flow/operation', { type: 'user.confirmed' });
    await pass(90 * second);
    await say('page/flow', { type: 'user.again' });
  }
  await say('locale', { type: 'user.language chosen', value: 'en' });
  await say('navigation', { type: 'user.navigated', value: '/history/exchange' });
  await pass(minute);
  await say('navigation', { type: 'user.navigated', value: '/exchange/USD/BTC' });
  await pass(5 * second);
  return entries;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('D8 a journal that is stepped through', () => {
  test('D8 every moment, however it is come to, is what a replay from the start shows', async () => {
    const entries = await recorded(36);
    expect(entries.length).toBeGreaterThan(2_100);
    const timeline = createTimeline(root, entries);
    finish(timeline.grow());
    expect(timeline.ready()).toBe(entries.length);
    const at = (count: number) => plain(machinesSeen(finish(timeline.goTo(count))));
    const straight = (count: number) => plain(machinesSeen(replay(root, entries.slice(0, count))));
    // Back and forth, over checkpoints, onto them and beside them.
    const counts = [1, entries.length, 1_000, 999, 37, 421, 419, 2_001, 300, 299];
    for (const count of counts) expect({ count, machines: at(count) }).toEqual({ count, machines: straight(count) });
  });

  test('D8 who only goes on keeps the same root, who goes back gets another', async () => {
    const entries = await recorded(1);
    const timeline = createTimeline(root, entries);
    finish(timeline.grow());
    const here = finish(timeline.goTo(120));
    expect(finish(timeline.goTo(121))).toBe(here);
    expect(finish(timeline.goTo(121))).toBe(here);
    expect(finish(timeline.goTo(119))).not.toBe(here);
  });

  test('D8 whatever a screen of the past says to its machines moves none of them', async () => {
    const entries = await recorded(1);
    const timeline = createTimeline(root, entries);
    finish(timeline.grow());
    const seen = (actor: AnyActorRef) => plain(machinesSeen(actor));
    const straight = (count: number) => seen(replay(root, entries.slice(0, count)));
    const typed = entries.findIndex((entry) => entry.k === 'send' && entry.event.type === 'user.amount typed') + 1;
    const here = finish(timeline.goTo(typed));
    const said = { type: 'user.amount typed', side: 'give', value: '999' };
    actorAt(here, 'root/page/flow/form')!.send(said);
    here.send({ type: 'user.reloaded' });
    expect(seen(here)).toEqual(straight(typed));
    const next = finish(timeline.goTo(typed + 1));
    expect(next).toBe(here);
    expect(seen(next)).toEqual(straight(typed + 1));
  });

  test.each(['constructor', '__proto__/x', 'toString', 'page/hasOwnProperty'])(
    'D8 root/%s is nobody, and what is said to them changes nothing',
    async (path) => {
      const entries = (await recorded(0)).slice(0, 40);
      const timeline = createTimeline(root, [
        ...entries,
        { t: 0, k: 'send', to: `root/${path}`, event: { type: 'user.confirmed' } },
      ]);
      finish(timeline.grow());
      expect([timeline.ready(), timeline.heardBy(41)]).toEqual([41, undefined]);
      expect(plain(machinesSeen(timeline.end()!))).toEqual(plain(machinesSeen(replay(root, entries))));
    },
  );

  test('D8 an entry that the machines fall over is said with its number, and nothing behind it is replayed', async () => {
    const entries = (await recorded(0)).slice(0, 40);
    const timeline = createTimeline(root, [
      ...entries,
      { t: 0, k: 'send', to: 'root', event: { type: 'xstate.error.actor.nobody', error: new Error('planted') } },
      ...entries.slice(1),
    ]);
    expect(() => finish(timeline.grow())).toThrow(
      new JournalFault({
        en: 'Entry 41 cannot be replayed: planted.',
        ru: 'Запись 41 не повторяется: planted.',
      }),
    );
    expect(timeline.ready()).toBe(40);
    expect(finish(timeline.goTo(40)).getSnapshot().status).toBe('active');
  });

  test('D8 a step does a little of the work, and a journal may grow meanwhile', async () => {
    const entries = await recorded(1);
    const seen = entries.slice(0, 50);
    const timeline: Timeline = createTimeline(root, seen);
    const work = timeline.grow();
    work.next();
    expect(timeline.ready()).toBe(1);
    finish(work);
    seen.push(...entries.slice(50, 60));
    finish(timeline.grow());
    expect(timeline.ready()).toBe(60);
    expect(timeline.heardBy(1)).toBe('root');
    expect(entries.flatMap((_, at) => timeline.heardBy(at + 1) ?? [])).toContain('session');
  });
});

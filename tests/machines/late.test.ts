import { expect, test } from 'vitest';
import late from '../../machines/root/late.model.ts';
import { start, take } from '../../machines/paths/steps.ts';
import type { AnyEventObject } from 'xstate';

const say = (type: string, data: object = {}) =>
  ({ type: 'say', to: '', event: { type, ...data } as AnyEventObject }) as const;
const toast = say('flow.toast wanted', { msg: 'copied-toast', variant: 'success' });

test('D8 however much is said before the annex comes, it hears who came, who went and what answers told', () => {
  const world = start(late, 'at the start');
  const others = [
    say('signal.fv', { fv: 'aaaa', seq: 1 }),
    say('house.signed in', { account: 'A-1001' }),
    say('house.signed out', { why: 'visitor' }),
  ];
  for (const step of [...others, ...Array.from({ length: 70 }, () => toast)]) take(late, world, step);
  expect(world.actor.getSnapshot().context.words.length).toBeLessThan(60);
  take(late, world, { type: 'settle', leaf: 'annex.load', name: 'annex.load', how: 'done', outcome: 'loaded' });
  const heard = world.passed.filter(({ to }) => to === 'annex').map(({ type }) => type);
  expect(heard.slice(0, 3)).toEqual(['signal.fv', 'house.signed in', 'house.signed out']);
  expect(heard).toContain('flow.toast wanted');
  world.stop();
});

test('D8 an annex that did not come is asked for again after a second, then ever later, up to half a minute; a line that is back counts anew', () => {
  const world = start(late, 'at the start');
  const miss = { type: 'settle', leaf: 'annex.load', name: 'annex.load', how: 'error', outcome: 'not loaded' } as const;
  const pauses = (times: number) =>
    Array.from({ length: times }, () => {
      take(late, world, miss);
      const before = world.clock.now();
      world.move(() => world.clock.step());
      expect(world.actor.getSnapshot().value).toBe('loading');
      return world.clock.now() - before;
    });
  expect(pauses(7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  take(late, world, miss);
  take(late, world, say('port.online', { at: 0 }));
  expect(pauses(2)).toEqual([1_000, 2_000]);
  world.stop();
});

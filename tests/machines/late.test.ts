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

import { expect, test } from 'vitest';
import { telegramTieMachine } from '../../machines/flows/settings/telegram-tie.machine.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand } from './stand.ts';

const tiedAs = (name: string) => answered({ tied: { name } });

/** A tie that is shown, and its end on its way. */
function untying() {
  const flow = stand(telegramTieMachine, undefined);
  flow.answer('user.telegram', tiedAs('Max'));
  flow.say({ type: 'user.telegram untied' });
  return flow;
}

test('F15 a lost answer is looked up, and what another page has done meanwhile is shown', () => {
  const flow = untying();
  flow.fail('user.untie_telegram', failures.network);
  expect([flow.states(), flow.waits('user.untie_telegram')]).toEqual([['finding out'], false]);
  flow.answer('user.telegram', tiedAs('Anna'));
  expect(flow.snapshot().context).toMatchObject({ tie: { tied: { name: 'Anna' } }, trouble: { code: 'network' } });
});

test('F15 an end that was refused but is there is told as one', () => {
  const flow = untying();
  flow.fail('user.untie_telegram', refused('unexpected', 500));
  flow.answer('user.telegram', answered({ tied: null }));
  expect([flow.states(), flow.snapshot().context]).toEqual([['shown'], { tie: { tied: null }, trouble: null }]);
});

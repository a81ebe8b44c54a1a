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

test('F15 S2 an end that the line or a lost session has swallowed is said to be open, and gone on with', () => {
  const online = { type: 'port.online', at: 1 };
  const flow = untying();
  flow.fail('user.untie_telegram', failures.network);
  flow.fail('user.telegram', failures.network);
  expect([flow.states(), flow.snapshot().context.trouble?.code]).toEqual([['not untied'], 'network']);

  flow.say(online);
  flow.fail('user.untie_telegram', refused('no_session', 401));
  expect([flow.states(), flow.waits('user.telegram')]).toEqual([['not untied'], false]);
  flow.say(online);
  expect(flow.states()).toEqual(['not untied']);

  flow.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 });
  flow.answer('user.untie_telegram', answered({ tied: null }));
  expect([flow.states(), flow.snapshot().context]).toEqual([['shown'], { tie: { tied: null }, trouble: null }]);
});

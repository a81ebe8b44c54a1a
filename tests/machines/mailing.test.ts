import { expect, test } from 'vitest';
import { mailingMachine } from '../../machines/flows/settings/mailing.machine.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand } from './stand.ts';

test('F15 letters of security cannot be turned off, nor can those that there are not', () => {
  const flow = stand(mailingMachine, undefined);
  flow.answer('config.mailing', answered({ items: [{ kind: 'security', on: true, locked: true }] }));
  for (const field of ['security', 'another kind'])
    expect(flow.snapshot().can({ type: 'user.letters chosen', field, value: false } as never)).toBe(false);
  flow.say({ type: 'user.letters chosen', field: 'security', value: false });
  expect(flow.waits('config.save_mailing')).toBe(false);
});

const letters = (on: boolean) =>
  answered({
    items: [
      { kind: 'security', on: true, locked: true },
      { kind: 'operations', on, locked: false },
    ],
  });
const signedIn = { type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 };
const unticked = { body: { kind: 'operations', on: false } };
const choosing = () => {
  const flow = stand(mailingMachine, undefined);
  flow.answer('config.mailing', letters(true));
  flow.say({ type: 'user.letters chosen', field: 'operations', value: false });
  return flow;
};

test('F15 a choice of letters that the line has swallowed is said to be open, and saved when the line is back', () => {
  const flow = choosing();
  flow.fail('config.save_mailing', failures.network);
  flow.fail('config.mailing', failures.network);
  expect([flow.states(), flow.snapshot().hasTag('safe to reload')]).toEqual([['unsaved'], false]);
  flow.say({ type: 'port.online', at: 1 });
  expect(flow.asked('config.save_mailing').input).toEqual(unticked);
  flow.answer('config.save_mailing', letters(false));
  expect([flow.states(), flow.snapshot().context]).toMatchObject([['shown'], { wish: null, trouble: null }]);

  const broken = choosing();
  broken.fail('config.save_mailing', failures.broken);
  broken.fail('config.mailing', failures.broken);
  broken.say({ type: 'port.online', at: 1 });
  expect(broken.states()).toEqual(['unsaved']);
  broken.say({ type: 'user.letters wanted' });
  expect(broken.asked('config.save_mailing').input).toEqual(unticked);
});

test('F15 S2 a choice of letters for which nobody was signed in is saved once somebody is', () => {
  const flow = choosing();
  flow.fail('config.save_mailing', refused('no_session', 401));
  expect([flow.states(), flow.waits('config.mailing')]).toEqual([['unsaved'], false]);
  flow.say(signedIn);
  expect(flow.asked('config.save_mailing').input).toEqual(unticked);

  const refusal = choosing();
  refusal.fail('config.save_mailing', refused('rate_limited', 429));
  expect([refusal.states(), refusal.snapshot().context]).toMatchObject([['shown'], { wish: null }]);
});

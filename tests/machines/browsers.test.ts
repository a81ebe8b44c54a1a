import { expect, test } from 'vitest';
import { browsersMachine } from '../../machines/flows/settings/browsers.machine.ts';
import { userExport } from '../../contract/calls/settings.ts';
import { exportOf } from '../../machines/export/export.machine.ts';
import { there } from '../../machines/flows/settings/settings.samples.ts';
import { answered, at, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand, type Stand } from './stand.ts';

const here = { ...there, id: 'BRWSRSAMPLE000000001', current: true };
const another = { ...there, id: 'BRWSRSAMPLE000000003' };
const list = (...items: (typeof there)[]) => answered({ items });
const shown = (): Stand => {
  const part = stand(browsersMachine, undefined);
  part.answer('user.browsers', list(here, there));
  return part;
};
const told = (part: Stand) => [part.states(), part.snapshot().context.trouble?.code ?? null];

test('F15 whatever was said of a browser stands over the list that is read while it is there, and is nothing where it has ended', () => {
  for (const [error, code] of [
    [refused('not_found', 404), null],
    [failures.network, 'network'],
  ] as const)
    for (const items of [
      [here, another],
      [here, there, another],
    ]) {
      const part = shown();
      part.say({ type: 'user.browser ended', value: there.id });
      expect(part.asked('user.end_browser').input).toEqual({ params: { id: there.id } });
      part.fail('user.end_browser', error);
      part.answer('user.browsers', list(...items));
      expect([told(part), part.snapshot().context.items]).toEqual([
        [['shown'], items.includes(there) ? code : null],
        items,
      ]);
    }
});

test('F15 a lost answer to the end of all the others is said while one of them is there', () => {
  for (const items of [[here], [here, there]]) {
    const part = shown();
    part.say({ type: 'user.others ended' });
    part.fail('user.end_browsers', failures.network);
    part.answer('user.browsers', list(...items));
    expect(told(part)).toEqual([['shown'], items.includes(there) ? 'network' : null]);
  }
});

test('F15 S2 the end of a session that the line or a lost session has swallowed is said to be open, and gone on with', () => {
  const signedIn = { type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 };
  const online = { type: 'port.online', at: 1 };
  const noSession = refused('no_session', 401);
  for (const [wish, call, input] of [
    [{ type: 'user.browser ended', value: there.id }, 'user.end_browser', { params: { id: there.id } }],
    [{ type: 'user.others ended' }, 'user.end_browsers', undefined],
  ] as const) {
    const part = shown();
    part.say(wish);
    part.fail(call, failures.network);
    part.fail('user.browsers', failures.network);
    expect([told(part), part.snapshot().hasTag('safe to reload')]).toEqual([[['unended'], 'network'], false]);
    part.say(online);
    expect(part.asked(call).input).toEqual(input);
    part.fail(call, noSession);
    expect([told(part), part.waits('user.browsers')]).toEqual([[['unended'], 'no_session'], false]);
    part.say(online);
    expect(part.waits(call)).toBe(false);
    part.say(signedIn);
    expect(part.asked(call).input).toEqual(input);
    part.answer(call, list(here));
    expect([told(part), part.snapshot().context.items]).toEqual([[['shown'], null], [here]]);
  }
});

test('F15 all the others are ended only where there are some', () => {
  const part = shown();
  const others = { type: 'user.others ended' };
  expect(part.snapshot().can(others as never)).toBe(true);
  part.say(others);
  part.answer('user.end_browsers', list(here));
  expect(part.snapshot().can(others as never)).toBe(false);
});

test('F11 F15 the file of all data: a wait says how long, a session that is back goes on, nothing is asked for twice', () => {
  const part = stand(exportOf(userExport), undefined);
  const wanted = { type: 'user.export wanted' };
  const again = { type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 };
  part.say(wanted);
  expect(part.snapshot().can(wanted as never)).toBe(false);
  part.fail('user.export', refused('wait_before_retry', 429, { retryAfter: 600, at }));
  expect([told(part), part.wait(), told(part)]).toEqual([
    [['held'], 'wait_before_retry'],
    600_000,
    [['offered'], null],
  ]);
  part.say(wanted);
  part.fail('user.export', failures.network);
  part.say(again);
  expect(told(part)).toEqual([['failed'], 'network']);
  part.say({ type: 'port.online', at: 1 });
  expect([told(part), part.waits('user.export')]).toEqual([[['offered'], null], false]);
  part.say(wanted);
  part.fail('user.export', refused('no_session', 401));
  part.say(again);
  part.answer('user.export', answered(null));
  expect(told(part)).toEqual([['saved'], null]);
});

import type { AnyEventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Notification } from '../../contract/entities.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { paymentsMachine } from '../../machines/residents/payments/payments.machine.ts';
import { stand } from './stand.ts';

const came = (name: string): Notification => ({
  ...{ notification_id: `payment:${name}`, display: 'inner', type: 'success', closable: true, buttons: [] },
  ...{ title: 'You received a transfer', text: '10.00 USD' },
});
const here = (account: string) => ({
  type: 'house.signed in',
  account,
  again: false,
  need_set_password: false,
  seq: 1,
});
const told = (...names: string[]) => ({ type: 'signal.notifications', notifications: names.map(came), seq: 2 });

/** Somebody to whom these payments were told, the first of which stands on the screen. */
const shown = (...names: string[]) => {
  const popups = stand(paymentsMachine, undefined);
  popups.say(here('A-1001'));
  popups.say(told(...names));
  popups.answer('popup.chance', { id: 'mmmm', avatar: 7 });
  return popups;
};
const asked = (popups: ReturnType<typeof shown>) => popups.asked('notify.close').input;
const close = (name: string) => ({ body: { id: `payment:${name}` } });

describe('S7 a payment that was told', () => {
  test('S7 is closed on the server as soon as the connection is back, when it was not heard the first time', () => {
    const popups = shown('one');
    popups.say({ type: 'user.popup closed' });
    expect(asked(popups)).toEqual(close('one'));
    popups.fail('notify.close', failures.network);
    expect([popups.states(), popups.waits('notify.close')]).toEqual([['quiet'], false]);
    popups.say({ type: 'port.online', at: 0 });
    expect(asked(popups)).toEqual(close('one'));
    popups.answer('notify.close', answered({}));
    popups.say({ type: 'port.online', at: 0 });
    expect(popups.waits('notify.close')).toBe(false);
  });

  test('S7 is closed again when the server tells it once more, and is not shown a second time', () => {
    const popups = shown('one');
    popups.wait();
    popups.fail('notify.close', failures.broken);
    popups.say(told('one', 'two'));
    expect(asked(popups)).toEqual(close('one'));
    popups.answer('notify.close', answered({}));
    popups.answer('popup.chance', { id: 'nnnn', avatar: 1 });
    expect(popups.snapshot().context).toMatchObject({ current: { notification: 'payment:two' }, unclosed: [] });
  });

  test('S7 that the server closed or never had is not closed for ever; each of several is said', () => {
    const popups = shown('one', 'two');
    popups.say({ type: 'user.popup closed' });
    popups.fail('notify.close', failures.late);
    popups.answer('popup.chance', { id: 'nnnn', avatar: 1 });
    popups.say({ type: 'user.popup closed' });
    expect(asked(popups)).toEqual(close('one'));
    // Meanwhile a list comes in which the first is no more.
    popups.say(told('two'));
    popups.answer('notify.close', answered({}));
    expect(asked(popups)).toEqual(close('two'));
    popups.fail('notify.close', refused('not_found', 404));
    expect([popups.states(), popups.snapshot().context]).toMatchObject([['quiet'], { unclosed: [] }]);
  });

  test('S7 leaves the screen with the person to whom it was told', () => {
    const popups = shown('one');
    popups.say(here('A-1001'));
    expect(popups.states()).toEqual(['showing.running']);
    popups.say(here('A-2002'));
    expect([popups.states(), popups.snapshot().context]).toMatchObject([
      ['quiet'],
      { account: 'A-2002', current: null, queue: [], seen: [] },
    ]);
    popups.say(told('three'));
    popups.answer('popup.chance', { id: 'mmmm', avatar: 2 });
    expect(popups.states()).toEqual(['showing.running']);
  });
});

describe('S7 a payment in two tabs', () => {
  type Tab = ReturnType<typeof shown>;
  const opened = (id: string, drawn = true): Tab => {
    const tab = stand(paymentsMachine, undefined);
    tab.say(here('A-1001'));
    tab.say(told('one'));
    if (drawn) tab.answer('popup.chance', { id, avatar: 1 });
    return tab;
  };
  /** Each hears what the other one tells, until both have said everything. */
  const talk = (one: Tab, other: Tab): string[] => {
    const heard = new Map<Tab, number>();
    const pairs = [
      [one, other],
      [other, one],
    ] as const;
    const pending = (from: Tab) =>
      from.world.effects.filter(({ name }) => name === 'tell the other tabs').slice(heard.get(from) ?? 0);
    for (let turn = 0; pairs.some(([from]) => pending(from).length > 0); turn += 1) {
      if (turn > 9) throw new Error('they never stop');
      for (const [from, to] of pairs)
        for (const { params } of pending(from)) {
          heard.set(from, (heard.get(from) ?? 0) + 1);
          to.say(params as AnyEventObject);
        }
    }
    return [one, other].flatMap((tab) => tab.states());
  };

  test.each([
    ['bbbb', 'cccc', ['showing.running', 'quiet']],
    ['cccc', 'bbbb', ['quiet', 'showing.running']],
  ])('S7 of two that begin at once (%s, %s) one shows it', (one, other, states) => {
    expect(talk(opened(one), opened(other))).toEqual(states);
  });

  test.each([
    ['bbbb', 'cccc', ['showing.running', 'quiet']],
    ['cccc', 'bbbb', ['quiet', 'showing.running']],
  ])('S7 a tab that opens while another one shows it (%s, then %s) does not show it as well', (one, other, states) => {
    const first = opened(one);
    // Nobody else is there to hear it.
    const alone = first.world.effects.splice(0);
    expect(alone.length).toBeGreaterThan(0);
    expect(talk(first, opened(other))).toEqual(states);
  });

  test.each([
    ['aaaa', false],
    ['zzzz', false],
    ['aaaa', true],
    ['zzzz', true],
  ])(
    'S7 it is told where somebody looks, whichever goes first (%s), also where the other was held (%s)',
    (id, held) => {
      const first = opened('mmmm');
      if (held) first.say({ type: 'user.popup held' });
      first.hear('page.life', { type: 'port.hidden', at: 1_000 });
      first.world.effects.splice(0);
      const second = opened(id);
      expect(talk(first, second)).toEqual(['quiet', 'showing.running']);
      expect(first.snapshot().context.queue).toEqual([]);
    },
  );
});

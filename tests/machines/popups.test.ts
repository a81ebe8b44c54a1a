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

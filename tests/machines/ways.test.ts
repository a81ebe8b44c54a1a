import { describe, expect, test } from 'vitest';
import { exchangeAllMachine } from '../../machines/flows/exchange-all/exchange-all.machine.ts';
import { sampleOrder } from '../../machines/bank-card/bank-card.samples.ts';
import { sampleExchangeAllForm } from '../../machines/flows/exchange-all/exchange-all.samples.ts';
import { historyOf } from '../../machines/flows/history/history.machine.ts';
import { callOfHistory, historyKinds } from '../../machines/flows/history/history.kinds.ts';
import { transferMachine } from '../../machines/flows/transfer/transfer.machine.ts';
import { named, nothing } from '../../machines/flows/transfer/form.context.ts';
import { formTold, sampleTransferForm } from '../../machines/flows/transfer/transfer.samples.ts';
import { set } from '../../machines/form/amount.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { placeOf } from '../../machines/operation/operation.place.ts';
import {
  answered,
  refused,
  sampleExchangeAll,
  sampleOperation,
  sampleTransfer,
  sampleWithdrawal,
} from '../../machines/operation/operation.samples.ts';
import { paymentsMachine } from '../../machines/residents/payments/payments.machine.ts';
import { holdersOf, progressMachine } from '../../machines/residents/progress/progress.machine.ts';
import { stand } from './stand.ts';

const input = (name: string, path: string, params = {}, query = {}) => ({
  place: samplePlace(name, path, params, query),
  account: 'A-1001',
  site: null,
  email: null,
});

describe('F9 R13 a transfer', () => {
  const filled = () => {
    const flow = stand(transferMachine, input('transfer', '/transfer'));
    flow.answer('draft.read', null);
    flow.answer('transfer.form', formTold);
    flow.say({ type: 'user.recipient typed', value: ' anna@example.com ' }, 'form');
    flow.say({ type: 'user.amount typed', side: 'get', value: '9,90' }, 'form');
    flow.say({ type: 'user.comment typed', value: 'Lunch' }, 'form');
    flow.say({ type: 'user.submitted' }, 'form');
    return flow;
  };

  test('F9 what is asked for is what was typed, and the address names the operation', () => {
    const flow = filled();
    expect(flow.asked('transfer.check').input).toEqual({
      body: { to: 'anna@example.com', currency: 'USD', side: 'get', amount: '9.9', comment: 'Lunch' },
    });
    flow.answer('transfer.check', answered(sampleTransfer('open')));
    expect(flow.told('flow.navigate').map(({ to }) => to as string)).toEqual([
      '/transfer?operation=opsample0000000000009',
    ]);
  });

  test('F9 back from the review everything stands there, and the next check takes the place of the one before', () => {
    const flow = filled();
    flow.answer('transfer.check', answered(sampleTransfer('open')));
    flow.say({ type: 'house.arrived', place: samplePlace('transfer', '/transfer') });
    expect(flow.snapshot('form').context.filled).toMatchObject({ to: ' anna@example.com ', comment: 'Lunch' });
    flow.say({ type: 'user.submitted' }, 'form');
    expect(flow.asked('transfer.check').input).toMatchObject({ body: { replaces: 'opsample0000000000009' } });
  });

  test('F9 what the server says of the recipient stands under the recipient', () => {
    const flow = filled();
    flow.fail('transfer.check', refused('own_account', 422));
    expect(flow.snapshot('form').context).toMatchObject({ refused: { to: { code: 'own_account' } }, trouble: null });
    expect(flow.states('form')).toContain('editing.filling.corrected');
  });

  test('F9 a confirm sends the id alone, and the draft is gone', () => {
    const flow = filled();
    flow.answer('transfer.check', answered(sampleTransfer('open')));
    flow.say({ type: 'user.confirmed' }, 'operation');
    expect(flow.asked('transfer.submit').input).toMatchObject({ body: { id: 'opsample0000000000009' } });
    flow.answer('transfer.submit', answered(sampleTransfer('completed')));
    expect(flow.states()).toEqual(['finished.succeeded']);
  });

  test('F9 repeated it goes to the same person from a form that is read anew, and takes the place of none', () => {
    const flow = filled();
    flow.answer('transfer.check', answered(sampleTransfer('open')));
    flow.say({ type: 'user.went back' }, 'operation');
    flow.say({ type: 'user.submitted' }, 'form');
    flow.answer('transfer.check', answered(sampleTransfer('open', { id: 'opsample0000000000016' })));
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.answer('transfer.submit', answered(sampleTransfer('completed', { id: 'opsample0000000000016' })));
    flow.say({ type: 'user.again' });
    flow.answer('draft.read', null);
    flow.answer('transfer.form', formTold);
    expect(flow.snapshot('form').context.filled).toMatchObject({ to: 'A-2002', comment: 'Lunch' });
    flow.say({ type: 'user.submitted' }, 'form');
    expect((flow.asked('transfer.check').input as { body: object }).body).not.toHaveProperty('replaces');
  });
});

describe('F4 R7 an exchange of all', () => {
  test('F4 begun anew after its end it takes the place of none', () => {
    const flow = stand(exchangeAllMachine, input('exchange-all-currency', '/exchange/all/BTC', { currency: 'BTC' }));
    const check = (id: string) => {
      flow.say({ type: 'user.submitted' }, 'form');
      flow.answer('exchange_all.check', answered(sampleExchangeAll('open', { id })));
    };
    flow.answer('draft.read', null);
    flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
    check('opsample0000000000006');
    flow.say({ type: 'user.went back' }, 'operation');
    check('opsample0000000000016');
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.answer('exchange_all.submit', answered(sampleExchangeAll('completed', { id: 'opsample0000000000016' })));
    flow.say({ type: 'user.again' });
    expect(flow.snapshot().context).toMatchObject({ form: null, replaces: null });
    flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
    flow.say({ type: 'user.submitted' }, 'form');
    expect((flow.asked('exchange_all.check').input as { body: object }).body).not.toHaveProperty('replaces');
  });

  test('F4 a wallet that is left out takes no part, and stays so', () => {
    const flow = stand(exchangeAllMachine, input('exchange-all-currency', '/exchange/all/BTC', { currency: 'BTC' }));
    flow.answer('draft.read', { currency: ['EUR'] });
    flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
    flow.say({ type: 'user.submitted' }, 'form');
    expect(flow.asked('exchange_all.check').input).toEqual({ params: { currency: 'BTC' }, body: { wallets: ['USD'] } });
    flow.answer('exchange_all.check', answered(sampleExchangeAll('open')));
    expect(flow.told('flow.navigate').map(({ to }) => to as string)).toEqual([
      '/exchange/all/BTC?operation=opsample0000000000006',
    ]);
  });

  test('R7 another currency is another address, and nothing is asked before it is there', () => {
    const flow = stand(exchangeAllMachine, input('exchange-all', '/exchange/all'));
    flow.answer('draft.read', null);
    flow.answer('draft.read', null);
    flow.answer('exchange_all.form', answered({ ...sampleExchangeAllForm, into: null }));
    flow.say({ type: 'user.currency chosen', value: 'BTC' }, 'form');
    expect(flow.told('flow.navigate').map(({ to }) => to as string)).toEqual(['/exchange/all/BTC']);
    expect(flow.waits('exchange_all.currency_form')).toBe(false);
    flow.say({
      type: 'house.arrived',
      place: samplePlace('exchange-all-currency', '/exchange/all/BTC', { currency: 'BTC' }),
    });
    expect(flow.asked('exchange_all.currency_form').input).toEqual({ params: { currency: 'BTC' } });
  });
});

describe('R9 M7 histories', () => {
  test.each(historyKinds)('R9 the history %s asks its own call, and its file has the same filter', (kind) => {
    const flow = stand(
      historyOf(kind),
      input(`history-${kind}`, `/history/${kind}`, {}, { status: 'completed', from: '2026-01-01' }),
    );
    expect(flow.asked(callOfHistory[kind].name).input).toEqual({ query: { status: 'completed', from: '2026-01-01' } });
    flow.say({ type: 'user.export wanted' }, 'export');
    expect(flow.asked('history.file').input).toEqual({
      params: { file: `${kind}.csv` },
      query: { status: 'completed', from: '2026-01-01' },
    });
    flow.say({ type: 'user.filter cleared' });
    expect(flow.told('flow.navigate').map(({ to }) => to as string)).toEqual([`/history/${kind}`]);
  });

  test('M7 a row opens its operation where the server says, and never elsewhere', () => {
    expect(placeOf(sampleTransfer('completed'))).toBe('/transfer?operation=opsample0000000000009');
    expect(placeOf(sampleOperation('completed', { place: '//evil.example' }))).toBe(
      '/exchange/USD/BTC?operation=opsample0000000000001',
    );
    expect(placeOf(sampleExchangeAll('completed'))).toBe('/exchange/all/BTC?operation=opsample0000000000006');
  });
});

describe('R9 what goes on', () => {
  const signedIn = { type: 'house.signed in', account: 'A-1001', again: false, need_set_password: false, seq: 1 };

  test('R9 it is read after sign-in, once for news that come together, and forgotten at sign-out', () => {
    const tray = stand(progressMachine, undefined);
    expect(tray.waits('operation.in_progress')).toBe(false);
    tray.say(signedIn);
    tray.say({ type: 'signal.wallets', wallets: [], seq: 2 });
    tray.wait();
    tray.answer('operation.in_progress', answered({ items: [sampleTransfer('processing')] }));
    tray.say({ type: 'flow.confirming', confirming: true });
    tray.say({ type: 'signal.wallets', wallets: [], seq: 3 });
    tray.say({ type: 'flow.confirming', confirming: false });
    expect(tray.wait()).toBe(300);
    expect(tray.snapshot().context.items).toHaveLength(1);
    tray.say({ type: 'house.signed out', why: 'asked' });
    expect(tray.snapshot().context.items).toEqual([]);
    expect(tray.waits('operation.in_progress')).toBe(false);
  });

  test('R9 what could not be read is asked for again by itself, and nothing is while nobody looks', () => {
    const tray = stand(progressMachine, undefined);
    const life = (name: string) => tray.hear('page.life', { type: `port.${name}`, at: 0 });
    const read = () => tray.answer('operation.in_progress', answered({ items: [sampleTransfer('processing')] }));
    tray.say(signedIn);
    tray.wait();
    tray.fail('operation.in_progress', { name: 'CallError', kind: 'network', code: 'network', message: '' });
    expect([tray.states(), tray.snapshot().hasTag('attention'), tray.wait()]).toEqual([['here.unread'], true, 60_000]);
    read();
    expect(tray.wait()).toBe(20_000);
    life('hidden');
    read();
    expect([tray.states(), tray.world.clock.next()]).toEqual([['here.asleep'], undefined]);
    tray.say({ type: 'signal.wallets', wallets: [], seq: 4 });
    tray.wait();
    read();
    expect([tray.states(), tray.world.clock.next()]).toEqual([['here.asleep'], undefined]);
    tray.say({ type: 'signal.wallets', wallets: [], seq: 5 });
    tray.wait();
    tray.fail('operation.in_progress', { name: 'CallError', kind: 'network', code: 'network', message: '' });
    expect([tray.states(), tray.world.clock.next()]).toEqual([['here.asleep'], undefined]);
    life('shown');
    tray.wait();
    read();
    expect([tray.states(), tray.wait()]).toEqual([['here.some'], 20_000]);
    // As the browser tells a page that was opened where nobody looks.
    const behind = stand(progressMachine, undefined);
    behind.hear('page.life', { type: 'port.hidden', at: 0 });
    behind.say(signedIn);
    behind.wait();
    behind.answer('operation.in_progress', answered({ items: [] }));
    expect(behind.world.clock.next()).toBeUndefined();
  });

  test('R9 a wallet is held by what leaves it, and by its line of an exchange of all', () => {
    const all = sampleExchangeAll('processing');
    const going = { ...all, lines: all.lines?.map((line) => ({ ...line, status: 'processing' as const })) ?? [] };
    const items = [sampleOperation('processing'), sampleTransfer('completed'), going, sampleOrder('processing')];
    expect(holdersOf(items, 'USD').map(({ kind }) => kind)).toEqual(['exchange', 'exchange_all', 'card_order']);
    expect(holdersOf([sampleOrder('open'), sampleOrder('completed')], 'USD')).toEqual([]);
    expect(holdersOf(items, 'BTC')).toEqual([]);
    const leaving = [sampleTransfer('processing'), sampleWithdrawal('processing')];
    for (const one of leaving) expect(holdersOf(leaving, one.terms.give.currency)).toContain(one);
  });
});

describe('S7 popups of payments', () => {
  const notification = (id: string) => ({
    notification_id: id,
    ...{ display: 'inner', type: 'success', title: 'A transfer', text: '10', buttons: [], closable: true },
  });
  const news = { type: 'signal.notifications', notifications: [notification('news:1'), notification('payment:op1')] };
  const tabs = (id: string) => ({ type: 'tabs.payment', account: 'A-1001', notification: 'payment:op1', id });
  const told = () => {
    const popups = stand(paymentsMachine, undefined);
    popups.say({ type: 'house.signed in', account: 'A-1001', again: false, need_set_password: false, seq: 1 });
    popups.say({ ...news, seq: 2 });
    popups.answer('popup.chance', { id: 'mmmm', avatar: 15 });
    return popups;
  };

  test('S7 a payment is told for twelve seconds, with a face and an id that chance draws; other news wait', () => {
    const popups = told();
    expect(popups.snapshot().context).toMatchObject({
      chance: { id: 'mmmm', avatar: 15 },
      current: { operation: 'op1' },
      queue: [],
    });
    expect(popups.wait()).toBe(12_000);
    expect(popups.asked('notify.close').input).toEqual({ body: { id: 'payment:op1' } });
    popups.answer('notify.close', answered({}));
    popups.say({ ...news, seq: 3 });
    expect(popups.states()).toEqual(['quiet']);
  });

  test('S7 one that stayed because messages are kept goes by itself again as soon as they are not', () => {
    const popups = told();
    popups.say({ type: 'house.messages', kept: true });
    popups.wait();
    expect([popups.world.clock.next(), popups.snapshot().context.current]).toMatchObject([
      undefined,
      { operation: 'op1' },
    ]);
    popups.say({ type: 'house.messages', kept: false });
    expect([popups.wait(), popups.states()]).toEqual([12_000, ['closing']]);
  });

  test('S7 a pointer or the focus stops its time, and it starts anew after', () => {
    const popups = told();
    popups.say({ type: 'user.popup held' });
    expect(popups.world.clock.next()).toBeUndefined();
    popups.say({ type: 'user.popup released' });
    expect(popups.world.clock.next()).toBe(12_000);
    popups.say({ type: 'user.popup closed' });
    expect(popups.states()).toEqual(['closing']);
  });

  test('S7 a tab that nobody looks at takes no popup, and the time of one stands still meanwhile', () => {
    const popups = stand(paymentsMachine, undefined);
    popups.say({ type: 'house.signed in', account: 'A-1001', again: false, need_set_password: false, seq: 1 });
    popups.hear('page.life', { type: 'port.hidden', at: 1 });
    popups.say({ ...news, seq: 2 });
    expect(popups.states()).toEqual(['quiet']);
    popups.hear('page.life', { type: 'port.shown', at: 2 });
    popups.answer('popup.chance', { id: 'mmmm', avatar: 15 });
    popups.hear('page.life', { type: 'port.hidden', at: 3 });
    expect(popups.states()).toEqual(['showing.unseen']);
    expect(popups.world.clock.next()).toBeUndefined();
    popups.hear('page.life', { type: 'port.shown', at: 4 });
    expect(popups.wait()).toBe(12_000);
    expect(popups.states()).toEqual(['closing']);
  });

  test('S7 of two tabs that begin at once one gives way, and a third never begins', () => {
    const one = told();
    one.say(tabs('zzzz'));
    expect(one.states()).toEqual(['showing.running']);
    const other = told();
    other.say(tabs('aaaa'));
    expect(other.states()).toEqual(['quiet']);
    const third = stand(paymentsMachine, undefined);
    third.say({ type: 'house.signed in', account: 'A-1001', again: false, need_set_password: false, seq: 1 });
    third.say(tabs('aaaa'));
    third.say({ ...news, seq: 2 });
    expect(third.states()).toEqual(['quiet']);
  });
});

test('F9 what is left of a day is told with its currency at the amount of a transfer', () => {
  const amount = { code: 'above_day_maximum', params: { left: '300.00' } };
  const filled = { ...nothing, currency: 'USD', entry: set('give', '400') };
  expect(named({ amount }, { form: sampleTransferForm, filled })).toMatchObject({
    amount: {
      code: 'above_day_maximum',
      params: { left: { amount: { amount: '300.00', currency: 'USD' }, scale: 2 } },
    },
  });
});

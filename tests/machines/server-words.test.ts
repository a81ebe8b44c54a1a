import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import type { InviteForm } from '../../contract/referral.ts';
import { cardOrderMachine } from '../../machines/flows/card-order/card-order.machine.ts';
import { chatMachine } from '../../machines/flows/chat/chat.machine.ts';
import { depositMachine } from '../../machines/flows/deposit/deposit.machine.ts';
import { historyOf } from '../../machines/flows/history/history.machine.ts';
import { inboxMachine } from '../../machines/flows/inbox/inbox.machine.ts';
import { referralMachine } from '../../machines/flows/referral/referral.machine.ts';
import { withdrawMachine } from '../../machines/flows/withdraw/withdraw.machine.ts';
import { plasticForm, sampleOrder } from '../../machines/bank-card/bank-card.samples.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { sampleNotifications, sampleTold } from '../../machines/form/notifications.samples.ts';
import { answered, failures, refused, sampleWithdrawal } from '../../machines/operation/operation.samples.ts';
import { inputAt, placeOf, sampleForm, sampleMethods, unpaid } from '../../machines/payment/payment.samples.ts';
import { sampleChats } from '../../machines/thread/thread.samples.ts';
import { stand, type Stand } from './stand.ts';

const english = { type: 'house.language', locale: 'en' };
const at = (name: string, path: string, params = {}, query = {}) => ({
  place: samplePlace(name, path, params, query),
  account: 'A-1001',
  site: null,
  email: null,
});
const isQuiet = (flow: Stand): boolean =>
  [...flow.world.machines().values()].every((actor) => {
    const snapshot = actor.getSnapshot();
    return !snapshot.hasTag('busy') && !snapshot.hasTag('waiting') && !snapshot.hasTag('attention');
  });
const worded = (operation: Operation, text: string): Operation => ({
  ...operation,
  facts: [{ label: 'method', text }],
});
const factsOf = (operation: unknown) => (operation as Operation).facts?.map(({ text }) => text);

describe('S11 what the server words follows the language', () => {
  const methods = (mark: string) => ({
    items: sampleMethods('withdraw').map((one) => ({ ...one, name: `${one.name}${mark}` })),
  });
  const namesIn = (flow: Stand) =>
    (flow.snapshot('methods').context as { methods: { name: string }[] }).methods.map(({ name }) => name);
  const marked = (mark: string) => methods(mark).items.map(({ name }) => name);
  const choosing = () => {
    const flow = stand(withdrawMachine, inputAt(placeOf('withdraw')));
    flow.answer('withdraw.ps', answered(methods('')));
    return flow;
  };

  test('S11 the ways stay until they are there in other words, and for good where those do not come', () => {
    const flow = choosing();
    flow.say(english);
    expect([namesIn(flow), isQuiet(flow)]).toEqual([marked(''), true]);
    flow.answer('withdraw.ps', answered(methods(' *')));
    expect([namesIn(flow), isQuiet(flow)]).toEqual([marked(' *'), true]);
    flow.say(english);
    flow.fail('withdraw.ps', refused('rate_limited', 429));
    expect([namesIn(flow), isQuiet(flow), flow.waits('withdraw.ps')]).toEqual([marked(' *'), true, false]);
    for (const items of [[], methods(' one').items.slice(0, 1)]) {
      flow.say(english);
      flow.answer('withdraw.ps', answered({ items }));
      expect(namesIn(flow)).toEqual(items.length > 0 ? marked(' one').slice(0, 1) : marked(' *'));
    }
  });

  test('S11 what the line swallowed is asked for again, and what was asked in the language before is dropped', () => {
    const flow = choosing();
    flow.say(english);
    flow.fail('withdraw.ps', failures.network);
    expect([flow.waits('withdraw.ps'), isQuiet(flow)]).toEqual([false, true]);
    flow.wait();
    const old = flow.asked('withdraw.ps');
    flow.say({ type: 'house.language', locale: 'ru' });
    expect(flow.world.leaves()).not.toContain(old);
    flow.answer('withdraw.ps', answered(methods(' ¤')));
    expect(namesIn(flow)).toEqual(marked(' ¤'));

    const reading = stand(withdrawMachine, inputAt(placeOf('withdraw')));
    const first = reading.asked('withdraw.ps');
    reading.say(english);
    expect([reading.world.leaves().includes(first), reading.waits('withdraw.ps')]).toEqual([false, true]);
  });

  test('S11 orders that nobody has paid are told in other words, and can be opened meanwhile', () => {
    const flow = stand(depositMachine, inputAt(placeOf('deposit')));
    const [order] = unpaid('deposit');
    flow.answer('deposit.ps', answered({ items: sampleMethods('deposit') }));
    flow.answer('operation.in_progress', answered({ items: [worded(order!, 'Банк')] }));
    flow.say(english);
    expect(flow.snapshot('methods').can({ type: 'user.order opened', value: order!.id })).toBe(true);
    flow.fail('operation.in_progress', failures.network);
    expect(isQuiet(flow)).toBe(true);
    flow.say(english);
    flow.answer('operation.in_progress', answered({ items: [worded(order!, 'Bank')] }));
    expect((flow.snapshot('methods').context as { unpaid: Operation[] }).unpaid.map(factsOf)).toEqual([['Bank']]);
  });

  test('S11 a form is called by its way in the other language, and holds what was typed and its frame', () => {
    const flow = stand(withdrawMachine, inputAt(placeOf('withdraw', 'bitcoin_btc')));
    flow.answer('draft.read', null);
    flow.answer('withdraw.ps', answered(methods('')));
    const form = { ...sampleForm('withdraw'), card_frame: '/card?lang=ru' };
    flow.answer('withdraw.form', answered(form));
    flow.say({ type: 'user.field filled', field: 'address', value: 'bc1q' }, 'form');
    flow.say(english);
    expect(isQuiet(flow)).toBe(true);
    flow.answer(
      'withdraw.form',
      answered({ ...form, card_frame: '/card?lang=en', method: { ...form.method, name: 'Other' } }),
    );
    expect(flow.snapshot('form').context).toMatchObject({
      form: { method: { name: 'Other' }, card_frame: '/card?lang=ru' },
      values: { address: 'bc1q' },
    });
  });

  const order = sampleWithdrawal('open');
  const operating = () => {
    const flow = stand(withdrawMachine, inputAt(placeOf('withdraw', 'bitcoin_btc', order.id)));
    flow.answer('operation.read', answered(worded(order, 'Банк')));
    return flow;
  };
  const shown = (flow: Stand) => factsOf((flow.snapshot('operation').context as { current: unknown }).current);

  test('S11 terms on review are read, and never checked again; what is wrong with a code stays beside it', () => {
    const flow = operating();
    flow.say({ type: 'user.code typed', value: '12' }, 'operation');
    const before = flow.states('operation');
    flow.say(english);
    expect([shown(flow), flow.states('operation')]).toEqual([['Банк'], before]);
    expect(flow.world.leaves().filter(({ name }) => /check|submit/.test(name))).toEqual([]);
    flow.answer('operation.read', answered(worded(order, 'Bank')));
    expect([shown(flow), flow.states('operation')]).toEqual([['Bank'], before]);
    // What has moved on is its status to tell.
    flow.say(english);
    flow.answer('operation.read', answered(worded(sampleWithdrawal('processing'), 'Gone')));
    expect(shown(flow)).toEqual(['Bank']);
  });

  test('S11 what a confirm brings that was sent before the switch is read again, also when it ends the operation', () => {
    const flow = operating();
    if (order.second_step) flow.say({ type: 'user.code typed', value: '123456' }, 'operation');
    flow.say({ type: 'user.confirmed' }, 'operation');
    const sent = flow.asked('withdraw.submit');
    flow.say(english);
    flow.answer('operation.read', answered(worded(order, 'Bank')));
    expect(flow.world.leaves()).toContain(sent);
    const completed = sampleWithdrawal('completed');
    flow.answer('withdraw.submit', answered(worded(completed, 'Банк')));
    expect(flow.states()).toEqual(['finished.succeeded']);
    flow.answer('operation.read', answered(worded(completed, 'Bank')));
    const outcome = () => factsOf((flow.snapshot().context as { outcome: unknown }).outcome);
    expect([outcome(), flow.states()]).toEqual([['Bank'], ['finished.succeeded']]);

    flow.say({ type: 'house.language', locale: 'ru' });
    flow.fail('operation.read', refused('not_found', 404));
    expect([outcome(), flow.states()]).toEqual([['Bank'], ['finished.succeeded']]);
    flow.say({ type: 'house.language', locale: 'ru' });
    flow.answer('operation.read', answered(worded(completed, 'Банк')));
    expect([outcome(), flow.states()]).toEqual([['Банк'], ['finished.succeeded']]);
  });

  const row = (id: string, text: string) => worded(sampleOrder('completed', { id }), text);
  const ids = ['opsample0000000000001', 'opsample0000000000002', 'opsample0000000000003'];
  const rowsIn = (flow: Stand) => (flow.snapshot('list').context as { items: Operation[] }).items.map(factsOf).flat();

  test('S11 every row of a history that is shown is told again, page by page, and none is moved, added or lost', () => {
    const flow = stand(historyOf('withdraw'), at('history-withdraw', '/history/withdraw'));
    const page = (from: number, to: number, next: string | null, mark: string) =>
      answered({ items: ids.slice(from, to).map((id) => row(id, `${mark}${id.at(-1)}`)), next });
    flow.answer('withdraw.history', page(0, 2, 'a', 'м'));
    flow.say({ type: 'user.more asked' }, 'list');
    flow.answer('withdraw.history', page(2, 3, null, 'м'));
    flow.say(english);
    expect([rowsIn(flow), flow.states('list')]).toEqual([['м1', 'м2', 'м3'], ['ready.end']]);
    const later = row('opsample0000000000009', 'm9');
    const first = page(0, 2, 'b', 'm');
    flow.answer('withdraw.history', {
      ...first,
      payload: { ...first.payload, items: [later, ...first.payload.items] },
    });
    expect(flow.asked('withdraw.history').input).toEqual({ query: { cursor: 'b' } });
    flow.answer('withdraw.history', page(2, 3, null, 'm'));
    expect([rowsIn(flow), flow.states('list'), flow.waits('withdraw.history')]).toEqual([
      ['m1', 'm2', 'm3'],
      ['ready.end'],
      false,
    ]);
  });

  test('S11 a page that was on its way is asked for again in the other language', () => {
    const flow = stand(historyOf('withdraw'), at('history-withdraw', '/history/withdraw'));
    const first = flow.asked('withdraw.history');
    flow.say(english);
    expect(flow.world.leaves()).not.toContain(first);
    flow.answer('withdraw.history', answered({ items: [row(ids[0]!, 'm1')], next: 'a' }));
    flow.say({ type: 'user.more asked' }, 'list');
    const more = flow.asked('withdraw.history');
    flow.say({ type: 'house.language', locale: 'ru' });
    expect(flow.world.leaves()).not.toContain(more);
    expect(flow.states('list')).toEqual(['ready.loading more']);
  });

  test('S11 a notification of the inbox is told again under its id', () => {
    const flow = stand(inboxMachine, { ...at('exchanges', '/exchanges'), over: true });
    const told = sampleTold(sampleNotifications.plain, { title: 'Было' });
    flow.answer('notify.list', answered({ items: [told], next: null }));
    flow.say(english);
    flow.answer('notify.list', answered({ items: [{ ...told, title: 'Was' }], next: null }));
    expect((flow.snapshot('list').context as { items: { title: string }[] }).items.map(({ title }) => title)).toEqual([
      'Was',
    ]);
  });

  test('S11 the countries of a card’s order are called anew; what was chosen and typed stays', () => {
    const flow = stand(cardOrderMachine, at('cards-order', '/cards/order/plastic_eur', { id: 'plastic_eur' }));
    flow.answer('draft.read', null);
    flow.answer('card.order_form', answered(plasticForm));
    flow.say({ type: 'user.field filled', field: 'country', value: 'DE' }, 'form');
    flow.say(english);
    expect(isQuiet(flow)).toBe(true);
    const fields = plasticForm.fields.map((field) =>
      field.options ? { ...field, options: field.options.map((one) => ({ ...one, label: `${one.label} *` })) } : field,
    );
    flow.answer('card.order_form', answered({ ...plasticForm, fields, values: { country: 'FR' } }));
    expect(flow.snapshot('form').context).toMatchObject({ form: { fields }, values: { country: 'DE' } });
  });

  test('S11 the letter of an invitation is read again beside an address that is being typed', () => {
    const flow = stand(referralMachine, { ...at('referral', '/referral'), email: 'person@example.com' });
    const form: InviteForm = { left: 3, locale: 'ru', note: '', letter: { subject: 'Т', text: 'Т' } };
    const letter = { subject: 'S', text: 'T' };
    flow.answer('referral.invite_info', answered(form));
    flow.say({ type: 'user.email typed', value: 'a@' }, 'invite');
    flow.say(english);
    flow.answer('referral.invite_info', answered({ ...form, left: 2, locale: 'en', letter }));
    expect(flow.snapshot('invite').context).toMatchObject({ email: 'a@', form: { left: 3, locale: 'en', letter } });
    expect(flow.states('invite')).toEqual(['form.entering']);
  });

  test('S11 support is called anew in the list of chats and in its chat', () => {
    const flow = stand(chatMachine, at('chat-private-id', '/chat/private/10000002', { id: '10000002' }));
    flow.answer('chat.list', answered({ items: sampleChats, older: null }));
    flow.say(english);
    const items = sampleChats.map((one) => (one.kind === 'support' ? { ...one, title: 'Help' } : one));
    flow.answer('chat.list', answered({ items, older: null }));
    expect(flow.snapshot('chats').context).toMatchObject({ items: [{ title: 'Help' }, {}] });

    const chat = stand(chatMachine, at('chat-support', '/chat/support'));
    const page = (title: string) =>
      answered({
        ...{ chat: { id: 'support', title, kind: 'support' }, items: [], older: null, newer: 'after-46', latest: 46 },
        read: { own: 46, other: 44 },
      });
    chat.answer('support.messages', page('Поддержка'));
    chat.say(english);
    chat.answer('support.messages', page('Support'));
    expect(chat.snapshot('thread').context).toMatchObject({ head: { title: 'Support' } });
  });
});

import { heldBy } from '../../machines/operation/around.context.ts';
import { describe, expect, test } from 'vitest';
import { hasCardNumber } from '../../contract/fields/card-number.ts';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { describedFormMachine } from '../../machines/described-form/described-form.machine.ts';
import {
  kept,
  nothingFilled,
  shownProblem,
  type DescribedFormContext,
  type DescribedFormInput,
} from '../../machines/described-form/described-form.context.ts';
import { kept as keptTransfer } from '../../machines/flows/transfer/form.context.ts';
import { depositMachine } from '../../machines/flows/deposit/deposit.machine.ts';
import { purchaseMachine } from '../../machines/flows/purchase/purchase.machine.ts';
import { withdrawMachine } from '../../machines/flows/withdraw/withdraw.machine.ts';
import { noEntry } from '../../machines/form/amount.ts';
import { answered, failures, refused, sampleWithdrawal } from '../../machines/operation/operation.samples.ts';
import type { MethodsContext } from '../../machines/methods/methods.context.ts';
import { hintFor, lacksTheRest, type PaymentKind } from '../../machines/payment/payment.context.ts';
import {
  inputAt,
  placeOf,
  sampleForm,
  sampleMethods,
  sampleOf,
  unpaid,
  wholeForm,
} from '../../machines/payment/payment.samples.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Field } from '../../contract/payment.ts';
import { stand } from './stand.ts';

const machines = { withdraw: withdrawMachine, deposit: depositMachine, purchase: purchaseMachine };
const calls = {
  withdraw: { form: 'withdraw.form', methods: 'withdraw.ps', submit: 'withdraw.submit', status: 'withdraw.status' },
  deposit: {
    form: 'deposit.form',
    methods: 'deposit.ps',
    submit: 'deposit.integration_json',
    status: 'deposit.integration_json_check',
  },
  purchase: {
    form: 'purchase.form',
    methods: 'purchase.ps',
    submit: 'purchase.integration_json',
    status: 'deposit.integration_json_check',
  },
};
const ways = { withdraw: 'bitcoin_btc', deposit: 'bitcoin_btc', purchase: 'card_usd' };
const flowAt = (kind: PaymentKind, place = placeOf(kind)) => stand(machines[kind], inputAt(place));

const filledIn = (kind: PaymentKind) => {
  const flow = flowAt(kind, placeOf(kind, ways[kind]));
  flow.answer('draft.read', { side: 'get', text: '0.04', byHand: true, values: {} });
  flow.answer(calls[kind].methods, answered({ items: sampleMethods(kind) }));
  flow.answer(calls[kind].form, answered(sampleForm(kind)));
  return flow;
};
const reviewed = (kind: PaymentKind) => {
  const flow = filledIn(kind);
  flow.say({ type: 'user.submitted' }, 'form');
  flow.answer('fields.check', { fields: {} });
  flow.answer('payment.check', answered(sampleOf(kind)('open')));
  return flow;
};

describe.each([
  ['R14', 'F6', 'withdraw'],
  ['R5', 'F7', 'deposit'],
  ['R10', 'F8', 'purchase'],
] as const)('%s %s a %s', (route, row, kind) => {
  const { id } = sampleOf(kind)('open');
  const form = `/${kind}/form/${ways[kind]}`;

  test(`${route} without a method it is chosen, and the address leads to its form`, () => {
    const flow = flowAt(kind);
    flow.answer(calls[kind].methods, answered({ items: sampleMethods(kind) }));
    if (kind !== 'withdraw') flow.answer('operation.in_progress', answered({ items: [] }));
    flow.say({ type: 'user.method chosen', value: 'bank_eur' }, 'methods');
    expect(flow.told('flow.navigate')).toEqual([]);
    flow.say({ type: 'user.method chosen', value: ways[kind] }, 'methods');
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: form }]);
    flow.say({ type: 'house.arrived', place: placeOf(kind, ways[kind]) });
    flow.answer('draft.read', null);
    // The way to the form is known already: the list is not asked again.
    expect(flow.asked(calls[kind].form).input).toEqual({ path: form });
  });

  test(`${row} what is put in is checked by kind, and the operation stands in the address`, () => {
    const flow = filledIn(kind);
    flow.say({ type: 'user.submitted' }, 'form');
    flow.answer('fields.check', { fields: {} });
    const { params, body } = flow.asked('payment.check').input as { params: unknown; body: unknown };
    expect(params).toEqual({ kind });
    expect(body).toEqual({ method: ways[kind], side: 'get', amount: '0.04' });
    flow.answer('payment.check', answered(sampleOf(kind)('open')));
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: `${form}/${id}` }]);
  });

  test(`${row} a check that was left is replaced by the next`, () => {
    const flow = reviewed(kind);
    expect(heldBy(flow.snapshot().context)).toBe('terms');
    flow.say({ type: 'user.went back' }, 'operation');
    expect(flow.states()).toEqual(['filling']);
    flow.say({ type: 'user.submitted' }, 'form');
    flow.answer('fields.check', { fields: {} });
    expect((flow.asked('payment.check').input as { body: { replaces?: string } }).body.replaces).toBe(id);
  });

  test(`${row} repeated after its end it takes the place of none, and holds nobody back`, () => {
    const flow = reviewed(kind);
    flow.say({ type: 'user.went back' }, 'operation');
    const again = 'opsample0000000000016';
    const submit = () => {
      flow.say({ type: 'user.amount typed', side: 'give', value: kind === 'purchase' ? '100' : '0,05' }, 'form');
      flow.say({ type: 'user.submitted' }, 'form');
      flow.answer('fields.check', { fields: {} });
    };
    submit();
    flow.answer('payment.check', answered(sampleOf(kind)('open', { id: again })));
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.answer(calls[kind].submit, answered(sampleOf(kind)('completed', { id: again })));
    expect(flow.states()).toEqual(['finished.succeeded']);
    flow.say({ type: 'user.again' });
    expect(heldBy(flow.snapshot().context)).toBeNull();
    submit();
    expect((flow.asked('payment.check').input as { body: object }).body).not.toHaveProperty('replaces');
  });

  test(`${row} what was sent and left goes on, and can be opened again`, () => {
    const flow = reviewed(kind);
    flow.say({ type: 'user.confirmed' }, 'operation');
    expect(flow.asked(calls[kind].submit).input).toMatchObject({ body: { id } });
    flow.say({ type: 'house.arrived', place: placeOf(kind, ways[kind]) });
    flow.say({ type: 'user.left operation opened' });
    expect(flow.told('flow.navigate').at(-1)).toEqual({ type: 'flow.navigate', to: `${form}/${id}` });
  });

  test(`${route} the address of an operation is enough: its status is read, and nothing is sent`, () => {
    const flow = flowAt(kind, placeOf(kind, ways[kind], id));
    expect(flow.asked('operation.read').input).toEqual({ params: { id } });
    flow.answer('operation.read', answered(sampleOf(kind)('completed')));
    expect(flow.states()).toEqual(['finished.succeeded']);
    flow.say({ type: 'user.again' });
    expect(flow.told('flow.navigate').at(-1)).toEqual({ type: 'flow.navigate', to: form });
  });

  test.each([
    ['check', 'left of a day is told', { left: '0.03' }, 'above_day_maximum'],
    ['submit', 'left of a day is told', { left: '0.03' }, 'above_day_maximum'],
    ['check', 'was not said is not made up', {}, 'invalid'],
  ] as const)(`${row} refused at its %s, what %s`, (step, _what, params, code) => {
    const flow = step === 'submit' ? reviewed(kind) : filledIn(kind);
    const refusal = refused('above_day_maximum', 422, { fields: { amount: 'above_day_maximum' }, params });
    if (step === 'submit') flow.say({ type: 'user.confirmed' }, 'operation');
    else {
      flow.say({ type: 'user.submitted' }, 'form');
      flow.answer('fields.check', { fields: {} });
    }
    flow.fail(step === 'submit' ? calls[kind].submit : 'payment.check', refusal);
    const trouble = shownProblem(flow.snapshot('form').context as DescribedFormContext, true);
    expect(trouble?.code).toBe(code);
    const { give } = sampleForm(kind).method;
    if (code !== 'invalid')
      expect(trouble?.params).toMatchObject({
        left: { amount: { amount: '0.03', currency: give.code }, scale: give.scale },
      });
  });

  test(`${row} what the server says of a field stands at the field, all else above the form`, () => {
    const flow = filledIn(kind);
    const ask = () => {
      flow.say({ type: 'user.submitted' }, 'form');
      flow.answer('fields.check', { fields: {} });
    };
    ask();
    flow.fail('payment.check', refused('below_minimum', 422, { fields: { amount: 'below_minimum' } }));
    expect(flow.snapshot('form').context).toMatchObject({
      wrong: { amount: { code: 'below_minimum' } },
      trouble: null,
    });
    flow.say({ type: 'user.amount typed', side: 'get', value: '0,05' }, 'form');
    ask();
    flow.fail('payment.check', refused('method_unavailable', 409, { fields: { method: 'method_unavailable' } }));
    expect(flow.snapshot('form').context).toMatchObject({ trouble: { code: 'method_unavailable' } });
    expect(flow.snapshot('form').context['wrong']).toEqual({});
  });
});

/** A withdrawal that is filled in, with a document beside it. */
const withDocument = () => {
  const flow = flowAt('withdraw', placeOf('withdraw', ways.withdraw));
  flow.answer('draft.read', { side: 'give', text: '100', byHand: true, values: { recipient: 'Grace Hopper' } });
  flow.answer(calls.withdraw.methods, answered({ items: sampleMethods('withdraw') }));
  flow.answer(calls.withdraw.form, answered(wholeForm));
  const file = { value: 'file 1', name: 'invoice.pdf', size: 9_000_000, media: 'application/pdf' };
  flow.say({ type: 'user.file given', field: 'document', ...file }, 'form');
  return flow;
};

test('F6 a document of which nothing more went leads back to the form with all that was put in, and goes another time', () => {
  const flow = withDocument();
  const ask = () => {
    flow.say({ type: 'user.submitted' }, 'form');
    flow.answer('fields.check', { fields: {} });
    return flow.asked('payment.check').input as { body: Record<string, unknown> };
  };
  const first = ask();
  flow.fail('payment.check', failures.late);
  expect(flow.states()).toEqual(['filling']);
  const { trouble, entry, values, files } = flow.snapshot('form').context as DescribedFormContext;
  expect([trouble, entry.text, values['recipient']]).toEqual([{ code: 'late' }, '100', 'Grace Hopper']);
  expect(files['document']).toMatchObject({ handle: 'file 1', name: 'invoice.pdf' });
  expect(en['error.late'] + ru['error.late']).toMatch(/Try again.*Попробуйте ещё раз/);
  const again = ask();
  expect(again).toEqual(first);
  expect(again.body['document']).toMatchObject({ handle: 'file 1' });
  flow.answer('payment.check', answered(sampleOf('withdraw')('open')));
  expect(flow.states('operation')).toEqual(['reviewing.reading']);
});

test('F6 R14 a document that changed on the disk is told at its field, is to be chosen anew, and nobody is said to have broken', () => {
  const flow = withDocument();
  flow.say({ type: 'user.submitted' }, 'form');
  flow.answer('fields.check', { fields: {} });
  flow.fail('payment.check', { name: 'PortError', code: 'file_gone', message: 'gone', handles: ['file 1'] });
  const { trouble, wrong, files, values } = flow.snapshot('form').context as DescribedFormContext;
  expect([trouble, wrong, files]).toEqual([null, { document: { code: 'file_gone' } }, {}]);
  expect(values['recipient']).toBe('Grace Hopper');
});

test('F6 F9 a text with the number of a card is no draft', () => {
  const values = { comment: 'card 4242 4242 4242 4242 12/35', recipient: 'Ann Example' };
  expect(kept({ ...nothingFilled, form: null, entry: noEntry, values })).toEqual({
    ...noEntry,
    values: { recipient: 'Ann Example' },
  });
  const filled = { to: '4242424242424242', currency: 'EUR', entry: noEntry, comment: values.comment };
  expect(keptTransfer(filled)).toEqual({ ...filled, to: '', comment: '' });
  const planted = Object.fromEntries(Object.keys(filled).map((name) => [name, values.comment]));
  expect(Object.values(keptTransfer({ ...filled, ...planted, entry: noEntry }))).toEqual(['', '', noEntry, '']);
  expect(keptTransfer({ ...filled, to: 'A-1002', comment: 'for tea' })).toMatchObject({
    to: 'A-1002',
    comment: 'for tea',
  });
});

describe('R10 what can be bought', () => {
  const shown = (currency: string) => flowAt('purchase', placeOf('purchase', '', '', { currency }));
  const ids = (flow: ReturnType<typeof shown>) => flow.asked('purchase.ps').input;

  test('R10 by the currency in the address the server is asked, and by no other text', () => {
    expect(ids(shown('BTC'))).toEqual({ params: { id: 'BTC' } });
    for (const other of ['', '../all', 'bitcoin']) expect(ids(shown(other))).toEqual({ params: { id: 'all' } });
  });

  test('R10 where nothing of it can be bought, or nobody knows it, all is asked for', () => {
    const none = shown('USD');
    none.answer('purchase.ps', answered({ items: [] }));
    expect(ids(none)).toEqual({ params: { id: 'all' } });
    const unknown = shown('XXX');
    unknown.fail('purchase.ps', refused('not_found', 404));
    expect(ids(unknown)).toEqual({ params: { id: 'all' } });
    unknown.answer('purchase.ps', answered({ items: [] }));
    expect(unknown.snapshot('methods').matches({ list: 'empty' })).toBe(true);
  });

  test('R10 another choice is made among all of it, which is asked for once', () => {
    const flow = shown('BTC');
    flow.answer('purchase.ps', answered({ items: sampleMethods('purchase').slice(0, 1) }));
    flow.answer('operation.in_progress', answered({ items: [] }));
    flow.say({ type: 'user.currency chosen', value: '' }, 'methods');
    expect(ids(flow)).toEqual({ params: { id: 'all' } });
    flow.answer('purchase.ps', answered({ items: sampleMethods('purchase') }));
    flow.say({ type: 'user.currency chosen', value: 'USD' }, 'methods');
    expect(flow.waits('purchase.ps')).toBe(false);
  });

  test('R10 a part of it that was asked for again, and comes after another choice, is not taken for all of it', () => {
    const flow = shown('BTC');
    flow.answer('purchase.ps', answered({ items: sampleMethods('purchase').slice(0, 1) }));
    flow.answer('operation.in_progress', answered({ items: [] }));
    const words = () => flow.states('methods/words');
    flow.hear('page.life', { type: 'port.shown', at: 1 });
    flow.fail('purchase.ps', failures.network);
    flow.say({ type: 'user.currency chosen', value: 'EUR' }, 'methods');
    flow.answer('purchase.ps', answered({ items: sampleMethods('purchase') }));
    while (!words().includes('reading')) flow.wait();
    flow.answer('purchase.ps', answered({ items: sampleMethods('purchase').slice(0, 1) }));
    expect([words(), flow.snapshot('methods').context]).toMatchObject([
      ['resting'],
      { asked: 'all', currency: 'EUR', methods: sampleMethods('purchase') },
    ]);
  });
});

describe('F7 what waits to be paid', () => {
  const orders = () => {
    const flow = flowAt('deposit');
    flow.answer('deposit.ps', answered({ items: sampleMethods('deposit') }));
    flow.answer('operation.in_progress', answered({ items: unpaid('deposit') }));
    return flow;
  };
  const { id } = sampleOf('deposit')('open');

  const standing = (flow: ReturnType<typeof orders>) =>
    flow.states('methods').find((state) => state.startsWith('standing'));

  test('F7 orders come above the list with it, and never before it', () => {
    const flow = flowAt('deposit');
    flow.answer('operation.in_progress', answered({ items: unpaid('deposit') }));
    expect(standing(flow)).toBe('standing.open');
    flow.answer('deposit.ps', answered({ items: sampleMethods('deposit') }));
    expect(standing(flow)).toBe('standing.above');
  });

  test('F7 the list waits a second for orders; those that are later, or could not be read, stand below it from then on', () => {
    const flow = flowAt('deposit');
    flow.answer('deposit.ps', answered({ items: sampleMethods('deposit') }));
    expect([standing(flow), flow.states('methods')]).toEqual([
      'standing.open',
      expect.arrayContaining(['list.waiting']),
    ]);
    expect([flow.wait(), standing(flow)]).toEqual([1_000, 'standing.below']);
    flow.answer('operation.in_progress', answered({ items: unpaid('deposit') }));
    expect([standing(flow), flow.states('methods')]).toEqual([
      'standing.below',
      expect.arrayContaining(['list.shown']),
    ]);

    const unread = flowAt('deposit');
    unread.answer('deposit.ps', answered({ items: sampleMethods('deposit') }));
    unread.fail('operation.in_progress', failures.network);
    expect(standing(unread)).toBe('standing.below');
    unread.say({ type: 'user.orders asked' }, 'methods');
    unread.answer('operation.in_progress', answered({ items: unpaid('deposit') }));
    expect(standing(unread)).toBe('standing.below');
  });

  test('F7 where the list is read again, orders that are known go above it, and others wait for it', () => {
    for (const items of [unpaid('deposit'), null]) {
      const flow = flowAt('deposit');
      flow.fail('deposit.ps', failures.network);
      expect(standing(flow)).toBe('standing.below');
      if (items) flow.answer('operation.in_progress', answered({ items }));
      flow.say({ type: 'user.retried' }, 'methods');
      expect(standing(flow)).toBe(items ? 'standing.above' : 'standing.open');
    }
  });

  test('F7 an order that nobody has paid is opened where it stands', () => {
    const flow = orders();
    flow.say({ type: 'user.order opened', value: id }, 'methods');
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: `/deposit/form/bitcoin_btc/${id}` }]);
  });

  test('F7 S9 the page is not loaded anew while an order is being taken back', () => {
    const flow = orders();
    const isSafe = () => [flow.snapshot(), flow.snapshot('methods')].some((each) => each.hasTag('safe to reload'));
    expect(isSafe()).toBe(true);
    flow.say({ type: 'user.order cancelled', value: id }, 'methods');
    expect([isSafe(), flow.waits('operation.cancel')]).toEqual([true, false]);
    flow.say({ type: 'user.cancel agreed' }, 'methods');
    expect(isSafe()).toBe(false);
    flow.answer('operation.cancel', answered(sampleOf('deposit')('cancelled')));
    expect(isSafe()).toBe(true);
  });

  test('F7 whoever is asked and keeps the order sends nothing, and may open it or cancel it still', () => {
    const flow = orders();
    flow.say({ type: 'user.order cancelled', value: id }, 'methods');
    flow.say({ type: 'user.order kept' }, 'methods');
    expect([flow.waits('operation.cancel'), flow.snapshot('methods').matches({ orders: 'known' })]).toEqual([
      false,
      true,
    ]);
  });

  test('F7 one that was paid meanwhile is not cancelled: that is said, and the orders are read again', () => {
    const flow = orders();
    flow.say({ type: 'user.order cancelled', value: id }, 'methods');
    flow.say({ type: 'user.cancel agreed' }, 'methods');
    flow.fail('operation.cancel', refused('too_late', 409));
    flow.answer('operation.in_progress', answered({ items: [] }));
    expect(flow.snapshot('methods').context).toMatchObject({ unpaid: [], refusal: { code: 'too_late' } });
  });

  test('F7 one that had ended before the cancel is not called cancelled: how it ended is said, until another is to be cancelled', () => {
    for (const status of ['completed', 'failed', 'expired', 'cancelled'] as const) {
      const flow = orders();
      flow.say({ type: 'user.order cancelled', value: id }, 'methods');
      flow.say({ type: 'user.cancel agreed' }, 'methods');
      flow.answer('operation.cancel', answered(sampleOf('deposit')(status)));
      flow.answer('operation.in_progress', answered({ items: unpaid('deposit') }));
      const ended = () => (flow.snapshot('methods').context as MethodsContext).ended;
      expect(ended()?.status).toBe(status === 'cancelled' ? undefined : status);
      flow.say({ type: 'user.order cancelled', value: id }, 'methods');
      expect(ended()).toBeNull();
    }
  });

  test('F7 whoever comes back from paying to the question whether to cancel finds it gone with the order, and else where it was', () => {
    const moments = [
      ['page.life', { type: 'port.shown', at: 1 }],
      ['', { type: 'signal.wallets', wallets: [], seq: 2 }],
      ['', { type: 'port.online', at: 1 }],
    ] as const;
    for (const [from, event] of moments) {
      const flow = orders();
      const isAsked = () => flow.snapshot('methods').matches({ orders: 'asked' });
      const comes = () => (from === '' ? flow.say(event) : flow.hear(from, event));
      flow.say({ type: 'user.order cancelled', value: id }, 'methods');
      for (const fails of [true, false]) {
        comes();
        expect(isAsked()).toBe(true);
        if (fails) flow.fail('operation.in_progress', failures.network);
        else flow.answer('operation.in_progress', answered({ items: unpaid('deposit') }));
        expect(isAsked()).toBe(true);
      }
      comes();
      flow.answer('operation.in_progress', answered({ items: [] }));
      expect([isAsked(), flow.snapshot('methods').context]).toMatchObject([false, { unpaid: [], refusal: null }]);
    }
  });

  test('F7 of an order that goes from under its question it is said what became of it, until another is to be cancelled', () => {
    for (const [items, passed] of [
      [[sampleOf('deposit')('processing')], 'has come'],
      [[sampleOf('deposit')('processing', { id: 'opsample0000000000077' })], 'waits no more'],
      [[], 'waits no more'],
    ] as const) {
      const flow = orders();
      const told = () => (flow.snapshot('methods').context as MethodsContext).passed;
      const comes = () => flow.hear('page.life', { type: 'port.shown', at: 1 });
      flow.say({ type: 'user.order cancelled', value: id }, 'methods');
      comes();
      flow.answer('operation.in_progress', answered({ items: unpaid('deposit') }));
      expect(told()).toBeNull();
      comes();
      flow.answer('operation.in_progress', answered({ items: [...items] }));
      expect(told()).toBe(passed);
      comes();
      flow.answer('operation.in_progress', answered({ items: unpaid('deposit') }));
      flow.say({ type: 'user.order cancelled', value: id }, 'methods');
      expect(told()).toBeNull();
    }
  });

  test('F7 what is read under the question is the list from then on, also of the orders that are not asked about', () => {
    const flow = orders();
    const [first] = unpaid('deposit');
    const other = { ...first, id: 'opsample0000000000077' };
    flow.say({ type: 'user.order cancelled', value: id }, 'methods');
    flow.hear('page.life', { type: 'port.shown', at: 1 });
    flow.answer('operation.in_progress', answered({ items: [first, other] }));
    expect(flow.snapshot('methods').matches({ orders: 'asked' })).toBe(true);
    expect(flow.snapshot('methods').context).toMatchObject({ unpaid: [{ id }, { id: other.id }] });
  });

  test('F7 an order that is kept while it is read again is read on', () => {
    const flow = orders();
    flow.say({ type: 'user.order cancelled', value: id }, 'methods');
    flow.hear('page.life', { type: 'port.shown', at: 1 });
    flow.say({ type: 'user.order kept' }, 'methods');
    flow.answer('operation.in_progress', answered({ items: [] }));
    expect(flow.snapshot('methods').context).toMatchObject({ unpaid: [] });
  });

  test('F7 an order that is gone after a lost cancel is spoken of no more; of one that is still there it is said that it is not cancelled', () => {
    for (const [error, items, refusal] of [
      [failures.network, [], null],
      [failures.broken, [], null],
      [failures.network, unpaid('deposit'), { code: 'not_cancelled' }],
      [failures.broken, unpaid('deposit'), { code: 'internal' }],
    ] as const) {
      const flow = orders();
      flow.say({ type: 'user.order cancelled', value: id }, 'methods');
      flow.say({ type: 'user.cancel agreed' }, 'methods');
      flow.fail('operation.cancel', error);
      flow.fail('operation.in_progress', failures.network);
      flow.say({ type: 'port.online', at: 1 });
      flow.answer('operation.in_progress', answered({ items: [...items] }));
      expect(flow.snapshot('methods').context.refusal).toEqual(refusal);
    }
  });

  test('F7 S2 whoever has signed in again is not told of an order that nobody was', () => {
    const flow = orders();
    flow.say({ type: 'user.order cancelled', value: id }, 'methods');
    flow.say({ type: 'user.cancel agreed' }, 'methods');
    flow.fail('operation.cancel', refused('no_session', 401));
    flow.fail('operation.in_progress', refused('no_session', 401));
    flow.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 2 });
    flow.answer('operation.in_progress', answered({ items: unpaid('deposit') }));
    expect(flow.snapshot('methods').context).toMatchObject({ refusal: null });
  });

  test('F7 the open list follows what becomes of an order while money moves, and while nobody looks', () => {
    const flow = orders();
    const listed = () => (flow.snapshot('methods').context as MethodsContext).unpaid.map((order) => order.id);
    const seen = () => flow.hear('page.life', { type: 'port.shown', at: 1 });
    seen();
    expect(flow.snapshot('methods').can({ type: 'user.order opened', value: id })).toBe(true);
    const read = flow.asked('operation.in_progress');
    seen();
    flow.say({ type: 'port.online', at: 1 });
    expect(flow.world.leaves()).toContain(read);
    // What moves while they are read was not in what is on its way.
    flow.say({ type: 'signal.wallets', wallets: [], seq: 2 });
    expect(flow.world.leaves()).not.toContain(read);
    flow.fail('operation.in_progress', failures.network);
    expect(listed()).toEqual([id]);
    flow.say({ type: 'port.online', at: 2 });
    flow.answer('operation.in_progress', answered({ items: [] }));
    expect(listed()).toEqual([]);
  });

  test('F7 a method that was opened while nobody looked is open once the page is seen, and the list stands meanwhile', () => {
    const flow = orders();
    const methods = () => (flow.snapshot('methods').context as MethodsContext).methods;
    const closed = () => methods().filter((method) => method.closed === 'unverified').length;
    flow.hear('page.life', { type: 'port.shown', at: 1 });
    expect([closed(), flow.states('methods')]).toEqual([1, expect.arrayContaining(['list.shown'])]);
    const items = methods().map(({ closed: _, ...method }) => method);
    flow.answer('deposit.ps', answered({ items }));
    expect(closed()).toBe(0);
  });

  test('F7 a detail is copied by the house, and what came late is led to', () => {
    const flow = flowAt('deposit', placeOf('deposit', 'bitcoin_btc', id));
    flow.answer('operation.read', answered(sampleOf('deposit')('awaiting_payment')));
    flow.say({ type: 'user.copied', value: '4815162342' }, 'operation');
    expect(flow.told('flow.copy wanted')).toEqual([{ type: 'flow.copy wanted', value: '4815162342' }]);
    flow.say({ type: 'user.asked again' }, 'operation');
    flow.answer(
      'deposit.integration_json_check',
      answered(sampleOf('deposit')('expired', { reason: 'payment_late', replaced_by: 'opsample0000000000009' })),
    );
    flow.say({ type: 'user.replacement opened' });
    expect(flow.told('flow.navigate').at(-1)).toMatchObject({ to: '/deposit/form/bitcoin_btc/opsample0000000000009' });
  });
});

test.each(['deposit', 'purchase'] as const)(
  'F7 F8 what the page of a %s says on the way back is told, as its word',
  (kind) => {
    const { id } = sampleOf(kind)('open');
    for (const returned of ['failure', 'success', 'cancelled'] as const) {
      const flow = flowAt(kind, placeOf(kind, ways[kind], id, { returned }));
      const hint = () => hintFor(flow.snapshot().context, flow.snapshot('operation').context.current);
      flow.answer('operation.read', answered(sampleOf(kind)('awaiting_payment')));
      expect(hint()).toBe(returned);
      flow.say({ type: 'user.asked again' }, 'operation');
      flow.answer('deposit.integration_json_check', answered(sampleOf(kind)('processing')));
      expect(hint()).toBeNull();
    }
    for (const words of [en, ru])
      expect(words['payment.returned.failure']).not.toMatch(/No money has come|Деньги не поступ/);
  },
);

test.each(['deposit', 'purchase'] as const)(
  'F7 F8 a %s whose payment came and was not confirmed is not offered again; one that was declined is',
  (kind) => {
    const { id } = sampleOf(kind)('open');
    const offered = (changes: Partial<Operation>) => {
      const flow = flowAt(kind, placeOf(kind, ways[kind], id));
      flow.answer('operation.read', answered(sampleOf(kind)('failed', changes)));
      return [flow.states(), flow.snapshot().can({ type: 'user.again' })];
    };
    expect(offered({ reason: 'payment_not_confirmed' })).toEqual([['finished.failed'], false]);
    expect(offered({ reason: 'payment_declined' })).toEqual([['finished.failed'], true]);
  },
);

test('F6 repeated where only the operation is known, a withdrawal says that the rest is not here', () => {
  const { id } = sampleOf('withdraw')('open');
  const flow = flowAt('withdraw', placeOf('withdraw', ways.withdraw, id));
  flow.answer('operation.read', answered(sampleOf('withdraw')('completed')));
  flow.say({ type: 'user.again' });
  flow.say({ type: 'house.arrived', place: placeOf('withdraw', ways.withdraw) });
  const lacks = () => lacksTheRest(flow.snapshot().context, flow.snapshot('form').context);
  expect(lacks()).toBe(false);
  flow.answer('draft.read', null);
  flow.answer('withdraw.ps', answered({ items: sampleMethods('withdraw') }));
  flow.answer('withdraw.form', answered(sampleForm('withdraw')));
  expect([flow.snapshot('form').context.entry.text, lacks()]).toEqual(['100', true]);
  flow.say({ type: 'user.field filled', field: 'address', value: '1' }, 'form');
  expect(lacks()).toBe(false);
});

test('F7 repeated, a deposit whose form needs an amount alone lacks nothing', () => {
  const { id } = sampleOf('deposit')('open');
  const form = sampleForm('deposit');
  const email = { name: 'email', label: 'E-mail', kind: 'email', required: false } as const;
  for (const [required, lacks] of [
    [false, false],
    [true, true],
  ]) {
    const flow = flowAt('deposit', placeOf('deposit', ways.deposit, id));
    flow.answer('operation.read', answered(sampleOf('deposit')('completed')));
    flow.say({ type: 'user.again' });
    flow.say({ type: 'house.arrived', place: placeOf('deposit', ways.deposit) });
    flow.answer('draft.read', null);
    flow.answer('deposit.ps', answered({ items: sampleMethods('deposit') }));
    flow.answer('deposit.form', answered({ ...form, fields: [{ ...email, required }] }));
    expect(lacksTheRest(flow.snapshot().context, flow.snapshot('form').context)).toBe(lacks);
  }
});

test('F6 a wrong code is counted, and the same withdrawal may be confirmed with another', () => {
  const flow = filledIn('withdraw');
  flow.say({ type: 'user.submitted' }, 'form');
  flow.answer('fields.check', { fields: {} });
  flow.answer('payment.check', answered(sampleWithdrawal('open')));
  flow.say({ type: 'user.code typed', value: '123456' }, 'operation');
  flow.say({ type: 'user.confirmed' }, 'operation');
  flow.fail('withdraw.submit', refused('wrong_code', 422, { fields: { code: 'wrong_code' }, params: { left: 3 } }));
  expect(flow.states('operation')).toEqual(['reviewing.corrected']);
  const { second_step, ...rest } = sampleWithdrawal('open');
  expect(flow.snapshot('operation').context.current).toEqual({
    ...rest,
    second_step: { ...second_step, tries_left: 3 },
  });
  flow.say({ type: 'user.code typed', value: '654321' }, 'operation');
  flow.say({ type: 'user.confirmed' }, 'operation');
  expect(flow.asked('withdraw.submit').input).toMatchObject({ body: { code: '654321' } });
});

test('F8 terms that took the place of others are no payment that came otherwise', () => {
  const { id } = sampleOf('purchase')('open');
  const flow = flowAt('purchase', placeOf('purchase', 'card_usd', id));
  const changed = { reason: 'terms_changed', replaced_by: 'opsample0000000000009' };
  flow.answer('operation.read', answered(sampleOf('purchase')('expired', changed)));
  expect(flow.states()).toEqual(['finished.expired']);
  expect(flow.snapshot().can({ type: 'user.replacement opened' })).toBe(false);
});

test('F8 what the payment page says on the way back is a hint: the status is read, and decides', () => {
  const { id } = sampleOf('purchase')('open');
  const flow = flowAt('purchase', placeOf('purchase', 'card_usd', id, { returned: 'failure' }));
  flow.answer('operation.read', answered(sampleOf('purchase')('completed')));
  expect(flow.states()).toEqual(['finished.succeeded']);
});

describe('F6 a described form', () => {
  const input = (changes: Partial<DescribedFormInput> = {}): DescribedFormInput => ({
    ...nothingFilled,
    account: 'A-1001',
    kind: 'withdraw',
    method: 'bank_eur',
    path: '/withdraw/form/bank_eur',
    entry: noEntry,
    form: wholeForm,
    wrong: {},
    trouble: null,
    origins: ['https://pay.example.com'],
    ...changes,
  });
  const card = { token: 'tok_Sample1Token1111', brand: 'Visa', last_four: '4242' };
  const drafts = (form: ReturnType<typeof stand>) =>
    JSON.stringify(form.world.effects.filter(({ name }) => name === 'keep the draft'));

  test('F6 a card and a file are sent, and never kept by the device', () => {
    const form = stand(describedFormMachine, input());
    form.hear('card.tokens', { type: 'port.card given', card });
    form.say({
      ...{ type: 'user.file given', field: 'document', value: 'file 1', name: 'passport.png' },
      ...{ size: 9, media: 'image/png' },
    });
    form.say({ type: 'user.amount typed', side: 'give', value: '100' });
    form.say({ type: 'user.field filled', field: 'recipient', value: 'Grace Hopper' });
    expect(drafts(form)).toContain('Grace Hopper');
    expect(drafts(form)).not.toMatch(/tok_|4242|passport|file 1/);
    form.say({ type: 'user.submitted' });
    expect(form.asked('fields.check').input).toMatchObject({
      values: {
        recipient: 'Grace Hopper',
        card: card.token,
        document: { handle: 'file 1', size: 9, type: 'image/png' },
      },
    });
  });

  test('F6 a card that was not used is told to be: what stands in its frame is not known here', () => {
    const form = stand(describedFormMachine, input());
    form.say({ type: 'user.amount typed', side: 'give', value: '100' });
    form.say({ type: 'user.submitted' });
    form.answer('fields.check', { fields: { card: 'required', recipient: 'required' } });
    expect(form.snapshot().context.wrong).toEqual({ card: { code: 'card_unused' }, recipient: { code: 'required' } });
    form.hear('card.tokens', { type: 'port.card given', card });
    expect(form.snapshot().context.wrong).toEqual({ recipient: { code: 'required' } });
  });

  test('F6 what goes in capitals is raised as it is typed, but not where its middle is changed', () => {
    const bic: Field = { name: 'bic', kind: 'text', label: 'bic', required: true, capitals: true };
    const form = stand(describedFormMachine, input({ form: { ...wholeForm, fields: [bic] } }));
    const typed = (value: string) => {
      form.say({ type: 'user.field filled', field: 'bic', value });
      return form.snapshot().context.values['bic'];
    };
    expect([typed('deut'), typed('DEUTdeff'), typed('DExTDEFF')]).toEqual(['DEUT', 'DEUTDEFF', 'DExTDEFF']);
  });

  test('F6 a minus is told as it is typed, nothing and a nought only after a press', () => {
    const form = stand(describedFormMachine, input());
    const told = (value: string) => {
      form.say({ type: 'user.amount typed', side: 'give', value });
      return shownProblem(form.snapshot().context, false)?.code;
    };
    expect([told('-5'), told('-0'), told('0'), told('')]).toEqual(['negative', 'negative', undefined, undefined]);
  });

  test('F6 a file pushes no other out, and is taken away alone', () => {
    const document = wholeForm.fields.find(({ kind }) => kind === 'file');
    const form = stand(
      describedFormMachine,
      input({ form: { ...wholeForm, fields: [document!, { ...document!, name: 'another' }] } }),
    );
    for (const field of ['document', 'another'])
      form.say({ type: 'user.file given', field, value: field, name: 'passport.png', size: 9, media: 'image/png' });
    expect(Object.keys(form.snapshot().context.files)).toEqual(['document', 'another']);
    form.say({ type: 'user.file removed', value: 'document' });
    expect(Object.keys(form.snapshot().context.files)).toEqual(['another']);
  });

  test('F6 a frame that the site does not publish is never listened to', () => {
    expect(stand(describedFormMachine, input()).asked('card.tokens').input).toEqual({ frame: wholeForm.card_frame });
    const unpublished = stand(describedFormMachine, input({ origins: [] }));
    expect(unpublished.snapshot().value).toMatchObject({ editing: { card: 'unasked' } });
    expect(unpublished.waits('card.tokens')).toBe(false);
  });

  test('F6 a frame that did not come is told after 15 s, and asked for anew without a second listener', () => {
    const form = stand(describedFormMachine, input());
    const at = () => (form.snapshot().value as { editing: { card: unknown } }).editing.card;
    const waited = () => {
      for (let ms = 0; ; ms += form.wait()) if ((at() as { asked?: string }).asked !== 'awaited') return ms;
    };
    expect(waited()).toBe(15_000);
    expect(at()).toEqual({ asked: 'missing' });
    form.say({ type: 'user.frame wanted again' });
    expect([at(), form.snapshot().context.frames]).toEqual([{ asked: 'awaited' }, 1]);
    expect(waited()).toBe(15_000);
    form.hear('card.tokens', { type: 'port.card frame ready' });
    expect(at()).toEqual({ asked: 'ready' });
    form.hear('card.tokens', { type: 'port.card given', card });
    expect(at()).toBe('unasked');
    form.say({ type: 'user.card removed' });
    expect(at()).toEqual({ asked: 'awaited' });
  });

  test('F6 a frame that only the fresh terms name is listened to', () => {
    const { card_frame: frame, ...frameless } = wholeForm;
    const form = stand(describedFormMachine, input({ form: frameless }));
    form.answer('form', answered(wholeForm));
    expect(form.asked('card.tokens').input).toEqual({ frame });
  });

  test('F6 fresh terms change no frame: whoever is listened to is the one that stands there', () => {
    const form = stand(describedFormMachine, input());
    form.say({ type: 'house.signed in' });
    form.answer('form', answered({ ...wholeForm, rate: '2', card_frame: 'https://pay.example.com/another' }));
    expect(form.snapshot().context.form).toEqual({ ...wholeForm, rate: '2' });
  });

  test('F6 a saved recipient fills the fields, the card by its name', () => {
    const form = stand(describedFormMachine, input());
    form.say({ type: 'user.saved recipient chosen', value: 'opsample0000000000021' });
    expect(form.snapshot().context).toMatchObject({
      values: { recipient: 'Ada Lovelace', iban: 'GB82WEST12345698765432' },
      card: { shown: 'Ada Lovelace' },
    });
    form.say({ type: 'user.field filled', field: 'recipient', value: 'Ada' });
    expect(form.snapshot().context.recipient).toBe('');
  });

  test('F6 a card that is given beside a saved recipient is nobody’s yet', () => {
    const ada = { ...wholeForm.recipients![0]!, values: { recipient: 'Ada Lovelace' } };
    const form = stand(describedFormMachine, input({ form: { ...wholeForm, recipients: [ada] } }));
    form.say({ type: 'user.saved recipient chosen', value: ada.id });
    expect(form.snapshot().context.recipient).toBe(ada.id);
    form.hear('card.tokens', { type: 'port.card given', card });
    expect(form.snapshot().context).toMatchObject({ recipient: '', card: { token: card.token } });
  });

  test('F6 an IBAN reads in groups of four, and stays as it is where it is changed in its middle', () => {
    const form = stand(describedFormMachine, input());
    const typed = (value: string) => {
      form.say({ type: 'user.field filled', field: 'iban', value });
      return form.snapshot().context.values.iban as string;
    };
    expect(typed('de8937')).toBe('DE89 37');
    expect(typed('DE89 37040044')).toBe('DE89 3704 0044');
    expect(typed('DE89 3704 044')).toBe('DE89 3704 044');
  });

  const ethereum = '0xab4222222222222abcdefabcdefabcdefabcdefabc';
  test.each([
    ['iban', 'DE62 3704 0044 0532 0130 01', true],
    ['iban', '4111 1111 1111 1111', false],
    ['iban', 'VISA 4111 1111 1111 1111', false],
    ['iban', 'DE62 3704 0044 0532 0130 0100 4111 1111 1111 1111', false],
    ['phone', '+4915112345603', true],
    ['phone', '+49 151 123-456-03', true],
    ['phone', '4111 1111 1111 1111', false],
    ['phone', '+49 151 4111 1111 1111 1111', false],
    ['address', ethereum, true],
    ['address', '4111 1111 1111 1111', false],
    ['address', 'card 4111111111111111 12/27', false],
    ['recipient', 'DE62 3704 0044 0532 0130 01', false],
    ['comment', '+4915112345603', false],
  ])('F6 the digits of %s pass the check of a card number: of “%s” it is kept: %s', (field, text, isKept) => {
    expect(hasCardNumber(text)).toBe(true);
    const form = stand(describedFormMachine, input());
    form.say({ type: 'user.field filled', field, value: text });
    expect(form.snapshot().context.values[field]).toBe(text);
    expect(drafts(form).includes(text)).toBe(isKept);
  });

  test('F6 every mistake is told at once, and each goes when its field is mended', () => {
    const form = stand(describedFormMachine, input());
    form.say({ type: 'user.submitted' });
    form.answer('fields.check', { fields: { recipient: 'too_short', iban: 'required' } });
    expect(form.states()).toContain('editing.filling.corrected');
    expect(form.snapshot().context.wrong).toEqual({
      recipient: { code: 'too_short', params: { minimum: 2 } },
      iban: { code: 'required' },
    });
    form.say({ type: 'user.field filled', field: 'recipient', value: 'Grace Hopper' });
    expect(Object.keys(form.snapshot().context.wrong as object)).toEqual(['iban']);
  });

  test('F8 a rate is read again every ten seconds; limits without a rate are not', () => {
    const still = stand(describedFormMachine, input());
    still.answer('form', answered(wholeForm));
    const ticks = (form: ReturnType<typeof stand>): boolean => {
      form.wait();
      return form.waits('form');
    };
    expect(ticks(still)).toBe(false);
    const moving = stand(
      describedFormMachine,
      input({ kind: 'purchase', method: 'card_usd', form: sampleForm('purchase'), path: '/purchase/form/card_usd' }),
    );
    moving.answer('form', answered(sampleForm('purchase')));
    expect(ticks(moving)).toBe(true);
  });

  test('F6 a form that the line kept away is read again when it is back', () => {
    const form = stand(describedFormMachine, input({ form: null }));
    form.answer('draft.read', null);
    form.fail('form', failures.network);
    expect(form.states()).toEqual(['unread']);
    form.say({ type: 'port.online', at: 0 });
    expect(form.states()).toEqual(['loading.draft']);
  });
});

import { describe, expect, test } from 'vitest';
import { added } from '../../contract/limits.ts';
import deposit from '../../machines/flows/deposit/deposit.model.ts';
import exchangeAll from '../../machines/flows/exchange-all/exchange-all.model.ts';
import exchange from '../../machines/flows/exchange/exchange.model.ts';
import cardOrder from '../../machines/flows/card-order/card-order.model.ts';
import { plasticForm, sampleAddress, sampleOrder } from '../../machines/bank-card/bank-card.samples.ts';
import purchase from '../../machines/flows/purchase/purchase.model.ts';
import transfer from '../../machines/flows/transfer/transfer.model.ts';
import withdraw from '../../machines/flows/withdraw/withdraw.model.ts';
import {
  answered,
  at,
  failures,
  now,
  refused,
  sampleExchangeAll,
  sampleOperation,
  sampleTransfer,
} from '../../machines/operation/operation.samples.ts';
import { sampleForm, sampleMethods, sampleOf } from '../../machines/payment/payment.samples.ts';
import { sampleForm as exchangeForm, samplePairs } from '../../machines/form/exchange.samples.ts';
import { shortWallet, type FormContext } from '../../machines/flows/exchange-all/form.context.ts';
import { sampleExchangeAllForm } from '../../machines/flows/exchange-all/exchange-all.samples.ts';
import { nothing } from '../../machines/flows/transfer/form.context.ts';
import { transferFormMachine } from '../../machines/flows/transfer/form.machine.ts';
import { sampleTransferForm } from '../../machines/flows/transfer/transfer.samples.ts';
import type { Place } from '../../machines/root/events.ts';
import { stand, type Stand } from './stand.ts';

const kinds = [
  ['F3', exchange, sampleOperation],
  ['F4', exchangeAll, sampleExchangeAll],
  ['F6', withdraw, sampleOf('withdraw')],
  ['F7', deposit, sampleOf('deposit')],
  ['F8', purchase, sampleOf('purchase')],
  ['F9', transfer, sampleTransfer],
] as const;

const fresh = 'opsample0000000000077';
/** Ways in which a confirm comes to nothing, and the operation that can still be confirmed then. */
const ways: [string, (flow: Stand, open: ReturnType<typeof sampleOperation>) => string][] = [
  [
    'too often',
    (flow, { id }) => {
      flow.settle('submit', 'error', refused('rate_limited', 429, { retryAfter: 3 }));
      return id;
    },
  ],
  [
    'a lost answer, and it was found out that nothing was sent',
    (flow, open) => {
      flow.settle('submit', 'error', failures.network);
      flow.settle('status', 'done', answered(open));
      for (let waited = 0; waited < 2 * added.confirmArrives; waited += flow.wait())
        if (flow.world.leaves().some(({ path }) => path.endsWith('/status')))
          flow.settle('status', 'done', answered(open));
      expect(flow.snapshot('operation').context['nothingSent']).toBe(true);
      return open.id;
    },
  ],
  [
    'changed terms',
    (flow, open) => {
      flow.settle('submit', 'error', refused('terms_changed', 409, { fresh: { ...open, id: fresh }, now, at }));
      return fresh;
    },
  ],
];

describe.each(kinds)('%s from a confirm that came to nothing back to the form', (row, model, sample) => {
  const input = model.inputs['by the address of an operation'] as { place: Place };
  const form: Place = {
    ...input.place,
    params: Object.fromEntries(Object.entries(input.place.params).filter(([name]) => name !== 'form')),
    query: {},
  };
  const drops = (flow: Stand) => flow.world.effects.filter(({ name }) => name === 'drop the draft').length;
  const open = sample('open', { second_step: undefined } as never);
  const confirmed = () => {
    const flow = stand(model.machine, input);
    flow.settle('read', 'done', answered(open));
    flow.say({ type: 'user.confirmed' }, 'operation');
    return flow;
  };

  test.each(ways)(
    `${row} after %s: the next one takes its place, nothing is told as sent, the draft is kept`,
    (_, come) => {
      const flow = confirmed();
      const id = come(flow, open);
      flow.say({ type: 'house.arrived', place: form });
      expect(flow.states().join()).toMatch(/^filling/);
      const { replaces, leftBehind } = flow.snapshot().context;
      expect([replaces, leftBehind, drops(flow)]).toEqual([id, null, 0]);
    },
  );

  test(`${row} while nobody knows what became of the confirm, it is left behind and nothing takes its place`, () => {
    const flow = confirmed();
    flow.settle('submit', 'error', failures.network);
    flow.say({ type: 'house.arrived', place: form });
    const { replaces, leftBehind } = flow.snapshot().context;
    expect([replaces, leftBehind?.id ?? leftBehind]).toEqual([null, open.id]);
  });

  test(`${row} what went through is left behind, and its draft is gone`, () => {
    const flow = confirmed();
    flow.settle('submit', 'done', answered(sample('processing')));
    expect(drops(flow)).toBe(model === exchangeAll ? 0 : 1);
    flow.say({ type: 'house.arrived', place: form });
    const { replaces, leftBehind } = flow.snapshot().context;
    expect([replaces, leftBehind?.id ?? leftBehind]).toEqual([null, open.id]);
  });

  test(`${row} what another page confirmed under the terms and is over stands there as a receipt: the next one replaces nothing`, () => {
    const flow = stand(model.machine, input);
    flow.settle('read', 'done', answered(open));
    while (!flow.world.leaves().some(({ path }) => path.endsWith('/status'))) flow.wait();
    flow.settle('status', 'done', answered(sample('completed')));
    expect(flow.states().join()).toMatch(/^finished/);
    expect([flow.told('flow.holding'), flow.told('flow.confirming')].map((all) => all.at(-1))).toMatchObject([
      { holding: null },
      { confirming: false },
    ]);
    flow.say({ type: 'house.arrived', place: form });
    expect(flow.states().join()).toMatch(/^filling/);
    const { replaces, leftBehind } = flow.snapshot().context;
    expect([replaces, leftBehind]).toEqual([null, null]);
  });

  test(`${row} what is looked at as it goes on costs the draft that was confirmed as it, and no other`, () => {
    const flow = stand(model.machine, input);
    flow.settle('read', 'done', answered(sample('processing')));
    const asked = flow.world.effects.filter(({ name }) => name === 'drop the draft').map(({ params }) => params);
    expect(asked).toEqual(model === exchangeAll ? [] : [expect.objectContaining({ operation: open.id })]);
  });

  // An exchange of all keeps no draft.
  if (model === exchangeAll) return;
  const marked = { side: 'give', text: '250', byHand: true, values: {}, operation: fresh };
  test(`${row} a draft that was confirmed once says so, however the page was left`, () => {
    const flow = stand(model.machine, { ...input, place: form });
    expect(flow.snapshot().context.leftBehind).toBe(null);
    flow.answer('draft.read', { ...marked, entry: marked });
    const { leftBehind } = flow.snapshot().context;
    expect(leftBehind?.id ?? leftBehind).toBe(fresh);
    flow.say({ type: 'user.left operation opened' });
    expect(flow.told('flow.navigate').at(-1)?.['to']).toContain(fresh);
  });

  test(`${row} a confirm marks the draft before anybody answers`, () => {
    const flow = confirmed();
    const marks = flow.world.effects.filter(({ name }) => name === 'mark the draft').map(({ params }) => params);
    expect(marks).toEqual([expect.objectContaining({ operation: open.id })]);
  });
});

/** What a form holds besides its terms. */
const heldIn = (flow: Stand) => {
  const { entry, filled, values, leftOut } = flow.snapshot('form').context;
  return { ...(filled ?? { entry }), ...(values && { values }), ...(leftOut && { leftOut }) };
};
const asked = (side: 'give' | 'get', text: string) => ({ entry: { side, text, byHand: false } });
const read = (flow: Stand, calls: [string, unknown][]) => {
  if (flow.waits('draft.read')) flow.answer('draft.read', { side: 'give', text: '7', byHand: true, values: {} });
  for (const [name, payload] of calls) flow.answer(name, answered(payload));
};

/** Of each flow: what the operation was asked for with, what its form is read by, and what it holds then. */
const forms = [
  [
    ...['F3', exchange, sampleOperation('open', { asked: { side: 'get', amount: '0.00105600' } })],
    [
      ['exchange.list', { items: samplePairs }],
      ['exchange.form', exchangeForm],
    ],
    asked('get', '0.001056'),
  ],
  [
    ...['F6', withdraw, sampleOf('withdraw')('open', { asked: { side: 'get', amount: '0.04980000' } })],
    [
      ['withdraw.ps', { items: sampleMethods('withdraw') }],
      ['withdraw.form', sampleForm('withdraw')],
    ],
    { ...asked('get', '0.0498'), values: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' } },
  ],
  [
    ...['F7', deposit, sampleOf('deposit')('open')],
    [
      ['deposit.ps', { items: sampleMethods('deposit') }],
      ['deposit.form', sampleForm('deposit')],
    ],
    { ...asked('give', '100'), values: {} },
  ],
  [
    ...['F8', purchase, sampleOf('purchase')('open')],
    [
      ['purchase.ps', { items: sampleMethods('purchase') }],
      ['purchase.form', sampleForm('purchase')],
    ],
    { ...asked('give', '100'), values: { email: 'grace@example.com' } },
  ],
  [
    ...['F9', transfer, sampleTransfer('open')],
    [['transfer.form', sampleTransferForm]],
    { ...asked('give', '10'), to: 'A-2002', currency: 'USD', comment: 'Lunch' },
  ],
  [
    ...['F10', cardOrder, sampleOrder('open')],
    [['card.order_form', { ...plasticForm, values: { ...sampleAddress, city: 'Belgrade' } }]],
    { entry: undefined, values: sampleAddress },
  ],
] as const;

describe.each(forms)(
  '%s a review that was opened by its address, without what was typed',
  (row, model, open, calls, held) => {
    const input = model.inputs['by the address of an operation'];
    const reviewed = () => {
      const flow = stand(model.machine, input);
      flow.settle('read', 'done', answered({ ...open, second_step: undefined }));
      return flow;
    };

    test(`${row} it is left as terms alone: nothing that was typed for it is on this device`, () => {
      expect(reviewed().told('flow.holding').at(-1)?.['holding']).toBe('terms alone');
    });

    test(`${row} whoever goes back finds in the form what it was asked for with`, () => {
      const flow = reviewed();
      flow.say({ type: 'user.went back' }, 'operation');
      read(flow, calls as never);
      expect(heldIn(flow)).toEqual(held);
      expect(flow.snapshot().context['replaces']).toBe(open.id);
    });

    test(`${row} what is refused stands in the filled form, in the currency of the wallet`, () => {
      const flow = reviewed();
      flow.say({ type: 'user.confirmed' }, 'operation');
      const { code: currency, scale } = open.give_currency;
      const params = { available: '0.01', currency };
      flow.settle('submit', 'error', refused('insufficient_funds', 409, { params }));
      read(flow, calls as never);
      expect(heldIn(flow)).toEqual(held);
      const { refused: said, wrong, trouble } = flow.snapshot('form').context;
      expect(said?.amount ?? said ?? wrong?.amount ?? trouble).toEqual({
        code: 'insufficient_funds',
        params: { available: { amount: { amount: '0.01', currency }, scale }, currency },
      });
      expect(flow.snapshot('form').hasTag('corrected')).toBe(true);
    });
  },
);

test('F4 a review of some wallets that was opened by its address: whoever goes back finds them chosen, and no other', () => {
  const flow = stand(exchangeAll.machine, exchangeAll.inputs['by the address of an operation']);
  const { lines = [], ...open } = sampleExchangeAll('open');
  flow.settle('read', 'done', answered({ ...open, lines: lines.slice(1) }));
  flow.say({ type: 'user.went back' }, 'operation');
  flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
  expect(heldIn(flow).leftOut).toEqual(['USD']);
  flow.say({ type: 'user.wallet set', currency: 'USD', value: true }, 'form');
  flow.say({ type: 'user.submitted' }, 'form');
  flow.settle('check', 'done', answered(sampleExchangeAll('open')));
  flow.say({ type: 'user.went back' }, 'operation');
  expect(heldIn(flow).leftOut).toEqual([]);
});

test('F9 what was typed in this page stands in its form again, not what the operation says', () => {
  const flow = stand(transfer.machine, transfer.inputs['from the menu']);
  const filled = { to: ' a-2002 ', currency: 'USD', entry: { side: 'give', text: '10,00', byHand: true }, comment: '' };
  flow.answer('draft.read', filled);
  flow.answer('transfer.form', answered(sampleTransferForm));
  flow.say({ type: 'user.submitted' }, 'form');
  flow.settle('check', 'done', answered(sampleTransfer('open')));
  flow.say({ type: 'user.went back' }, 'operation');
  expect(heldIn(flow)).toEqual(filled);
});

const bare = { code: 'above_day_maximum', params: { left: '28620', currency: 'JPY' } };
const yen = { code: 'JPY', name: 'Yen', logo: '', scale: 0, kind: 'fiat' } as const;

test('F9 an amount of which nobody knows the currency is not told at all, wherever the refusal comes from', () => {
  const input = { account: 'A-1001', filled: nothing, form: null, refused: { amount: bare }, trouble: null };
  const { refused: said } = stand(transferFormMachine, input).snapshot().context;
  expect(said).toEqual({ amount: { code: 'invalid', params: { currency: 'JPY' } } });
});

test.each(kinds.filter(([, model]) => model !== exchangeAll))(
  '%s a limit that refuses a confirm is told in the currency that is given, whatever its decimals',
  (_, model, sample) => {
    const flow = stand(model.machine, model.inputs['by the address of an operation']);
    flow.settle('read', 'done', answered({ ...sample('open'), second_step: undefined, give_currency: yen }));
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.settle('submit', 'error', refused(bare.code, 422, { params: bare.params, fields: { amount: bare.code } }));
    const { refused: said, wrong } = flow.snapshot('form').context;
    expect((said?.amount ?? said ?? wrong?.amount)?.params.left).toEqual({
      amount: { amount: '28620', currency: 'JPY' },
      scale: 0,
    });
  },
);

test('F4 money that is missing in a wallet is told at its line, in its currency, and the wallets are read again', () => {
  const flow = stand(exchangeAll.machine, exchangeAll.inputs['by the address of an operation']);
  flow.settle('read', 'done', answered(sampleExchangeAll('open')));
  flow.say({ type: 'user.confirmed' }, 'operation');
  const params = { available: '47.00', currency: 'EUR' };
  flow.settle('submit', 'error', refused('insufficient_funds', 409, { params }));
  flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
  const form = () => flow.snapshot('form').context as FormContext;
  const available = { amount: { amount: '47.00', currency: 'EUR' }, scale: 2 };
  expect(form().trouble).toEqual({ code: 'insufficient_funds', params: { ...params, available } });
  expect(shortWallet(form())).toBe('EUR');
  flow.say({ type: 'user.submitted' }, 'form');
  flow.settle('check', 'done', answered(sampleExchangeAll('open')));
  flow.say({ type: 'user.confirmed' }, 'operation');
  flow.settle('submit', 'error', refused('insufficient_funds', 409, { params }));
  const [first] = sampleExchangeAllForm.wallets;
  flow.answer('exchange_all.currency_form', answered({ ...sampleExchangeAllForm, wallets: [first] }));
  expect([form().trouble?.code, shortWallet(form())]).toEqual(['insufficient_funds', null]);
});

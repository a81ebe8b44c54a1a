import { describe, expect, test } from 'vitest';
import {
  amountProblem,
  type DescribedFormContext,
  type DescribedFormInput,
} from '../../machines/described-form/described-form.context.ts';
import describedForm from '../../machines/described-form/described-form.model.ts';
import exchangeAll from '../../machines/flows/exchange-all/exchange-all.model.ts';
import { shownLack, type FormContext } from '../../machines/flows/exchange-all/form.context.ts';
import { sampleExchangeAllForm } from '../../machines/flows/exchange-all/exchange-all.samples.ts';
import exchange from '../../machines/flows/exchange/exchange.model.ts';
import {
  amountProblem as problemOfExchange,
  type FormContext as ExchangeFormContext,
  type FormInput as ExchangeInput,
} from '../../machines/flows/exchange/form.context.ts';
import exchangeForm from '../../machines/flows/exchange/form.model.ts';
import cardOrder from '../../machines/flows/card-order/card-order.model.ts';
import { plasticForm, sampleOrder } from '../../machines/bank-card/bank-card.samples.ts';
import { set } from '../../machines/form/amount.ts';
import type { Trouble } from '../../machines/form/trouble.ts';
import { sampleForm, samplePairs } from '../../machines/form/exchange.samples.ts';
import {
  answered,
  at,
  now,
  refused,
  sampleExchangeAll,
  sampleOperation,
  sampleTransfer,
} from '../../machines/operation/operation.samples.ts';
import {
  kept,
  named,
  problems,
  type FormContext as TransferFormContext,
  type FormInput,
} from '../../machines/flows/transfer/form.context.ts';
import transferForm from '../../machines/flows/transfer/form.model.ts';
import { sampleTransferForm } from '../../machines/flows/transfer/transfer.samples.ts';
import transfer from '../../machines/flows/transfer/transfer.model.ts';
import { filledBy as refilled } from '../../machines/payment/payment.context.ts';
import deposit from '../../machines/flows/deposit/deposit.model.ts';
import { sampleForm as samplePayment, sampleMethods, sampleOf } from '../../machines/payment/payment.samples.ts';
import { stand, type Stand } from './stand.ts';

const yen = { code: 'JPY', name: 'Yen', logo: '', scale: 0, kind: 'fiat' } as const;
const euro = { code: 'EUR', name: 'Euro', logo: '', scale: 2, kind: 'fiat' } as const;

describe('F3 an exchange', () => {
  test('F3 whoever goes back from a review that was opened by its address finds the pair of the operation', () => {
    const flow = stand(exchange.machine, exchange.inputs['by the address of an operation']);
    flow.settle('read', 'done', answered(sampleOperation('open', { give_currency: yen, get_currency: euro })));
    flow.say({ type: 'user.went back' }, 'operation');
    expect(flow.snapshot().context).toMatchObject({ src: 'JPY', dst: 'EUR' });
  });

  test('F3 whoever exchanges again has the limits read anew, and nothing held that leaving would cost', () => {
    const flow = stand(exchange.machine, exchange.inputs['from the list']);
    flow.answer('draft.read', null);
    flow.answer('exchange.list', answered({ items: samplePairs }));
    flow.answer('exchange.form', answered(sampleForm));
    flow.say({ type: 'user.amount typed', side: 'give', value: '100' }, 'form');
    expect(flow.snapshot().context['filledIn']).toBe(true);
    flow.say({ type: 'user.submitted' }, 'form');
    flow.settle('check', 'done', answered(sampleOperation('open', { second_step: undefined } as never)));
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.settle('submit', 'done', answered(sampleOperation('completed')));
    expect(flow.snapshot().context['form']).not.toBe(null);
    flow.say({ type: 'user.again' });
    expect(flow.snapshot().context).toMatchObject({ form: null, filledIn: false, operation: null });
    flow.answer('draft.read', null);
    flow.answer('exchange.list', answered({ items: samplePairs }));
    expect(flow.waits('exchange.form')).toBe(true);
  });
});

describe('F4 an exchange of all', () => {
  const { wallets } = sampleExchangeAllForm;
  const closed = wallets.map((wallet) => ({ ...wallet, closed: 'below_minimum' as const }));
  const confirmed = () => {
    const flow = stand(exchangeAll.machine, exchangeAll.inputs['by the address of an operation']);
    flow.settle('read', 'done', answered(sampleExchangeAll('open', { get_currency: euro })));
    flow.say({ type: 'user.confirmed' }, 'operation');
    return flow;
  };

  test('F4 whoever goes back from a review that was opened by its address finds the currency of the operation', () => {
    const flow = stand(exchangeAll.machine, exchangeAll.inputs['by the address of an operation']);
    flow.settle('read', 'done', answered(sampleExchangeAll('open', { get_currency: euro })));
    flow.say({ type: 'user.went back' }, 'operation');
    expect(flow.snapshot().context['into']).toBe('EUR');
  });

  test('F4 whoever exchanges all again has the wallets read anew', () => {
    const flow = stand(exchangeAll.machine, exchangeAll.inputs['into a currency']);
    flow.answer('draft.read', null);
    flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
    flow.say({ type: 'user.submitted' }, 'form');
    flow.settle('check', 'done', answered(sampleExchangeAll('open')));
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.settle('submit', 'done', answered(sampleExchangeAll('completed')));
    flow.say({ type: 'user.again' });
    expect(flow.waits('exchange_all.currency_form')).toBe(true);
  });

  test.each([
    ['nothing is left, said by form and answer alike', 'nothing_to_exchange', closed, null],
    ['nothing is left, and the answer was about something else', 'operation_limit', closed, 'operation_limit'],
    ['something is there by now', 'nothing_to_exchange', wallets, 'nothing_to_exchange'],
  ])('F4 what was answered stays above the form unless the form says it itself: %s', (_, code, there, said) => {
    const flow = confirmed();
    flow.settle('submit', 'error', refused(code, 409));
    flow.answer('exchange_all.currency_form', answered({ ...sampleExchangeAllForm, wallets: there }));
    const form = flow.snapshot('form').context as FormContext;
    expect([form.trouble?.code ?? null, shownLack(form)]).toEqual([said, there === closed ? 'none' : null]);
  });
});

describe('F10 an order of a card', () => {
  test('F10 what was said of the line goes once a field is found to be wrong', () => {
    const flow = stand(cardOrder.machine, cardOrder.inputs['of a card of plastic']);
    flow.answer('draft.read', null);
    flow.answer('card.order_form', answered(plasticForm));
    flow.say({ type: 'user.submitted' }, 'form');
    while (flow.waits('fields.check')) flow.wait();
    expect(flow.snapshot('form').context['trouble']).toEqual({ code: 'late' });
    flow.say({ type: 'user.submitted' }, 'form');
    flow.answer('fields.check', { fields: { city: 'required' } });
    expect(flow.snapshot('form').context).toMatchObject({ wrong: { city: { code: 'required' } }, trouble: null });
  });

  test('F10 an order that was opened without its card, and gets fresh terms, is named in the address without one', () => {
    const flow = stand(cardOrder.machine, cardOrder.inputs['by the address of an operation that names no card']);
    const open = { ...sampleOrder('open'), second_step: undefined };
    const fresh = 'opsample0000000000077';
    flow.settle('read', 'done', answered(open));
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.settle('submit', 'error', refused('terms_changed', 409, { fresh: { ...open, id: fresh }, now, at }));
    expect(flow.told('flow.navigate').at(-1)?.['to']).toBe(`/cards/order/confirm?operation=${fresh}`);
  });
});

const filled = {
  to: 'A-2002',
  currency: 'USD',
  entry: { side: 'give', text: '10', byHand: true } as const,
  comment: '',
};

describe('F9 a transfer', () => {
  test('F9 no number of a card stays on the device, whichever text it was typed into; all else does', () => {
    expect(kept({ ...filled, comment: 'Lunch' })).toEqual({ ...filled, comment: 'Lunch' });
    const number = '4111 1111 1111 1111';
    for (const name of ['to', 'comment'] as const)
      expect(kept({ ...filled, [name]: number })).toEqual({ ...filled, [name]: '' });
  });

  const confirmed = () => {
    const flow = stand(transfer.machine, transfer.inputs['from the menu']);
    flow.answer('draft.read', filled);
    flow.answer('transfer.form', answered(sampleTransferForm));
    flow.say({ type: 'user.amount typed', side: 'give', value: '10' }, 'form');
    flow.say({ type: 'user.submitted' }, 'form');
    flow.settle('check', 'done', answered(sampleTransfer('open')));
    return flow;
  };

  test('F9 whoever sends again holds nothing yet that leaving would cost', () => {
    const flow = confirmed();
    expect(flow.snapshot().context['filledIn']).toBe(true);
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.settle('submit', 'done', answered(sampleTransfer('completed')));
    flow.say({ type: 'user.again' });
    expect(flow.snapshot().context).toMatchObject({ filledIn: false, operation: null });
  });

  test('F9 where the wallet is gone from what is read again, the form stays as it was', () => {
    const flow = stand(transfer.machine, transfer.inputs['from the menu']);
    flow.answer('draft.read', filled);
    flow.answer('transfer.form', answered(sampleTransferForm));
    const others = sampleTransferForm.wallets.filter(({ currency }) => currency.code !== 'USD');
    for (const [wallets, now] of [
      [others, sampleTransferForm.wallets],
      [[...others, { ...sampleTransferForm.wallets[0]!, available: '7.00' }], null],
    ] as const) {
      flow.say({ type: 'signal.wallets', wallets: [], seq: 2 });
      flow.wait();
      flow.answer('transfer.form', answered({ ...sampleTransferForm, wallets }));
      expect(flow.snapshot('form').context['form'].wallets).toEqual(now ?? wallets);
    }
  });

  test('F9 what was said of the amount by older numbers goes with them, and what is said of the recipient stays', () => {
    for (const [code, rest] of [
      ['insufficient_funds', ['to']],
      ['above_day_maximum', ['to']],
      ['above_maximum_a_day', ['to', 'amount']],
    ] as const) {
      const flow = stand(transferForm.machine, {
        ...(transferForm.inputs['back from the review'] as FormInput),
        refused: {
          to: { code: 'recipient_not_found' },
          amount: { code, params: { available: '20.00', left: '20.00' } },
        },
      });
      flow.say({ type: 'signal.wallets', wallets: [], seq: 2 });
      flow.wait();
      flow.answer('transfer.form', answered(sampleTransferForm));
      expect(Object.keys(problems(flow.snapshot().context as TransferFormContext)).toSorted()).toEqual(rest.toSorted());
    }
  });

  test('F9 an amount that older numbers refused is judged again by a press, also where no newer ones came', () => {
    const input = transferForm.inputs['back from the review'] as FormInput;
    for (const [code, states] of [
      ['above_day_maximum', ['asked']],
      ['above_maximum_a_day', null],
    ] as const) {
      const flow = stand(transferForm.machine, { ...input, refused: { amount: { code, params: { left: '0.00' } } } });
      flow.say({ type: 'user.submitted' });
      if (states) expect(flow.states()).toEqual(states);
      else expect(flow.snapshot().hasTag('corrected')).toBe(true);
    }
  });

  test('F9 who was not found is looked for again by a press; with an amount that is wrong nothing is asked', () => {
    const refused = { to: { code: 'recipient_not_found' } };
    const input = { ...(transferForm.inputs['back from the review'] as FormInput), refused };
    const flow = stand(transferForm.machine, input);
    flow.say({ type: 'user.submitted' });
    expect(flow.states()).toEqual(['asked']);
    const wrong = stand(transferForm.machine, { ...input, refused: { ...refused, amount: { code: 'not_positive' } } });
    wrong.say({ type: 'user.submitted' });
    expect(Object.keys(problems(wrong.snapshot().context as TransferFormContext))).toEqual(['to', 'amount']);
    expect(wrong.snapshot().hasTag('corrected')).toBe(true);
  });

  test('F9 what is said of the recipient stays beside what is said of the amount, with and without a form', () => {
    const said = { to: { code: 'own_account' }, amount: { code: 'above_day_maximum', params: { left: '28.62' } } };
    const left = { amount: { amount: '28.62', currency: 'USD' }, scale: 2 };
    expect(named(said, { form: sampleTransferForm, filled })).toMatchObject({
      to: said.to,
      amount: { params: { left } },
    });
    expect(named({ ...said, amount: { code: 'invalid' } }, { form: null, filled })).toEqual({
      ...said,
      amount: { code: 'invalid' },
    });
    expect(named({ amount: { code: 'invalid', params: { left: '28.62' } } }, { form: null, filled })).toEqual({
      amount: { code: 'invalid' },
    });
  });
});

describe('F5 what was said no to about the amount of an exchange, once the rate is read again', () => {
  const turnedAway = (code: string, params: Trouble['params'] = {}) => {
    const flow = stand(exchangeForm.machine, {
      ...(exchangeForm.inputs['back from the review'] as ExchangeInput),
      refused: { code, params },
    });
    const said = () => problemOfExchange(flow.snapshot().context as ExchangeFormContext);
    expect(said()?.code).toBe(code);
    return { flow, said };
  };

  test('F5 goes where it is true no more, and is said by the newer numbers where it is', () => {
    const { flow, said } = turnedAway('reserve_too_low', { reserve: '0.0001' });
    flow.answer('exchange.form', answered(sampleForm));
    expect(said()).toBe(null);
    flow.say({ type: 'user.submitted' });
    expect(flow.states()).toEqual(['asked']);

    const short = turnedAway('insufficient_funds', { available: '20.00' });
    short.flow.answer('exchange.form', answered({ ...sampleForm, available: '70.00' }));
    expect(short.said()).toMatchObject({ params: { available: { amount: { amount: '70.00' } } } });
  });

  test('F5 stays where no number of the form says anything about it', () => {
    const { flow, said } = turnedAway('above_maximum_a_day', { maximum: '20.00' });
    flow.answer('exchange.form', answered(sampleForm));
    expect(said()?.code).toBe('above_maximum_a_day');
  });
});

describe('F6 what was said no to about an amount, once the form has newer numbers', () => {
  const form = { ...samplePayment('withdraw'), available: '5.00000000' };
  const turnedAway = (amount: Trouble) => {
    const flow = stand(describedForm.machine, {
      ...(describedForm.inputs['from the address'] as DescribedFormInput),
      ...{ form, path: '/withdraw/form/bitcoin_btc', entry: set('give', '0.1') },
      wrong: { amount, address: { code: 'malformed' } },
    });
    const said = () => amountProblem(flow.snapshot().context as DescribedFormContext);
    return { flow, said, renewed: (changes: object) => flow.answer('form', answered({ ...form, ...changes })) };
  };

  test('F6 goes where it is true no more, and what is said of another field stays', () => {
    for (const code of [
      'below_minimum',
      'above_maximum',
      'above_day_maximum',
      'insufficient_funds',
      'reserve_too_low',
    ]) {
      const { flow, said, renewed } = turnedAway({
        code,
        params: { available: '0.05', left: '0.05', reserve: '0.05' },
      });
      expect(said()?.code).toBe(code);
      renewed({});
      expect([said(), Object.keys(flow.snapshot().context['wrong'])]).toEqual([null, ['address']]);
    }
  });

  test('F6 is said by the newer ones where it is true still', () => {
    const { said, renewed } = turnedAway({ code: 'insufficient_funds', params: { available: '0.05' } });
    renewed({ available: '0.07000000' });
    expect(said()).toMatchObject({
      code: 'insufficient_funds',
      params: { available: { amount: { amount: '0.07000000' } } },
    });
  });

  test('F6 stays where no number of the form says anything about it', () => {
    const { said, renewed } = turnedAway({ code: 'above_maximum_a_day' });
    renewed({});
    expect(said()?.code).toBe('above_maximum_a_day');
  });
});

test('F6 F7 F8 whoever pays again holds the amount of the payment before, and nothing yet that leaving would cost', () => {
  const { asked } = sampleOf('deposit')('completed');
  expect(refilled(sampleOf('deposit')('completed'))).toMatchObject({
    entry: { side: asked.side, text: '100' },
    filledIn: false,
  });
});

test.each([
  ['repeated', 'completed', (flow: Stand) => flow.say({ type: 'user.again' })],
  ['gone back to', 'open', (flow: Stand) => flow.say({ type: 'user.went back' }, 'operation')],
] as const)('F6 F7 F8 an operation that stood at the address of another method is %s in its own', (_, status, back) => {
  const flow = stand(deposit.machine, deposit.inputs['by the address of an operation']);
  const { id } = sampleOf('deposit')(status);
  flow.settle('read', 'done', answered(sampleOf('deposit')(status, { place: `/deposit/form/bank_usd_in/${id}` })));
  back(flow);
  expect(flow.told('flow.navigate').at(-1)).toMatchObject({ to: '/deposit/form/bank_usd_in' });
  expect(flow.snapshot('form').context).toMatchObject({ method: 'bank_usd_in', path: '' });
});

describe('R7 what a repeated operation filled in is kept for the mark of its confirm, though nobody typed it:', () => {
  const kept = (flow: Stand) =>
    flow.world.effects.map(({ name, params }) => [name, (params as { value?: unknown } | undefined)?.value]).slice(-2);

  test('F9 a transfer', () => {
    const flow = stand(transfer.machine, transfer.inputs['by the address of an operation']);
    const { second_step: _step, ...open } = sampleTransfer('open');
    flow.settle('read', 'done', answered(sampleTransfer('completed')));
    flow.say({ type: 'user.again' });
    const sent = { ...filled, to: 'A-3003', operation: 'opsample0000000000009' };
    flow.answer('draft.read', sent);
    expect(flow.snapshot().context['leftBehind']).toBe(sent.operation);
    flow.answer('transfer.form', answered(sampleTransferForm));
    const { filled: again } = flow.snapshot('form').context;
    flow.say({ type: 'user.submitted' }, 'form');
    flow.settle('check', 'done', answered(open));
    flow.say({ type: 'user.confirmed' }, 'operation');
    expect(kept(flow)).toEqual([
      ['keep the draft', again],
      ['mark the draft', undefined],
    ]);
    expect(again.to).not.toBe(sent.to);
  });

  test('F9 a transfer for which there was no wallet looks again when money has come', () => {
    const flow = stand(transfer.machine, transfer.inputs['from the menu']);
    flow.answer('draft.read', null);
    flow.answer('transfer.form', answered({ ...sampleTransferForm, wallets: [] }));
    expect(flow.states('form')).toEqual(['empty']);
    flow.say({ type: 'signal.wallets', wallets: [], seq: 2 });
    flow.answer('draft.read', null);
    flow.answer('transfer.form', answered(sampleTransferForm));
    expect(flow.snapshot('form').hasTag('form')).toBe(true);
  });

  test('F6 a payment', () => {
    const flow = stand(deposit.machine, deposit.inputs['by the address of an operation']);
    const { method, ...form } = samplePayment('deposit');
    flow.settle('read', 'done', answered(sampleOf('deposit')('completed')));
    flow.say({ type: 'user.again' });
    flow.answer('draft.read', null);
    flow.answer('deposit.ps', answered({ items: sampleMethods('deposit') }));
    flow.answer('deposit.form', answered({ ...form, method: { ...method, maximum: '200.00000000' } }));
    flow.say({ type: 'user.submitted' }, 'form');
    flow.answer('fields.check', { fields: {} });
    flow.settle('check', 'done', answered(sampleOf('deposit')('open')));
    flow.say({ type: 'user.confirmed' }, 'operation');
    expect(kept(flow)).toEqual([
      ['keep the draft', { side: 'give', text: '100', byHand: false, values: {} }],
      ['mark the draft', undefined],
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { added } from '../../contract/limits.ts';
import { problems } from '../../machines/flows/transfer/form.context.ts';
import { transferMachine } from '../../machines/flows/transfer/transfer.machine.ts';
import { formTold, noWallets, sampleTransferForm } from '../../machines/flows/transfer/transfer.samples.ts';
import { withdrawMachine } from '../../machines/flows/withdraw/withdraw.machine.ts';
import { purchaseMachine } from '../../machines/flows/purchase/purchase.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, failures, refused, sampleTransfer } from '../../machines/operation/operation.samples.ts';
import { inputAt, placeOf, sampleForm, sampleMethods } from '../../machines/payment/payment.samples.ts';
import { wallets } from '../../machines/root/house.samples.ts';
import exchangeAll from '../../machines/flows/exchange-all/exchange-all.model.ts';
import exchangeForm from '../../machines/flows/exchange/form.model.ts';
import transferForm from '../../machines/flows/transfer/form.model.ts';
import exchangeAllForm from '../../machines/flows/exchange-all/form.model.ts';
import describedForm from '../../machines/described-form/described-form.model.ts';
import { formAsked } from '../../machines/form/exchange.samples.ts';
import {
  choicesTold,
  nothingThere,
  sampleExchangeAllForm,
} from '../../machines/flows/exchange-all/exchange-all.samples.ts';
import { stand, type Stand } from './stand.ts';

const moved = { type: 'signal.wallets', wallets, seq: 2 };
const seen = { type: 'port.shown', at: 0 };

const withdrawal = () => {
  const flow = stand(withdrawMachine, inputAt(placeOf('withdraw', 'bitcoin_btc')));
  flow.answer('draft.read', { side: 'give', text: '0.2', byHand: true, values: { address: 'bc1q' } });
  flow.answer('withdraw.ps', answered({ items: sampleMethods('withdraw') }));
  flow.answer('withdraw.form', answered(sampleForm('withdraw')));
  return flow;
};
const transfer = () => {
  const flow = stand(transferMachine, {
    place: samplePlace('transfer', '/transfer'),
    account: 'A-1001',
    site: null,
    email: null,
  });
  flow.answer('draft.read', { to: 'A-2002', currency: 'BTC', entry: { side: 'give', text: '0.2', byHand: true } });
  flow.answer('transfer.form', formTold);
  return flow;
};

const lessOf = (rest: number) => ({
  withdraw: answered({ ...sampleForm('withdraw'), available: `0.0${rest}000000` }),
  transfer: answered({
    ...sampleTransferForm,
    wallets: sampleTransferForm.wallets.map((wallet) => ({ ...wallet, available: `0.0${rest}` })),
  }),
});

const entryOf = (flow: Stand) => {
  const { entry, filled } = flow.snapshot('form').context as { entry?: object; filled?: { entry: object } };
  return entry ?? filled?.entry;
};
const all = (flow: Stand) => {
  flow.say({ type: 'user.part chosen', value: 'all' }, 'form');
  return entryOf(flow);
};
const typed = { side: 'give', text: '0.2', byHand: true };

describe.each([
  ['F6', 'withdraw', withdrawal],
  ['F9', 'transfer', transfer],
] as const)('%s the form of a %s is read again where it stands', (row, kind, open) => {
  const call = `${kind}.form`;

  test(`${row} when balances move: what was typed stays, and “all” is what is still there`, () => {
    const flow = open();
    flow.say(moved);
    expect([flow.waits(call), flow.wait(), flow.waits(call)]).toEqual([false, 1_000, true]);
    expect(flow.snapshot('form').hasTag('busy') || flow.snapshot('form').hasTag('waiting')).toBe(false);
    flow.answer(call, lessOf(5)[kind]);
    expect(entryOf(flow)).toEqual(typed);
    expect(all(flow)).toMatchObject({ text: '0.05' });
  });

  test(`${row} once for all that moves meanwhile, and anew where it moves while it is read`, () => {
    const flow = open();
    flow.say(moved);
    flow.say(moved);
    flow.wait();
    flow.say(moved);
    expect(flow.waits(call)).toBe(false);
    flow.wait();
    flow.answer(call, lessOf(4)[kind]);
    expect([flow.waits(call), all(flow)]).toMatchObject([false, { text: '0.04' }]);
  });

  test(`${row} when the page is seen after a while, and not before`, () => {
    const flow = open();
    flow.hear('page.life', seen);
    expect([flow.waits(call), flow.wait()]).toEqual([false, 10_000]);
    flow.hear('page.life', seen);
    flow.answer(call, lessOf(5)[kind]);
    flow.hear('page.life', seen);
    expect([flow.waits(call), all(flow)]).toMatchObject([false, { text: '0.05' }]);
  });

  test.each([failures.network, refused('rate_limited', 429, { retryAfter: 3 })])(
    `${row} a read that fails changes nothing, and the next news is heard`,
    (error) => {
      const flow = open();
      const before = flow.snapshot('form').context;
      flow.say(moved);
      flow.wait();
      flow.fail(call, error);
      expect(flow.snapshot('form').context).toEqual(before);
      expect(flow.snapshot('form').can({ type: 'user.retried' } as never)).toBe(false);
      flow.hear('page.life', seen);
      expect(flow.waits(call)).toBe(true);
      flow.wait();
      flow.say(moved);
      flow.wait();
      expect(flow.waits(call)).toBe(true);
    },
  );
});

test('F9 a wallet that the fresh form has not leaves the form as it was', () => {
  const flow = transfer();
  const before = flow.snapshot('form').context;
  flow.say(moved);
  flow.wait();
  flow.answer('transfer.form', noWallets);
  expect(flow.snapshot('form').context).toEqual(before);
});

test('F9 turned away at the confirm, the form reads the limits that are true now', () => {
  const flow = transfer();
  flow.say({ type: 'user.currency chosen', value: 'USD' }, 'form');
  flow.say({ type: 'user.amount typed', side: 'give', value: '100' }, 'form');
  flow.say({ type: 'user.submitted' }, 'form');
  flow.answer('transfer.check', answered(sampleTransfer('open')));
  flow.say({ type: 'user.confirmed' }, 'operation');
  flow.fail(
    'transfer.submit',
    refused('above_day_maximum', 422, { fields: { amount: 'above_day_maximum' }, params: { left: '0.05' } }),
  );
  expect(flow.snapshot('form').context.refused).toMatchObject({ amount: { code: 'above_day_maximum' } });
  flow.answer('transfer.form', lessOf(5).transfer);
  expect(flow.snapshot('form').context).toMatchObject({
    form: lessOf(5).transfer.payload,
    filled: { entry: { text: '100' } },
  });
  expect(problems(flow.snapshot('form').context as never)).toMatchObject({ amount: { code: 'insufficient_funds' } });
});

test('F8 a rate that could not be read again is told, also where balances were the reason', () => {
  const flow = stand(purchaseMachine, inputAt(placeOf('purchase', 'card_usd')));
  flow.answer('draft.read', null);
  flow.answer('purchase.ps', answered({ items: sampleMethods('purchase') }));
  flow.answer('purchase.form', answered(sampleForm('purchase')));
  flow.say(moved);
  flow.wait();
  flow.fail('purchase.form', failures.network);
  expect(flow.states('form')).toContain('editing.terms.stale');
});

test('F6 a method that was closed is looked at again when the page is seen, and opens where it is open now', () => {
  const method = sampleMethods('withdraw').find(({ id }) => id === 'bank_eur')!;
  const { closed: _closed, ...open } = method;
  const flow = stand(withdrawMachine, inputAt(placeOf('withdraw', 'bank_eur')));
  const closedNow = () => flow.snapshot('form').context.closed as string;
  flow.answer('draft.read', null);
  flow.answer('withdraw.ps', answered({ items: [method] }));
  flow.hear('page.life', seen);
  expect([flow.waits('withdraw.ps'), closedNow(), flow.wait()]).toEqual([false, 'unverified', 10_000]);
  flow.hear('page.life', seen);
  flow.fail('withdraw.ps', failures.network);
  expect([flow.states('form'), closedNow()]).toEqual([['unavailable.told'], 'unverified']);
  flow.wait();
  flow.hear('page.life', seen);
  expect(closedNow()).toBe('unverified');
  flow.answer('withdraw.ps', answered({ items: [open] }));
  flow.answer('withdraw.form', answered(sampleForm('withdraw')));
  expect(flow.states('form')).toContain('editing.filling.typing');
});

describe('F4 an exchange of all follows the money', () => {
  const from = (input: 'from the list' | 'into a currency') => {
    const flow = stand(exchangeAll.machine, exchangeAll.inputs[input]);
    flow.answer('draft.read', null);
    return flow;
  };
  const more = answered({ ...choicesTold.payload, wallets: choicesTold.payload.wallets.slice(0, 1) });
  const shown = (flow: Stand) => flow.snapshot('form').context['form']?.wallets.length as number | undefined;

  test.each(['from the list', 'into a currency'] as const)(
    'F4 where there was none it shows what has come: %s',
    (input) => {
      const call = input === 'from the list' ? 'exchange_all.form' : 'exchange_all.currency_form';
      const flow = from(input);
      const chosen = () => input === 'from the list' && flow.answer('draft.read', null);
      chosen();
      flow.answer(call, answered(nothingThere));
      expect(flow.states('form')).toEqual(['empty']);
      flow.say(moved);
      chosen();
      flow.answer(call, input === 'from the list' ? choicesTold : answered(sampleExchangeAllForm));
      expect(flow.states('form')).toEqual(['choosing.fresh']);
    },
  );

  test('F4 before a currency is chosen the amounts are read again behind the balances, once for all that moved', () => {
    const flow = from('from the list');
    flow.answer('draft.read', null);
    flow.answer('exchange_all.form', choicesTold);
    flow.say(moved);
    flow.say(moved);
    expect(flow.waits('exchange_all.form')).toBe(false);
    flow.wait();
    flow.answer('exchange_all.form', more);
    expect([flow.states('form'), shown(flow)]).toEqual([['choosing.fresh'], 1]);
  });

  test('F4 what moves while they are read has them read once more', () => {
    const flow = from('from the list');
    flow.answer('draft.read', null);
    flow.answer('exchange_all.form', choicesTold);
    flow.say(moved);
    flow.wait();
    flow.say(moved);
    expect(flow.waits('exchange_all.form')).toBe(false);
    flow.wait();
    expect(flow.waits('exchange_all.form')).toBe(true);
  });

  test('F4 the last wallet that goes leaves the page that says so, and what comes then is shown', () => {
    const flow = from('from the list');
    flow.answer('draft.read', null);
    flow.answer('exchange_all.form', choicesTold);
    flow.say(moved);
    flow.wait();
    flow.answer('exchange_all.form', answered(nothingThere));
    expect([flow.states('form'), shown(flow)]).toEqual([['empty'], undefined]);
    flow.say(moved);
    flow.answer('draft.read', null);
    flow.answer('exchange_all.form', more);
    expect([flow.states('form'), shown(flow)]).toEqual([['choosing.fresh'], 1]);
  });

  test.each(['fails', 'does not come'])('F4 an answer that %s leaves what is there', (how) => {
    const flow = from('from the list');
    flow.answer('draft.read', null);
    flow.answer('exchange_all.form', choicesTold);
    flow.say(moved);
    flow.wait();
    if (how === 'fails') flow.fail('exchange_all.form', failures.network);
    else flow.wait();
    expect([flow.states('form'), shown(flow)]).toEqual([['choosing.fresh'], 3]);
  });

  test('F4 in a currency the rates are read again with the balances', () => {
    const flow = from('into a currency');
    flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
    flow.say(moved);
    expect(flow.wait()).toBe(added.balancesSettle);
    expect(flow.states('form')).toEqual(['choosing.asking']);
  });

  test.each([
    { type: 'port.online', at: 0 },
    { type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 },
  ])('F4 a currency that nobody exchanged is looked at again: $type', (event) => {
    const flow = from('into a currency');
    flow.fail('exchange_all.currency_form', refused('pair_unavailable', 409));
    expect(flow.states('form')).toEqual(['unavailable']);
    flow.say(event);
    flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
    expect(flow.states('form')).toEqual(['choosing.fresh']);
  });
});

/** Turned away to the form, which is read again at its own time. */
const turnedAway = [
  ['F3', 'an exchange', exchangeForm, 'without a connection', 'exchange.form', formAsked],
  [
    'F4',
    'an exchange of all',
    exchangeAllForm,
    'without a connection',
    'exchange_all.currency_form',
    answered(sampleExchangeAllForm),
  ],
  ['F6', 'a payment', describedForm, 'without a connection', 'form', answered(sampleForm('withdraw'))],
  ['F9', 'a transfer', transferForm, 'without a connection', 'transfer.form', formTold],
] as const;
const codes = ['network', 'late', 'unavailable', 'no_session'];

describe.each(turnedAway)('%s the form of %s that nobody answered', (row, _, model, from, call, answer) => {
  const saysOf = (one: Stand) => (one.snapshot().context['trouble'] as { code: string } | null)?.code ?? null;
  const at = (code: string) => stand(model.machine, { ...(model.inputs[from] as object), trouble: { code } });
  const readAgain = (one: Stand) => {
    if (row === 'F9') one.hear('page.life', seen);
    while (!one.waits(call)) one.wait();
  };

  test.each(codes.slice(0, 3))(`${row} says so until an answer comes: %s`, (code) => {
    const one = at(code);
    expect([saysOf(one), one.waits(call)]).toEqual([code, false]);
    readAgain(one);
    one.fail(call, failures.network);
    expect(saysOf(one)).toBe(code);
    readAgain(one);
    one.answer(call, answer);
    expect(saysOf(one)).toBe(null);
  });

  test(`${row} says what an answer does not end`, () => {
    const one = at('no_session');
    readAgain(one);
    one.answer(call, answer);
    expect(saysOf(one)).toBe('no_session');
  });
});

import { describe, expect, test } from 'vitest';
import { sampleOrder } from '../../machines/bank-card/bank-card.samples.ts';
import cardOrder from '../../machines/flows/card-order/card-order.model.ts';
import deposit from '../../machines/flows/deposit/deposit.model.ts';
import exchange from '../../machines/flows/exchange/exchange.model.ts';
import exchangeAll from '../../machines/flows/exchange-all/exchange-all.model.ts';
import purchase from '../../machines/flows/purchase/purchase.model.ts';
import transfer from '../../machines/flows/transfer/transfer.model.ts';
import withdraw from '../../machines/flows/withdraw/withdraw.model.ts';
import type { Model } from '../../machines/model.ts';
import {
  answered,
  failures,
  sampleExchangeAll,
  sampleOperation,
  sampleTransfer,
} from '../../machines/operation/operation.samples.ts';
import { placeOf, sampleForm, sampleMethods, sampleOf, unpaid } from '../../machines/payment/payment.samples.ts';
import type { Operation } from '../../contract/operation.ts';
import type { FlowInput, Place } from '../../machines/root/events.ts';
import { stand, type Stand } from './stand.ts';

type Sample = (status: Operation['status'], changes?: Partial<Operation>) => Operation;
const other = 'opsample0000000000099';

const flows: [string, Model, Sample, elsewhere: (place: Place) => Place][] = [
  ['an exchange', exchange, sampleOperation, byQuery],
  ['an exchange of all', exchangeAll, sampleExchangeAll, byQuery],
  ['a transfer', transfer, sampleTransfer, byQuery],
  [
    'a withdrawal',
    withdraw,
    sampleOf('withdraw'),
    ({ params, ...place }) => ({ ...place, params: { ...params, form: other } }),
  ],
];
function byQuery(place: Place): Place {
  return { ...place, query: { operation: other } };
}

const leftIn = (flow: Stand) => {
  const { leftBehind } = flow.snapshot().context as { leftBehind: { id: string } | string | null };
  return typeof leftBehind === 'string' ? leftBehind : (leftBehind?.id ?? null);
};

test.each(flows)(
  'R7 F9 %s whose confirm is in doubt is not forgotten when the address turns to another one',
  (_name, model, sample, elsewhere) => {
    const input = model.inputs['by the address of an operation'] as FlowInput;
    const { second_step: _step, ...open } = sample('open');
    const flow = stand(model.machine, input);
    flow.settle('read', 'done', answered(open));
    flow.say({ type: 'house.arrived', place: elsewhere(input.place) });
    expect(leftIn(flow)).toBe(null);

    const sent = stand(model.machine, input);
    sent.settle('read', 'done', answered(open));
    sent.say({ type: 'user.confirmed' }, 'operation');
    sent.settle('submit', 'error', failures.network);
    sent.say({ type: 'house.arrived', place: elsewhere(input.place) });
    expect(leftIn(sent)).toBe(open.id);
    sent.settle('read', 'done', answered(sample('expired', { id: other })));
    expect([sent.states()[0], leftIn(sent)]).toEqual(['finished.expired', open.id]);
  },
);

test.each(flows)(
  'R7 F9 %s whose confirm was too late is only typed again, not told as sent',
  (_name, model, sample) => {
    const ended = (life: Operation['timeline'][number]['status'][], changes: Partial<Operation> = {}) => {
      const flow = stand(model.machine, model.inputs['by the address of an operation']);
      const { second_step: _step, ...open } = sample('open');
      flow.settle('read', 'done', answered(open));
      flow.say({ type: 'user.confirmed' }, 'operation');
      flow.settle('submit', 'error', failures.network);
      const timeline = life.map((status, at) => ({ status, at: `2026-01-15T12:00:0${at}.000Z` }));
      flow.settle('status', 'done', answered(sample('expired', { timeline, ...changes })));
      return flow.world.effects.map(({ name }) => name).filter((name) => name.endsWith('mark the draft'));
    };
    expect(ended(['open', 'expired'])).toEqual(['mark the draft', 'unmark the draft']);
    expect(ended(['open', 'awaiting_payment', 'expired'])).toEqual(['mark the draft']);
    expect(ended(['open', 'expired'], { reason: 'terms_changed', replaced_by: other })).toEqual(['mark the draft']);
  },
);

test('R7 F4 an exchange of all that was confirmed is marked on the device, and whoever comes again is told of it', () => {
  const input = exchangeAll.inputs['by the address of an operation'] as FlowInput;
  const flow = stand(exchangeAll.machine, input);
  const done = () =>
    flow.world.effects.map(({ name, params }) => [name, (params as { operation?: string } | undefined)?.operation]);
  const { id } = sampleExchangeAll('open');
  flow.settle('read', 'done', answered(sampleExchangeAll('open')));
  flow.say({ type: 'user.confirmed' }, 'operation');
  expect(done()).toEqual([['mark the draft', id]]);
  flow.settle('submit', 'done', answered(sampleExchangeAll('processing')));
  expect(done().at(-1)).toEqual(['unmark the draft', id]);

  const again = stand(exchangeAll.machine, exchangeAll.inputs['into a currency']);
  again.answer('draft.read', { currency: ['USD'], operation: id });
  expect(leftIn(again)).toBe(id);
});

const turned: [row: string, name: string, Model, Sample, Place][] = [
  ['F3', 'an exchange, to another pair', exchange, sampleOperation, pairOf('USD', 'EUR')],
  ['F4', 'an exchange of all, to the choice of a currency', exchangeAll, sampleExchangeAll, placeIn(exchangeAll, {})],
  ['F6', 'a withdrawal, to the list of methods', withdraw, sampleOf('withdraw'), placeOf('withdraw')],
  ['F7', 'a deposit, to the list of methods', deposit, sampleOf('deposit'), placeOf('deposit')],
  ['F8', 'a purchase, to the list of methods', purchase, sampleOf('purchase'), placeOf('purchase')],
  ['F10', 'an order of a card, to another card', cardOrder, sampleOrder, placeIn(cardOrder, { id: 'virtual_eur' })],
];
function placeIn(model: Model, params: Place['params']): Place {
  const { place } = model.inputs['by the address of an operation'] as FlowInput;
  return { ...place, params, query: {} };
}
function pairOf(src: string, dst: string): Place {
  return placeIn(exchange, { src, dst });
}

describe.each(turned)('%s %s', (row, _name, model, sample, place) => {
  const open = sample('open', { second_step: undefined } as never);
  const left = (flow: Stand) => [leftIn(flow), flow.snapshot().context['replaces'] as string | null];
  const reviewed = () => {
    const flow = stand(model.machine, model.inputs['by the address of an operation']);
    flow.settle('read', 'done', answered(open));
    return flow;
  };

  test(`${row} terms that nobody confirmed are not told as sent: the next check takes their place`, () => {
    const flow = reviewed();
    flow.say({ type: 'house.arrived', place });
    expect(left(flow)).toEqual([null, open.id]);
  });

  test(`${row} whoever came back to the form first has them replaced as well`, () => {
    const flow = reviewed();
    flow.say({ type: 'user.went back' }, 'operation');
    flow.say({ type: 'house.arrived', place });
    expect(left(flow)).toEqual([null, open.id]);
  });

  test(`${row} what was confirmed goes on, and nothing takes its place`, () => {
    const flow = reviewed();
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.settle('submit', 'error', failures.network);
    flow.say({ type: 'house.arrived', place });
    expect(left(flow)).toEqual([open.id, null]);
  });

  test(`${row} what ended under the terms was sent by another page: nothing takes the place of its receipt`, () => {
    const flow = reviewed();
    while (!flow.world.leaves().some(({ path }) => path.endsWith('/status'))) flow.wait();
    flow.settle('status', 'done', answered(sample('completed')));
    flow.say({ type: 'house.arrived', place });
    expect(left(flow)).toEqual([null, null]);
  });

  test(`${row} of one that was never read nothing is told, and nothing takes its place`, () => {
    const flow = stand(model.machine, model.inputs['by the address of an operation']);
    flow.say({ type: 'house.arrived', place });
    expect(left(flow)).toEqual([null, null]);
  });
});

test('F7 a check by another method closes the one that was left for the list', () => {
  const flow = stand(deposit.machine, deposit.inputs['by the address of an operation']);
  const open = sampleOf('deposit')('open');
  flow.settle('read', 'done', answered(open));
  flow.say({ type: 'house.arrived', place: placeOf('deposit') });
  flow.answer('deposit.ps', answered({ items: sampleMethods('deposit') }));
  flow.answer('operation.in_progress', answered({ items: [unpaid] }));
  flow.say({ type: 'user.method chosen', value: 'bitcoin_btc' }, 'methods');
  flow.say({ type: 'house.arrived', place: placeOf('deposit', 'bitcoin_btc') });
  flow.answer('draft.read', { side: 'get', text: '0.04', byHand: true, values: {} });
  flow.answer('deposit.form', answered(sampleForm('deposit')));
  flow.say({ type: 'user.submitted' }, 'form');
  flow.answer('fields.check', { fields: {} });
  expect(flow.asked('payment.check').input).toMatchObject({ body: { replaces: open.id } });
});

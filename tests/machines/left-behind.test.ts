import { expect, test } from 'vitest';
import exchange from '../../machines/flows/exchange/exchange.model.ts';
import exchangeAll from '../../machines/flows/exchange-all/exchange-all.model.ts';
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
import { sampleOf } from '../../machines/payment/payment.samples.ts';
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

test('R7 F4 an exchange of all that was confirmed is marked on the device, and whoever comes again is told of it', () => {
  const input = exchangeAll.inputs['by the address of an operation'] as FlowInput;
  const flow = stand(exchangeAll.machine, input);
  const done = () =>
    flow.world.effects.map(({ name, params }) => [name, (params as { operation?: string } | undefined)?.operation]);
  const { id } = sampleExchangeAll('open');
  flow.settle('read', 'done', answered(sampleExchangeAll('open')));
  flow.say({ type: 'user.confirmed' }, 'operation');
  expect(done()).toEqual([
    ['keep the draft', undefined],
    ['mark the draft', id],
  ]);
  flow.settle('submit', 'done', answered(sampleExchangeAll('processing')));
  expect(done().at(-1)).toEqual(['unmark the draft', id]);

  const again = stand(exchangeAll.machine, exchangeAll.inputs['into a currency']);
  again.answer('draft.read', { currency: ['USD'], operation: id });
  expect(leftIn(again)).toBe(id);
});

import { describe, expect, test } from 'vitest';
import exchangeAll from '../../machines/flows/exchange-all/exchange-all.model.ts';
import {
  choicesTold,
  filterOfUsd,
  sampleExchangeAllForm,
} from '../../machines/flows/exchange-all/exchange-all.samples.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, sampleExchangeAll } from '../../machines/operation/operation.samples.ts';
import { stand, type Stand } from './stand.ts';

const menu = samplePlace('exchange-all', '/exchange/all', {}, {});
const into = (currency: string) => samplePlace('exchange-all-currency', `/exchange/all/${currency}`, { currency }, {});
const leftOut = (flow: Stand) => flow.snapshot('form').context['leftOut'] as string[] | null;

/** Back from terms that were asked for with every wallet. */
function back(): Stand {
  const flow = stand(exchangeAll.machine, exchangeAll.inputs['into a currency']);
  flow.answer('draft.read', null);
  flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
  flow.say({ type: 'user.submitted' }, 'form');
  flow.settle('check', 'done', answered(sampleExchangeAll('open')));
  flow.say({ type: 'user.went back' }, 'operation');
  return flow;
}

describe('F4 a wallet that is left out after the way back from the terms', () => {
  test('F4 stays left out when another currency is chosen', () => {
    const flow = back();
    flow.say({ type: 'user.wallet set', currency: 'EUR', value: false }, 'form');
    flow.say({ type: 'user.currency chosen', value: 'USD' }, 'form');
    flow.say({ type: 'house.arrived', place: into('USD') });
    expect(leftOut(flow)).toEqual(['EUR']);
  });

  test('F4 stays left out when the page is opened anew from the menu', () => {
    const flow = back();
    flow.say({ type: 'user.wallet set', currency: 'EUR', value: false }, 'form');
    flow.say({ type: 'house.arrived', place: menu });
    flow.answer('exchange_all.form', choicesTold);
    expect(leftOut(flow)).toEqual(['EUR']);
  });
});

test('F4 wallets of an operation that fills the form stay the only ones in another currency', () => {
  const flow = stand(exchangeAll.machine, exchangeAll.inputs['by the address of an operation']);
  const { lines = [], ...open } = sampleExchangeAll('open');
  flow.settle('read', 'done', answered({ ...open, lines: lines.slice(1) }));
  flow.say({ type: 'user.went back' }, 'operation');
  flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
  flow.say({ type: 'user.currency chosen', value: 'USD' }, 'form');
  flow.say({ type: 'house.arrived', place: into('USD') });
  expect([flow.waits('draft.read'), leftOut(flow)]).toEqual([false, ['USD']]);
});

test('F4 where nothing is known of what is left out another currency has the device asked again', () => {
  const flow = stand(exchangeAll.machine, exchangeAll.inputs['into a currency']);
  flow.fail('draft.read', new Error('closed'));
  flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
  flow.say({ type: 'user.currency chosen', value: 'USD' }, 'form');
  flow.say({ type: 'house.arrived', place: into('USD') });
  flow.answer('draft.read', filterOfUsd);
  expect(leftOut(flow)).toEqual(['USD']);
});

/** What the device was told to keep, and by which confirm it was marked. */
const kept = (flow: Stand) =>
  flow.world.effects.map(({ name, params }) => {
    const { value, operation } = params as { value?: { currency: string[] }; operation?: string };
    return [name, value?.currency ?? operation];
  });

describe('F4 R7 a confirm of an exchange of all', () => {
  const { id } = sampleExchangeAll('open');

  test('F4 in a page that never learnt what is left out marks what is kept, and changes nothing of it', () => {
    const flow = stand(exchangeAll.machine, exchangeAll.inputs['by the address of an operation']);
    flow.settle('read', 'done', answered(sampleExchangeAll('open')));
    flow.say({ type: 'user.confirmed' }, 'operation');
    expect(kept(flow)).toEqual([['mark the draft', id]]);
  });

  test('F4 whose form could not read what is kept marks it, and changes nothing of it', () => {
    const flow = stand(exchangeAll.machine, exchangeAll.inputs['into a currency']);
    flow.fail('draft.read', new Error('closed'));
    flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
    flow.say({ type: 'user.submitted' }, 'form');
    flow.settle('check', 'done', answered(sampleExchangeAll('open')));
    flow.say({ type: 'user.confirmed' }, 'operation');
    expect(kept(flow)).toEqual([['mark the draft', id]]);
  });

  test('F4 that is asked for with wallets left out marks what was kept when they were', () => {
    const flow = stand(exchangeAll.machine, exchangeAll.inputs['into a currency']);
    flow.answer('draft.read', filterOfUsd);
    flow.answer('exchange_all.currency_form', answered(sampleExchangeAllForm));
    flow.say({ type: 'user.wallet set', currency: 'USD', value: true }, 'form');
    flow.say({ type: 'user.submitted' }, 'form');
    flow.settle('check', 'done', answered(sampleExchangeAll('open')));
    flow.say({ type: 'user.confirmed' }, 'operation');
    expect(kept(flow)).toEqual([
      ['keep the draft', []],
      ['mark the draft', id],
    ]);
  });
});

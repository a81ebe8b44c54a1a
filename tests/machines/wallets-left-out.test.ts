import { describe, expect, test } from 'vitest';
import type { WholeWallet } from '../../contract/calls/exchange-all.ts';
import exchangeAll from '../../machines/flows/exchange-all/exchange-all.model.ts';
import {
  choicesTold,
  filterOfUsd,
  sampleExchangeAllForm,
} from '../../machines/flows/exchange-all/exchange-all.samples.ts';
import { closedOf, previewOf, type FormContext } from '../../machines/flows/exchange-all/form.context.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, refused, sampleExchangeAll } from '../../machines/operation/operation.samples.ts';
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
    flow.answer('draft.read', null);
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

describe('F4 what all is exchanged into', () => {
  const list = () => stand(exchangeAll.machine, exchangeAll.inputs['from the list']);

  test('F4 is kept on the device when it is chosen, and what is left out is not touched by that', () => {
    const flow = back();
    flow.say({ type: 'user.currency chosen', value: 'EUR' }, 'form');
    expect(flow.world.effects.map(({ name, params }) => [name, params])).toContainEqual([
      'keep the choice',
      { account: 'A-1001', key: 'exchange all into', value: { into: 'EUR' } },
    ]);
    expect(flow.world.effects.map(({ name }) => name)).not.toContain('keep the draft');
  });

  test('F4 is chosen again by itself where no address says it, beside the wallets that are left out', () => {
    const flow = list();
    flow.answer('draft.read', filterOfUsd);
    expect(flow.asked('draft.read').input).toEqual({ account: 'A-1001', key: 'exchange all into' });
    flow.answer('draft.read', { into: 'EUR' });
    flow.answer('exchange_all.form', choicesTold);
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/exchange/all/EUR', replace: true }]);
    flow.say({ type: 'house.arrived', place: into('EUR') });
    expect(flow.asked('exchange_all.currency_form').input).toEqual({ params: { currency: 'EUR' } });
    expect(leftOut(flow)).toEqual(['USD']);
  });

  test.each([
    ['nothing is kept', null],
    ['another currency is offered by now', { into: 'KZT' }],
    ['the choice was taken back', { into: '' }],
    ['what is kept is nothing of ours', { into: 7 }],
  ])('F4 is to be chosen where %s', (_, value) => {
    const flow = list();
    flow.answer('draft.read', null);
    flow.answer('draft.read', value);
    flow.answer('exchange_all.form', choicesTold);
    expect([flow.states('form'), flow.told('flow.navigate')]).toEqual([['choosing.fresh'], []]);
  });

  test('F4 is to be chosen where the device does not say', () => {
    const flow = list();
    flow.fail('draft.read', new Error('closed'));
    expect(flow.wait()).toBe(1_000);
    flow.answer('exchange_all.form', choicesTold);
    expect(flow.states('form')).toEqual(['choosing.fresh']);
  });
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

describe('F4 what can be paid out, shared among the wallets that take part', () => {
  const [usd, eur, btc] = sampleExchangeAllForm.wallets as [WholeWallet, WholeWallet, WholeWallet];
  const filled = (reserve: string) => {
    const flow = stand(exchangeAll.machine, exchangeAll.inputs['into a currency']);
    flow.answer('draft.read', null);
    flow.answer(
      'exchange_all.currency_form',
      answered({ ...sampleExchangeAllForm, reserve, wallets: [usd, eur, btc] }),
    );
    return flow;
  };
  const form = (flow: Stand) => flow.snapshot('form').context as FormContext;
  const said = (flow: Stand) => [
    form(flow).form?.wallets.map((wallet) => closedOf(form(flow), wallet)),
    previewOf(form(flow))?.total.amount,
  ];

  test('F4 who leaves one out has it for the next', () => {
    const flow = filled('0.00200000');
    expect(said(flow)).toEqual([[undefined, 'reserve_too_low', 'same_currency'], '0.001056']);
    flow.say({ type: 'user.wallet set', currency: 'USD', value: false }, 'form');
    expect(said(flow)).toEqual([[undefined, undefined, 'same_currency'], '0.00104146']);
    flow.say({ type: 'user.submitted' }, 'form');
    expect(flow.asked('exchange_all.check').input).toMatchObject({ body: { wallets: ['EUR'] } });
  });

  test('F4 all of them take part where it is just enough', () => {
    expect(said(filled('0.00209746'))).toEqual([[undefined, undefined, 'same_currency'], '0.00209746']);
    expect(said(filled('0.00209745'))[0]).toEqual([undefined, 'reserve_too_low', 'same_currency']);
  });

  test('F4 a smaller one behind one that is too large takes its part', () => {
    const flow = stand(exchangeAll.machine, exchangeAll.inputs['into a currency']);
    flow.answer('draft.read', null);
    const wallets = [usd, { ...eur, get: '0.00500000' }, { ...usd, currency: { ...usd.currency, code: 'GBP' } }];
    flow.answer('exchange_all.currency_form', answered({ ...sampleExchangeAllForm, reserve: '0.00511200', wallets }));
    expect(said(flow)).toEqual([[undefined, 'reserve_too_low', undefined], '0.002112']);
  });

  test('F4 a confirm for which it is not enough any more asks for fewer wallets, and the form is read again', () => {
    const flow = filled('1');
    flow.say({ type: 'user.submitted' }, 'form');
    flow.settle('check', 'done', answered(sampleExchangeAll('open')));
    flow.say({ type: 'user.confirmed' }, 'operation');
    const params = { reserve: '0.00200000', currency: 'BTC' };
    flow.settle('submit', 'error', refused('reserve_too_low', 409, { params }));
    expect(form(flow).trouble).toEqual({
      code: 'reserve_too_low_for_all',
      params: { ...params, reserve: { amount: { amount: '0.00200000', currency: 'BTC' }, scale: 8 } },
    });
    expect(flow.waits('exchange_all.currency_form')).toBe(true);
  });
});

test('F4 R3 an exchange of all that is checked again takes the place of the one before, and leaves it where it was sent after all', () => {
  const flow = back();
  const { id } = sampleExchangeAll('open');
  flow.say({ type: 'user.submitted' }, 'form');
  flow.settle('check', 'error', refused('already_submitted', 409));
  expect(flow.snapshot().context).toMatchObject({
    ...{ replaces: null, leftBehind: { id, into: 'BTC' } },
    trouble: { code: 'already_submitted' },
  });
  flow.say({ type: 'user.left operation opened' });
  expect(flow.told('flow.navigate').at(-1)?.['to']).toBe(`/exchange/all/BTC?operation=${id}`);
});

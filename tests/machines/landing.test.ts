import type { ExchangePair } from '../../contract/calls/exchange.ts';
import { describe, expect, test } from 'vitest';
import { landingMachine } from '../../machines/flows/landing/landing.machine.ts';
import { samplePairs, samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand } from './stand.ts';

function open(account: string | null = null) {
  const flow = stand(landingMachine, { place: samplePlace('index', '/'), account, site: null, email: null });
  flow.answer('exchange.list', answered({ items: samplePairs }));
  return flow;
}
const quote = answered({
  give: { amount: '100.00', currency: 'USD' },
  get: { amount: '0.00105600', currency: 'BTC' },
  fee: { amount: '0.50', currency: 'USD' },
  rate: '0.00001061306533',
});

test('S2 why they are here is told, whatever the page shows, until they come here by themselves', () => {
  const here = samplePlace('index', '/');
  const flow = stand(landingMachine, { place: { ...here, why: 'elsewhere' }, account: null, site: null, email: null });
  expect(flow.snapshot().context.why).toBe('elsewhere');
  flow.answer('exchange.list', answered({ items: samplePairs }));
  flow.say({ type: 'user.amount typed', side: 'give', value: '250' });
  flow.say({ type: 'house.arrived', place: { ...here, why: 'visitor' } });
  expect(flow.snapshot().context).toMatchObject({ why: 'visitor', entry: { text: '250' } });
  flow.say({ type: 'house.arrived', place: here });
  expect(flow.snapshot().context.why).toBeNull();
});

describe('F5 the quote of the home page', () => {
  test('F5 a quote is asked for once typing has paused, and again while it is looked at', () => {
    const flow = open();
    expect(flow.wait()).toBe(400);
    expect(flow.asked('exchange.landing').input).toEqual({
      body: { src: 'USD', dst: 'BTC', side: 'give', amount: '100' },
    });
    flow.answer('exchange.landing', quote);
    flow.say({ type: 'user.amount typed', side: 'get', value: '0,0' });
    flow.say({ type: 'user.amount typed', side: 'get', value: '0,02' });
    expect(flow.waits('exchange.landing')).toBe(false);
    expect(flow.snapshot().context.quote).toBeNull();
    flow.wait();
    expect(flow.asked('exchange.landing').input).toEqual({
      body: { src: 'USD', dst: 'BTC', side: 'get', amount: '0.02' },
    });
    flow.answer('exchange.landing', quote);
    expect(flow.wait()).toBe(10_000);
    expect(flow.snapshot().context.quote).toEqual(quote.payload);
    expect(flow.states()).toEqual(['quoting.asking']);
  });

  test('F5 the rates beside a quote are read again as they grow old, and the pair of the form stays what it is', () => {
    const flow = open();
    const quoteAt = (seconds: number) => {
      flow.wait();
      flow.answer('exchange.landing', { ...quote, at: quote.at + seconds * 1_000 });
    };
    const newer = samplePairs.map((pair) => ({ ...pair, rate: '0.00002' }));
    flow.say({ type: 'user.give chosen', value: 'BTC' });
    const { src, dst } = flow.snapshot().context;
    quoteAt(20);
    quoteAt(30);
    flow.wait();
    expect(flow.states()).toEqual(['quoting.renewing']);
    expect(flow.snapshot().context.quote).toEqual(quote.payload);
    flow.answer('exchange.list', { ...answered({ items: newer }), at: quote.at + 31_000 });
    expect(flow.states()).toEqual(['quoting.asking']);
    expect(flow.snapshot().context).toMatchObject({ src, dst, pairs: newer, quote: quote.payload });
    flow.answer('exchange.landing', { ...quote, at: quote.at + 60_000 });
    flow.wait();
    expect(flow.states()).toEqual(['quoting.asking']);
    flow.answer('exchange.landing', { ...quote, at: quote.at + 61_000 });
    flow.wait();
    // Each of both is exchanged still, and not one for the other.
    const [toBtc, toEur, back] = samplePairs as [ExchangePair, ExchangePair, ExchangePair];
    const others = [toBtc, toEur, { ...back, src: toEur.dst }, { ...back, dst: toEur.dst }];
    flow.answer('exchange.list', answered({ items: others }));
    expect(flow.snapshot().context).toMatchObject({ src, dst, pairs: newer });
    expect(flow.states()).toEqual(['quoting.asking']);
  });

  test.each(['fail', 'wait'] as const)('F5 rates that do not come leave the quote to be asked for: %s', (how) => {
    const flow = open();
    flow.wait();
    flow.answer('exchange.landing', { ...quote, at: quote.at + 60_000 });
    flow.wait();
    if (how === 'wait') flow.wait();
    else flow.fail('exchange.list', failures.network);
    expect(flow.states()).toEqual(['quoting.asking']);
  });

  test('F5 a visitor takes the exchange along through sign-in, whichever side was typed', () => {
    const flow = open();
    flow.say({ type: 'user.amount typed', side: 'give', value: '1 250,5' });
    flow.say({ type: 'user.submitted' });
    expect(flow.world.told).toEqual([
      { type: 'flow.landing kept', to: '/exchange/USD/BTC?give=1250.5' },
      { type: 'flow.navigate', to: '/login' },
    ]);
    const other = open();
    other.say({ type: 'user.amount typed', side: 'get', value: '0,5' });
    other.say({ type: 'user.submitted' });
    expect(other.told('flow.landing kept')).toEqual([{ type: 'flow.landing kept', to: '/exchange/USD/BTC?get=0.5' }]);
  });

  test('F5 a signed-in person goes straight to the exchange', () => {
    const flow = open('A-1001');
    flow.say({ type: 'user.submitted' });
    expect(flow.world.told).toEqual([{ type: 'flow.navigate', to: '/exchange/USD/BTC?give=100' }]);
  });

  test('F5 an amount that cannot be read is explained after a press, and kept nowhere', () => {
    const flow = open();
    flow.say({ type: 'user.amount typed', side: 'give', value: '' });
    expect(flow.states()).toEqual(['quoting.unread']);
    flow.say({ type: 'user.submitted' });
    expect(flow.states()).toEqual(['quoting.corrected']);
    expect(flow.world.told).toEqual([]);
  });

  test('F5 a refusal is told in amounts of the pair, silence offers another try', () => {
    const flow = open();
    flow.wait();
    flow.fail(
      'exchange.landing',
      refused('below_minimum', 422, {
        fields: { amount: 'below_minimum' },
        params: { minimum: '10.00', currency: 'USD' },
      }),
    );
    expect(flow.states()).toEqual(['quoting.refused']);
    expect(flow.snapshot().context.trouble).toEqual({
      code: 'below_minimum',
      params: { minimum: { amount: { amount: '10.00', currency: 'USD' }, scale: 2 }, currency: 'USD' },
    });
    flow.say({ type: 'user.amount typed', side: 'give', value: '20' });
    flow.wait();
    flow.fail('exchange.landing', failures.network);
    expect(flow.states()).toEqual(['quoting.unanswered']);
    flow.say({ type: 'user.retried' });
    expect(flow.states()).toEqual(['quoting.asking']);
  });

  test('F5 a quote that is asked for again in vain no longer stands there', () => {
    const flow = open();
    flow.wait();
    flow.answer('exchange.landing', quote);
    flow.wait();
    expect(flow.snapshot().context.quote).toEqual(quote.payload);
    flow.wait();
    expect([flow.states(), flow.snapshot().context.quote]).toEqual([['quoting.unanswered'], null]);
  });

  test('F5 currencies: what cannot be got for the chosen one gives way; sides swap where the way back exists', () => {
    const flow = open();
    flow.say({ type: 'user.get chosen', value: 'EUR' });
    expect(flow.snapshot().can({ type: 'user.swapped' })).toBe(false);
    flow.say({ type: 'user.give chosen', value: 'BTC' });
    expect(flow.snapshot().context).toMatchObject({ src: 'BTC', dst: 'USD' });
    flow.say({ type: 'user.swapped' });
    expect(flow.snapshot().context).toMatchObject({ src: 'USD', dst: 'BTC', entry: { side: 'get', text: '100' } });
  });
});

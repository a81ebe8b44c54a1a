import type { ExchangePair } from '../../contract/calls/exchange.ts';
import { describe, expect, test } from 'vitest';
import { landingMachine } from '../../machines/flows/landing/landing.machine.ts';
import { samplePairs, samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand, type Stand } from './stand.ts';

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
    expect(flow.states()).toContain('quoting.quote.asking');
  });

  const newer = samplePairs.map((pair) => ({ ...pair, rate: '0.00002' }));
  const tooLittle = refused('below_minimum', 422, {
    fields: { amount: 'below_minimum' },
    params: { minimum: '10.00', currency: 'USD' },
  });
  /** Lets the time go by, and answers whatever is asked meanwhile; what was asked is told. */
  const pass = (flow: Stand, seconds: number, amount: () => void = () => flow.answer('exchange.landing', quote)) => {
    const asked: string[] = [];
    for (let left = seconds * 1_000; left > 0;) {
      const due = flow.world.clock.next();
      if (due === undefined || due > left) return asked;
      left -= flow.wait();
      if (flow.waits('exchange.landing')) {
        asked.push('a quote');
        amount();
      }
      if (flow.waits('exchange.list')) {
        asked.push('rates');
        flow.answer('exchange.list', answered({ items: newer }));
      }
    }
    return asked;
  };

  test('F5 the rates below are read again each half a minute, and the pair of the form stays what it is', () => {
    const flow = open();
    flow.say({ type: 'user.give chosen', value: 'BTC' });
    const { src, dst } = flow.snapshot().context;
    expect(pass(flow, 35)).toEqual(['a quote', 'a quote', 'a quote', 'rates', 'a quote']);
    expect(flow.snapshot().context).toMatchObject({ src, dst, pairs: newer, quote: quote.payload });
    // Each of both is exchanged still, and not one for the other.
    const [toBtc, toEur, back] = samplePairs as [ExchangePair, ExchangePair, ExchangePair];
    const others = [toBtc, toEur, { ...back, src: toEur.dst }, { ...back, dst: toEur.dst }];
    while (!flow.waits('exchange.list')) {
      flow.wait();
      if (flow.waits('exchange.landing')) flow.answer('exchange.landing', quote);
    }
    flow.answer('exchange.list', answered({ items: others }));
    expect(flow.snapshot().context).toMatchObject({ src, dst, pairs: newer });
    expect(flow.states()).toContain('quoting.rates.fresh');
  });

  test.each(['fail', 'wait'] as const)('F5 rates that do not come are read half a minute later: %s', (how) => {
    const flow = open();
    flow.say({ type: 'user.amount typed', side: 'give', value: '' });
    expect(flow.wait()).toBe(30_000);
    if (how === 'wait') flow.wait();
    else flow.fail('exchange.list', failures.network);
    expect(flow.states()).toEqual(['quoting.quote.unread', 'quoting.rates.fresh']);
    expect(flow.wait()).toBe(30_000);
    flow.answer('exchange.list', answered({ items: newer }));
    expect(flow.snapshot().context.pairs).toEqual(newer);
  });

  test('F5 the rates go on beside an amount that is refused, not typed or to be corrected', () => {
    const flow = open();
    const refuse = () => flow.fail('exchange.landing', tooLittle);
    expect(pass(flow, 32, refuse)).toContain('rates');
    expect(flow.snapshot().context.pairs).toEqual(newer);
    flow.say({ type: 'user.amount typed', side: 'give', value: '' });
    expect(pass(flow, 60)).toEqual(['rates', 'rates']);
    flow.say({ type: 'user.submitted' });
    expect(pass(flow, 60)).toEqual(['rates', 'rates']);
    expect(flow.states()).toContain('quoting.quote.corrected');
  });

  test('F5 what was refused is asked again, and its reason stands until another answer comes', () => {
    const flow = open();
    flow.wait();
    flow.fail('exchange.landing', refused('rate_limited', 429, { retryAfter: 3 }));
    expect(flow.wait()).toBe(10_000);
    expect(flow.states()).toContain('quoting.quote.asking');
    expect(flow.snapshot().context.trouble).toMatchObject({ code: 'rate_limited' });
    flow.answer('exchange.landing', quote);
    expect(flow.snapshot().context).toMatchObject({ trouble: null, quote: quote.payload });
  });

  test('F5 nobody is asked while the page is hidden, and both are asked at once when it is seen', () => {
    const flow = open();
    flow.hear('page.life', { type: 'port.hidden', at: 0 });
    // A page that opens unseen stands where the server's stood.
    expect(flow.states()).toEqual(['quoting.quote.settling', 'quoting.rates.fresh']);
    expect(pass(flow, 3_600)).toEqual(['a quote']);
    expect(flow.states()).toEqual(['quoting.quote.resting', 'quoting.rates.resting']);
    expect(flow.snapshot().context.quote).toEqual(quote.payload);
    flow.hear('page.life', { type: 'port.shown', at: 0 });
    expect(flow.states()).toEqual(['quoting.quote.asking', 'quoting.rates.reading']);
    flow.answer('exchange.list', answered({ items: newer }));
    flow.fail('exchange.landing', tooLittle);
    flow.hear('page.life', { type: 'port.hidden', at: 0 });
    expect(pass(flow, 3_600)).toEqual([]);
    expect(flow.snapshot().context.trouble).toMatchObject({ code: 'below_minimum' });
    flow.hear('page.life', { type: 'port.shown', at: 0 });
    flow.answer('exchange.landing', quote);
    flow.answer('exchange.list', answered({ items: newer }));
    // A short look away asks nothing.
    flow.hear('page.life', { type: 'port.hidden', at: 0 });
    flow.hear('page.life', { type: 'port.shown', at: 0 });
    expect(flow.states()).toEqual(['quoting.quote.answered.quoted', 'quoting.rates.fresh']);
    expect(pass(flow, 31)).toEqual(['a quote', 'a quote', 'rates', 'a quote']);
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
    expect(flow.states()).toContain('quoting.quote.unread');
    flow.say({ type: 'user.submitted' });
    expect(flow.states()).toContain('quoting.quote.corrected');
    expect(flow.world.told).toEqual([]);
  });

  test('F5 a refusal is told in amounts of the pair, silence offers another try', () => {
    const flow = open();
    flow.wait();
    flow.fail('exchange.landing', tooLittle);
    expect(flow.states()).toContain('quoting.quote.answered.refused');
    expect(flow.snapshot().context.trouble).toEqual({
      code: 'below_minimum',
      params: { minimum: { amount: { amount: '10.00', currency: 'USD' }, scale: 2 }, currency: 'USD' },
    });
    flow.say({ type: 'user.amount typed', side: 'give', value: '20' });
    flow.wait();
    flow.fail('exchange.landing', failures.network);
    expect(flow.states()).toContain('quoting.quote.unanswered');
    flow.say({ type: 'user.retried' });
    expect(flow.states()).toContain('quoting.quote.asking');
    expect(flow.snapshot().context.trouble).toBeNull();
  });

  test('F5 a quote that is asked for again in vain no longer stands there', () => {
    const flow = open();
    flow.wait();
    flow.answer('exchange.landing', quote);
    flow.wait();
    expect(flow.snapshot().context.quote).toEqual(quote.payload);
    for (let left = 30_000; left > 0;) left -= flow.wait();
    expect(flow.states()).toContain('quoting.quote.unanswered');
    expect(flow.snapshot().context.quote).toBeNull();
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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operation as operationSchema } from '../../contract/operation.ts';
import { Big } from '../../server/money/decimal.ts';
import { bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { check, checked, makePerson, usdToBtc, type Ask, type Person } from './money.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  person = await makePerson(server, { USD: '1000', JPY: '5000', ETH: '1.500000000000000003' });
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const refusal = async (ask: Ask) => {
  const { http, failure } = await check(person.browser, ask);
  return { http, code: failure.code, fields: failure.fields, params: failure.params };
};
const operations = async () =>
  (
    await server.db
      .selectFrom('operations')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

describe('checking an exchange', () => {
  test('F3 a check answers an open operation with its exact terms, a minute of life and the path that submits it', async () => {
    const { http, body } = await check(person.browser);
    expect(http).toBe(200);
    const operation = operationSchema.parse(body.payload);
    expect(operation).toMatchObject({
      kind: 'exchange',
      status: 'open',
      terms: {
        give: { amount: '100.00', currency: 'USD' },
        fee: { amount: '0.80', currency: 'USD' },
        get: { currency: 'BTC' },
      },
      asked: { side: 'give', amount: '100' },
      submit_path: `/exchange/confirm/${operation.id}`,
      timeline: [{ status: 'open' }],
    });
    expect(operation.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/);
    expect(operation.reason).toBeUndefined();
    const { get, rate } = operation.terms;
    expect(get.amount).toBe(new Big('99.2').times(rate).round(8, 0).toFixed(8));
    const life = Date.parse(operation.expires_at) - Date.parse(operation.created_at);
    expect([life, Math.abs(Date.parse(body.now) - Date.parse(operation.created_at)) < 2_000]).toEqual([60_000, true]);
  });

  test('F3 a check holds nothing and changes no balance', async () => {
    await checked(person.browser);
    const { body } = await person.browser.get('/api/auth/check', { 'x-rev': '0' });
    expect(body.wallets.find((wallet: { currency: string }) => wallet.currency === 'USD')).toMatchObject({
      balance: '1000.00',
      held: '0.00',
    });
  });

  test('F3 the other side can be typed: exactly that arrives', async () => {
    const { terms, asked } = await checked(person.browser, { src: 'USD', dst: 'JPY', side: 'get', amount: '10000' });
    expect(terms.get).toEqual({ amount: '10000', currency: 'JPY' });
    expect(asked).toEqual({ side: 'get', amount: '10000' });
    const net = new Big(terms.give.amount).minus(terms.fee.amount);
    expect(net.times(terms.rate).gte('10000')).toBe(true);
    expect(net.minus('0.01').times(terms.rate).lt('10000')).toBe(true);
  });

  test('F3 eighteen digits survive the whole way', async () => {
    const { terms } = await checked(person.browser, {
      src: 'ETH',
      dst: 'USDT',
      side: 'give',
      amount: '1.500000000000000003',
    });
    expect(terms.give.amount).toBe('1.500000000000000003');
    expect(terms.fee.amount).toBe('0.009000000000000001');
  });

  test('F3 too little, too much, not enough: a code for the field, and every limit to fill its words', async () => {
    const params = { minimum: '10.00', maximum: '50000.00', available: '1000.00', currency: 'USD' };
    const is = (code: string) => ({ http: 422, code, fields: { amount: code }, params });
    expect(await refusal({ ...usdToBtc, amount: '9.99' })).toEqual(is('below_minimum'));
    expect((await check(person.browser, { ...usdToBtc, amount: '10' })).http).toBe(200);
    expect(await refusal({ ...usdToBtc, amount: '50000.01' })).toEqual(is('above_maximum'));
    expect(await refusal({ ...usdToBtc, amount: '50000' })).toEqual(is('insufficient_funds'));
    expect(await refusal({ ...usdToBtc, amount: '1000.01' })).toEqual(is('insufficient_funds'));
    expect((await check(person.browser, { ...usdToBtc, amount: '1000' })).http).toBe(200);
    expect(await refusal({ ...usdToBtc, side: 'get', amount: '0.00000001' })).toEqual(is('below_minimum'));
    expect(await refusal({ ...usdToBtc, side: 'get', amount: '500' })).toEqual(is('above_maximum'));
    expect(await refusal({ ...usdToBtc, side: 'get', amount: '0.5' })).toEqual(is('insufficient_funds'));
  });

  test('F3 somebody without a wallet in that currency has nothing to give', async () => {
    expect(await refusal({ src: 'GBP', dst: 'USD', side: 'give', amount: '50' })).toMatchObject({
      code: 'insufficient_funds',
      params: { available: '0.00', currency: 'GBP' },
    });
  });

  test('F3 more than the house has: the reserve is named', async () => {
    await server.db
      .updateTable('exchange_pairs')
      .set({ maximum: '999999999' })
      .where('src', '=', 'USD')
      .where('dst', '=', 'EUR')
      .execute();
    const rich = await makePerson(server, { USD: '900000000' });
    const { http, failure } = await check(rich.browser, { src: 'USD', dst: 'EUR', side: 'get', amount: '1900000.01' });
    expect([http, failure.code, failure.fields, failure.params]).toEqual([
      422,
      'reserve_too_low',
      { amount: 'reserve_too_low' },
      { reserve: '1900000.00', currency: 'EUR' },
    ]);
    expect((await check(rich.browser, { src: 'USD', dst: 'EUR', side: 'get', amount: '1900000' })).http).toBe(200);
  });

  test('F3 finer than the currency, zero, negative, no number at all', async () => {
    const code = async (ask: Partial<Ask>) => (await refusal({ ...usdToBtc, ...ask })).fields;
    expect(await code({ amount: '100.001' })).toEqual({ amount: 'too_precise' });
    expect(await code({ src: 'JPY', amount: '2000.5' })).toEqual({ amount: 'too_precise' });
    expect(await code({ side: 'get', amount: '0.000000001' })).toEqual({ amount: 'too_precise' });
    expect(await code({ amount: '0' })).toEqual({ amount: 'not_positive' });
    expect(await code({ amount: '0.00' })).toEqual({ amount: 'not_positive' });
    expect(await code({ amount: '-5' })).toEqual({ amount: 'not_positive' });
    expect(await code({ amount: '' })).toEqual({ amount: 'required' });
    for (const amount of ['1e3', 'NaN', 'Infinity', '1,5', ' 5', '0x10', '007', '1'.repeat(31)])
      expect(await code({ amount })).toEqual({ amount: 'malformed' });
  });

  test('F3 wrong currencies', async () => {
    const code = async (ask: Partial<Ask>) => (await refusal({ ...usdToBtc, ...ask })).fields;
    expect(await code({ dst: 'USD' })).toEqual({ dst: 'same_currency' });
    expect(await code({ src: 'XXX' })).toEqual({ src: 'unknown_currency' });
    expect(await code({ dst: 'XXX' })).toEqual({ dst: 'unknown_currency' });
    expect(await code({ src: 'usd' })).toEqual({ src: 'malformed' });
  });

  test('F3 what is refused is not kept', async () => {
    const before = await operations();
    await refusal({ ...usdToBtc, amount: '9.99' });
    await refusal({ ...usdToBtc, amount: '1000.01' });
    expect(await operations()).toBe(before);
  });

  test('F3 a visitor cannot check', async () => {
    const { http, failure } = await check(server.browser());
    expect([http, failure.code]).toEqual([401, 'no_session']);
  });

  test('F5 a visitor gets a quote on the home page, and nothing is kept', async () => {
    const before = await operations();
    const visitor = server.browser();
    const { http, body } = await visitor.post('/api/exchange/landing', { ...usdToBtc, amount: '5000' });
    expect([http, body.payload.give, body.payload.fee]).toEqual([
      200,
      { amount: '5000.00', currency: 'USD' },
      { amount: '40.00', currency: 'USD' },
    ]);
    expect(body.payload.get.amount).toBe(new Big('4960').times(body.payload.rate).round(8, 0).toFixed(8));
    const { failure } = await visitor.post('/api/exchange/landing', { ...usdToBtc, amount: '1' });
    expect([failure.code, failure.params]).toEqual([
      'below_minimum',
      { minimum: '10.00', maximum: '50000.00', currency: 'USD' },
    ]);
    expect(await operations()).toBe(before);
  });
});

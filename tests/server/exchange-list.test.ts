import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exchangeList, type ExchangePair } from '../../contract/calls/exchange.ts';
import { decimal } from '../../contract/money.ts';
import { Big } from '../../server/money/decimal.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson } from './money.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
afterAll(() => server.close());

const list = async (search?: string): Promise<ExchangePair[]> => {
  const { http, body } = await server
    .browser()
    .get(`/api/exchange/list${search === undefined ? '' : `?search=${encodeURIComponent(search)}`}`);
  expect(http).toBe(200);
  return exchangeList.payload.parse(body.payload).items;
};
const names = (pairs: ExchangePair[]) => pairs.map(({ src, dst }) => `${src.code}/${dst.code}`);

describe('the list of exchanges', () => {
  test('F3 R6 every pair once, in the order of the currencies; the search gives, gets, or names a pair', async () => {
    const all = names(await list());
    expect(all).toHaveLength(72);
    expect(new Set(all).size).toBe(72);
    expect(all.slice(0, 3)).toEqual(['USD/EUR', 'USD/RUB', 'USD/GBP']);
    expect(names(await list('USD/'))).toEqual(all.filter((name) => name.startsWith('USD/')));
    expect(names(await list('USD'))).toHaveLength(8);
    expect(names(await list('/BTC'))).toEqual(all.filter((name) => name.endsWith('/BTC')));
    expect(names(await list('USD/BTC'))).toEqual(['USD/BTC']);
    expect(names(await list('/'))).toHaveLength(72);
    expect(names(await list('USD/USD'))).toEqual([]);
    expect(names(await list('XXX/'))).toEqual([]);
    expect((await server.browser().get('/api/exchange/list?search=usd')).http).toBe(422);
  });

  test('F3 a pair has its rate, its day, the limits of its form, what the house can pay, and the path of its form', async () => {
    const [pair] = await list('USD/ETH');
    expect(pair).toMatchObject({
      src: { code: 'USD', name: 'Доллар США', logo: '/currencies/usd.svg', scale: 2, kind: 'fiat' },
      dst: { code: 'ETH', scale: 18, kind: 'crypto' },
      reserve: '740.000000000000000000',
      form_path: '/exchange/pair/USD/ETH',
    });
    const { minimum, maximum } = (await server.browser().get('/api/exchange/pair/USD/ETH')).body.payload;
    expect([pair?.minimum, pair?.maximum]).toEqual([minimum, maximum]);
    expect(pair?.sparkline).toHaveLength(24);
    expect(pair?.sparkline.every((rate) => decimal.safeParse(rate).success && new Big(rate).gt('0'))).toBe(true);
    expect(pair?.change_24h).toMatch(/^-?\d+\.\d\d$/);
    const english = await server.browser().get('/api/exchange/list?search=USD/ETH', { cookie: 'i18n_redirected=en' });
    expect(english.body.payload.items[0].src.name).toBe('US dollar');
  });

  test('F3 every logo is a file of ours', async () => {
    for (const { dst } of await list())
      expect(existsSync(join(import.meta.dirname, '../../public', dst.logo))).toBe(true);
  });

  test('F3 the form of a pair: limits and fee in the given currency, what is available only for who is signed in', async () => {
    const form = {
      minimum: '1500',
      maximum: '7500000',
      fee: { percent: '0.8', minimum: '75' },
      reserve: '38.50000000',
    };
    const visitor = await server.browser().get('/api/exchange/pair/JPY/BTC');
    expect([visitor.http, visitor.body.payload]).toEqual([200, expect.objectContaining(form)]);
    expect(visitor.body.payload).not.toHaveProperty('available');
    const person = await makePerson(server, { JPY: '777' });
    expect((await person.browser.get('/api/exchange/pair/JPY/BTC')).body.payload).toMatchObject({
      ...form,
      available: '777',
    });
    expect((await person.browser.get('/api/exchange/pair/GBP/BTC')).body.payload.available).toBe('0.00');
  });

  test('F3 a pair that cannot be is not found, one that is not offered says so and leaves the list', async () => {
    for (const path of ['USD/XXX', 'XXX/USD', 'USD/USD', 'usd/btc', 'USD/%00', 'USD']) {
      const { http, failure } = await server.browser().get(`/api/exchange/pair/${path}`);
      expect([path, http, failure.code]).toEqual([path, 404, 'not_found']);
    }
    await server.db
      .updateTable('exchange_pairs')
      .set({ enabled: false })
      .where('src', '=', 'KZT')
      .where('dst', '=', 'GBP')
      .execute();
    const { http, failure } = await server.browser().get('/api/exchange/pair/KZT/GBP');
    expect([http, failure.code]).toEqual([409, 'pair_unavailable']);
    expect(names(await list('KZT/'))).not.toContain('KZT/GBP');
  });

  test('F3 where nobody gives rates nothing is offered, and nothing breaks', async () => {
    const none = await startServer({ SEED_DEMO: '0', PROVIDERS: 'none' });
    try {
      const person = await makePerson(none, { USD: '5', EUR: '7' });
      expect((await person.browser.get('/api/exchange/list')).body.payload.items).toEqual([]);
      expect((await person.browser.get('/api/exchange/pair/USD/EUR')).failure.code).toBe('pair_unavailable');
      const { body } = await person.browser.get('/api/auth/check', { 'x-rev': '0' });
      expect(body.total_balance).toMatchObject({ amount: '5.00', currency: 'USD' });
      expect(await none.db.selectFrom('postings').select('id').where('house', '=', 'exchange').execute()).toEqual([]);
    } finally {
      await none.close();
    }
  });
});

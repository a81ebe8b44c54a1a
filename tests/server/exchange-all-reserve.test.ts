import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExchangeAllForm } from '../../contract/calls/exchange-all.ts';
import type { Operation } from '../../contract/operation.ts';
import { bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson } from './money.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  await server.db.updateTable('exchange_pairs').set({ maximum: '999999999' }).where('dst', '=', 'EUR').execute();
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

test('F4 the form closes a wallet for the reserve only where it is too large by itself; a check shares it among its own', async () => {
  const { browser } = await makePerson(server, { USD: '1200000', GBP: '1000000', JPY: '500000000' });
  const form: ExchangeAllForm = (await browser.get('/api/exchange/all/EUR')).body.payload;
  expect(form.reserve).toBe('1900000.00');
  expect(form.wallets.map(({ currency, closed, get }) => [currency.code, closed, get !== undefined])).toEqual([
    ['USD', undefined, true],
    ['GBP', undefined, true],
    ['JPY', 'reserve_too_low', false],
  ]);
  const linesOf = async (...wallets: string[]) => {
    const operation: Operation = (await browser.post('/api/exchange/all/EUR', { wallets })).body.payload;
    return operation.lines?.map(({ terms }) => terms.give.currency);
  };
  expect(await linesOf('GBP')).toEqual(['GBP']);
  expect(await linesOf('USD', 'GBP')).toEqual(['USD']);
});

test('F4 before a currency is chosen nothing is said of a reserve', async () => {
  const { browser } = await makePerson(server, { USD: '100' });
  const form: ExchangeAllForm = (await browser.get('/api/exchange/all')).body.payload;
  expect(form).not.toHaveProperty('reserve');
});

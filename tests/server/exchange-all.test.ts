import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ExchangeAllForm } from '../../contract/calls/exchange-all.ts';
import type { Operation } from '../../contract/operation.ts';
import { createFailpoints } from '../../server/failpoints.ts';
import { Big } from '../../server/money/decimal.ts';
import { settle } from '../../server/operations/settle.ts';
import type { Outcome } from '../../server/providers/provider.ts';
import { balanceOf, bankCheck } from './bank.ts';
import type { Browser, Reply } from './browser.ts';
import { startServer, type TestServer } from './harness.ts';
import { checked, makePerson, movementsOf, provider, runOut, submit } from './money.ts';
import { endsAs, readOperation } from './transfer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  await provider(server.db, 'settle');
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const money = { USD: '1000', EUR: '500.55', JPY: '20000', BTC: '0.05', RUB: '10' };
const everything = Object.keys(money);

const formOf = async (browser: Browser, into = ''): Promise<ExchangeAllForm> =>
  (await browser.get(`/api/exchange/all${into && `/${into}`}`)).body.payload;
const checkAll = (browser: Browser, into: string, wallets = everything, more = {}): Promise<Reply> =>
  browser.post(`/api/exchange/all/${into}`, { wallets, ...more });
const checkedAll = async (browser: Browser, into = 'ETH', wallets = everything): Promise<Operation> => {
  const { http, body } = await checkAll(browser, into, wallets);
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  return body.payload;
};
const submitAll = (browser: Browser, { id }: { id: string }): Promise<Reply> =>
  browser.post('/api/exchange/all', { id });
const reserveIn = async (browser: Browser, dst: string): Promise<string> =>
  (await browser.get(`/api/exchange/pair/USD/${dst}`)).body.payload.reserve;
const linesOf = ({ lines }: Operation) => lines ?? [];
/** What a provider says of a line, whoever asks. */
const end = async (line: { id: string } | undefined, outcome: Outcome): Promise<void> => {
  const needs = { db: server.db, log: pino({ enabled: false }), failpoints: createFailpoints('') };
  expect(await settle(needs, line?.id ?? '', outcome)).toBe(true);
};
const statuses = (operation: Operation) => linesOf(operation).map(({ status }) => status);

describe('the form of an exchange of everything', () => {
  test('F4 R7 shows what everybody has before anything is chosen, and what each wallet would bring afterwards', async () => {
    const { browser } = await makePerson(server, money);
    const plain = await formOf(browser);
    expect(plain.into).toBeNull();
    expect(plain.choices.map(({ code }) => code)).toContain('ETH');
    expect(
      plain.wallets.map(({ currency, available, minimum, get }) => [currency.code, available, minimum, get]),
    ).toEqual([
      ['USD', '1000.00', '10.00', undefined],
      ['EUR', '500.55', '10.00', undefined],
      ['RUB', '10.00', '900.00', undefined],
      ['JPY', '20000', '1500', undefined],
      ['BTC', '0.05000000', '0.00010000', undefined],
    ]);
    const into = await formOf(browser, 'USD');
    expect(into.into?.code).toBe('USD');
    expect(into.wallets.map(({ currency, closed, get }) => [currency.code, closed, get !== undefined])).toEqual([
      ['USD', 'same_currency', false],
      ['EUR', undefined, true],
      ['RUB', 'below_minimum', false],
      ['JPY', undefined, true],
      ['BTC', undefined, true],
    ]);
    expect((await browser.get('/api/exchange/all/XXX')).http).toBe(404);
    expect((await browser.get('/api/exchange/all/usd')).http).toBe(404);
    expect((await server.browser().get('/api/exchange/all')).http).toBe(401);
  });
});

describe('an exchange of everything', () => {
  test('F4 R7 one check with a line a wallet, one confirm, each line settled on its own, one effect of many submits', async () => {
    const person = await makePerson(server, money);
    const { browser, id } = person;
    const operation = await checkedAll(browser);
    expect(operation).toMatchObject({
      kind: 'exchange_all',
      status: 'open',
      terms: { fee: { amount: '0.000000000000000000', currency: 'ETH' }, rate: '1' },
      status_path: `/exchange/all/status/${operation.id}`,
      place: `/exchange/all/ETH?operation=${operation.id}`,
    });
    expect(linesOf(operation).map(({ terms }) => [terms.give.currency, terms.give.amount])).toEqual([
      ['USD', '1000.00'],
      ['EUR', '500.55'],
      ['JPY', '20000'],
      ['BTC', '0.05000000'],
    ]);
    const total = linesOf(operation).reduce((sum, { terms }) => sum.plus(terms.get.amount), new Big('0'));
    expect([operation.terms.give.amount, operation.terms.get.amount]).toEqual([total.toFixed(18), total.toFixed(18)]);

    const there = await person.elsewhere();
    const replies = await Promise.all([browser, there, browser, there].map((one) => submitAll(one, operation)));
    expect(replies.map(({ http, body }) => [http, body.payload.id])).toEqual(
      Array.from({ length: 4 }, () => [200, operation.id]),
    );
    const done = await endsAs(browser, operation, 'completed');
    expect([done.reason, statuses(done)]).toEqual([undefined, Array.from({ length: 4 }, () => 'completed')]);
    expect(await balanceOf(server.db, id, 'ETH')).toEqual({ available: total.toFixed(), held: '0' });
    for (const code of ['USD', 'EUR', 'JPY', 'BTC'])
      expect(await balanceOf(server.db, id, code)).toEqual({ available: '0', held: '0' });
    expect(await balanceOf(server.db, id, 'RUB')).toEqual({ available: '10', held: '0' });
    expect(await movementsOf(server.db, operation)).toEqual([]);
    for (const line of linesOf(operation)) expect(await movementsOf(server.db, line)).toEqual(['hold', 'settle']);
    expect(done.timeline.map(({ status }) => status)).toEqual(['open', 'processing', 'completed']);
    expect((await submitAll(browser, operation)).body.payload.status).toBe('completed');
  });

  test('F4 every line is rounded as an exchange of its own is, to the last digit', async () => {
    const person = await makePerson(server, { USD: '123.45', JPY: '7777' });
    const alone = await makePerson(server, { USD: '123.45', JPY: '7777' });
    const all = await checkedAll(person.browser, 'ETH', ['USD', 'JPY']);
    for (const { terms } of linesOf(all)) {
      const { currency: src, amount } = terms.give;
      // The market moves with the clock: what a line says follows from its own rate.
      const rounded = new Big(amount).minus(terms.fee.amount).times(terms.rate).round(18, 0).toFixed(18);
      expect(terms.get.amount).toBe(rounded);
      const one = await checked(alone.browser, { src, dst: 'ETH', side: 'give', amount });
      expect(one.terms.fee).toEqual(terms.fee);
    }
  });

  test('F4 a line that fails gives back its own money; the others stand, and the whole says so', async () => {
    const { browser, id, number } = await makePerson(server, { USD: '100', EUR: '100', GBP: '100' });
    await provider(server.db, 'hang', { whom: number });
    const operation = await checkedAll(browser, 'BTC', ['USD', 'EUR', 'GBP']);
    await submitAll(browser, operation);
    const [one, ...others] = linesOf(operation);
    await end(one, { kind: 'refused', reason: 'provider_declined' });
    const between = await readOperation(browser, operation);
    expect([between.status, statuses(between)]).toEqual(['processing', ['failed', 'processing', 'processing']]);
    expect(linesOf(between)[0]?.reason).toBe('provider_declined');
    const left = linesOf(operation).slice(1);
    const sum = left.reduce((all, { terms }) => all.plus(terms.get.amount), new Big('0')).toFixed(8);
    expect([between.terms.give.amount, between.terms.get.amount]).toEqual([sum, sum]);
    expect(await balanceOf(server.db, id, 'USD')).toEqual({ available: '100', held: '0' });
    // The last two at once: one of them sees that it is the last.
    await Promise.all(others.map((line) => end(line, { kind: 'done' })));
    const done = await readOperation(browser, operation);
    expect([done.status, statuses(done)]).toEqual(['completed', ['failed', 'completed', 'completed']]);
    expect(done.reason).toBe('some_failed');
    expect(done.timeline.at(-1)).toMatchObject({ status: 'completed', reason: 'some_failed' });
    // What is said to have come is what has come; nothing is known of a fee in a currency that nobody was charged in.
    expect([done.terms.give.amount, done.terms.get.amount]).toEqual([sum, sum]);
    expect(await balanceOf(server.db, id, 'BTC')).toEqual({ available: new Big(sum).toFixed(), held: '0' });
    const file = (await browser.get('/api/history/exchange.csv')).text.split('\r\n').slice(1, -1);
    expect(file.map((line) => line.split(',').slice(0, 12))).toEqual(
      linesOf(done).map(({ status, terms: { give, get, fee, rate } }) => [
        ...[done.id, done.created_at.slice(0, 19).replace('T', ' '), 'Multi-wallet exchange'],
        ...[status === 'failed' ? 'Failed' : 'Completed', ''],
        ...(status === 'failed'
          ? ['', give.currency, '', get.currency, '', fee.currency, rate]
          : [give.amount, give.currency, get.amount, get.currency, fee.amount, fee.currency, rate]),
      ]),
    );
    // A filter lets lines through, in the list the operations that have one of them.
    const rowsOf = async (filter: string) => {
      const { text } = await browser.get(`/api/history/exchange.csv?${filter}`);
      return text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => `${line.split(',')[6]} ${line.split(',')[3]}`);
    };
    const listed = async (filter: string) =>
      (await browser.get(`/api/exchange/history?${filter}`)).body.payload.items.map((item: Operation) => item.id);
    for (const [filter, rows] of [
      ['status=completed', ['EUR Completed', 'GBP Completed']],
      ['status=failed', ['USD Failed']],
      ['status=cancelled', []],
      ['currency=USD', ['USD Failed']],
      ['currency=EUR', ['EUR Completed']],
      ['currency=BTC', ['USD Failed', 'EUR Completed', 'GBP Completed']],
      ['status=failed&currency=USD', ['USD Failed']],
      ['status=failed&currency=EUR', []],
      ['status=failed&currency=BTC', ['USD Failed']],
      ['status=completed&currency=USD', []],
      ['status=completed&currency=GBP', ['GBP Completed']],
    ] as const)
      expect([filter, await rowsOf(filter), await listed(filter)]).toEqual([
        filter,
        rows,
        rows.length > 0 ? [done.id] : [],
      ]);
    // So the column says what the wallet got.
    expect(file.reduce((all, line) => all.plus(line.split(',')[7] || '0'), new Big('0')).toFixed(8)).toBe(sum);
    expect(linesOf(done).map(({ terms: { fee } }) => [fee.currency, new Big(fee.amount).gt('0')])).toEqual([
      ['USD', true],
      ['EUR', true],
      ['GBP', true],
    ]);
  });

  test('F4 when every line fails it has failed, for their reason', async () => {
    const { browser, number } = await makePerson(server, { USD: '100', EUR: '100' });
    await provider(server.db, 'fail', { whom: number });
    const operation = await checkedAll(browser, 'BTC', ['USD', 'EUR']);
    await submitAll(browser, operation);
    expect(await endsAs(browser, operation, 'failed')).toMatchObject({
      reason: 'provider_declined',
      terms: { get: operation.terms.get },
    });
  });

  test('F4 all lines or none: money that left one wallet since stops all of them, and says which', async () => {
    const { browser, id } = await makePerson(server, { USD: '100', EUR: '100' });
    const operation = await checkedAll(browser, 'BTC', ['USD', 'EUR']);
    await submit(browser, await checked(browser, { src: 'EUR', dst: 'USD', side: 'give', amount: '20' }));
    const { http, failure } = await submitAll(browser, operation);
    expect([http, failure.code, failure.params]).toEqual([
      409,
      'insufficient_funds',
      { available: '80.00', currency: 'EUR' },
    ]);
    expect(statuses(await readOperation(browser, operation))).toEqual(['open', 'open']);
    expect((await balanceOf(server.db, id, 'USD')).held).toBe('0');
    await sql`update exchange_pairs set src = src where dst = 'BTC'`.execute(server.db);
    const { browser: other } = await makePerson(server, { JPY: '5000' });
    expect((await checkAll(other, 'BTC', ['JPY'])).http).toBe(200);
  });

  test('F4 terms of one line that changed are offered anew, whole; the old lines end with the old terms', async () => {
    const { browser } = await makePerson(server, { USD: '100', EUR: '100' });
    const operation = await checkedAll(browser, 'KZT', ['USD', 'EUR']);
    await sql`update exchange_pairs set src = src where src = 'EUR' and dst = 'KZT'`.execute(server.db);
    const { http, failure } = await submitAll(browser, operation);
    expect([http, failure.code]).toEqual([409, 'terms_changed']);
    const fresh = failure.fresh as Operation;
    expect([fresh.kind, fresh.status, statuses(fresh)]).toEqual(['exchange_all', 'open', ['open', 'open']]);
    const old = await readOperation(browser, operation);
    expect([old.status, old.reason, old.replaced_by, statuses(old)]).toEqual([
      'expired',
      'terms_changed',
      fresh.id,
      ['expired', 'expired'],
    ]);
    expect((await submitAll(browser, fresh)).http).toBe(200);
    await endsAs(browser, fresh, 'completed');
  });

  test('F4 out of time, replaced or taken back, its lines end with it', async () => {
    const { browser } = await makePerson(server, { USD: '100', EUR: '100' });
    const [late, left, taken] = [
      await checkedAll(browser, 'BTC', ['USD', 'EUR']),
      await checkedAll(browser, 'BTC', ['USD', 'EUR']),
      await checkedAll(browser, 'BTC', ['USD', 'EUR']),
    ];
    await runOut(server.db, late);
    expect((await submitAll(browser, late)).failure.code).toBe('quote_expired');
    expect((await checkAll(browser, 'BTC', ['USD'], { replaces: left.id })).http).toBe(200);
    expect((await browser.post('/api/operation/cancel', { id: taken.id })).http).toBe(200);
    for (const [operation, status, reason] of [
      [late, 'expired', 'quote_expired'],
      [left, 'expired', 'replaced'],
      [taken, 'cancelled', 'cancelled_by_person'],
    ] as const) {
      const ended = await readOperation(browser, operation);
      expect([ended.status, ended.reason, statuses(ended)]).toEqual([status, reason, [status, status]]);
    }
  });

  test('F4 a line has no address of its own: it is neither read, nor confirmed, nor taken back, nor listed', async () => {
    const { browser } = await makePerson(server, { USD: '100', EUR: '100' });
    const operation = await checkedAll(browser, 'BTC', ['USD', 'EUR']);
    const [line] = linesOf(operation);
    const id = line?.id ?? '';
    expect((await submit(browser, { id })).http).toBe(404);
    expect((await browser.post('/api/operation/cancel', { id })).http).toBe(404);
    expect((await browser.get(`/api/operation/read/${id}`)).http).toBe(404);
    expect((await browser.get(`/api/exchange/status/${id}`)).http).toBe(404);
    await browser.form('/api/exchange/check', { src: 'USD', dst: 'BTC', side: 'give', amount: '20', replaces: id });
    expect(statuses(await readOperation(browser, operation))).toEqual(['open', 'open']);
    await submitAll(browser, operation);
    const progress = (await browser.get('/api/operation/progress')).body.payload.items;
    expect(progress.map((one: Operation) => [one.id, one.lines?.length])).toEqual([[operation.id, 2]]);
    await endsAs(browser, operation, 'completed');
    const history = (await browser.get('/api/exchange/history')).body.payload.items;
    expect(history.map((one: Operation) => [one.id, one.kind])).toEqual([[operation.id, 'exchange_all']]);
    for (const code of ['USD', 'EUR', 'BTC']) {
      const { items } = (await browser.get(`/api/exchange/history?currency=${code}`)).body.payload;
      expect([code, items.map(({ id }: Operation) => id)]).toEqual([code, [operation.id]]);
    }
    expect((await browser.get('/api/exchange/history?currency=RUB')).body.payload.items).toEqual([]);
    const stranger = await makePerson(server);
    expect((await stranger.browser.get(`/api/exchange/all/status/${operation.id}`)).http).toBe(404);
    expect((await submitAll(stranger.browser, operation)).http).toBe(404);
  });

  test('F4 what cannot take part is left out, nothing at all is refused, more than the most leaves the rest', async () => {
    const { browser } = await makePerson(server, { USD: '60000', RUB: '10' });
    expect((await checkAll(browser, 'BTC', ['RUB'])).failure.code).toBe('nothing_to_exchange');
    expect((await checkAll(browser, 'BTC', ['EUR'])).failure.code).toBe('nothing_to_exchange');
    expect((await checkAll(browser, 'BTC', [])).http).toBe(422);
    // The form says so before: how much of what is there goes at once, which is what the rest of the line is about.
    const [dollars] = (await formOf(browser, 'EUR')).wallets;
    expect([dollars?.available, dollars?.give]).toEqual(['60000.00', '50000.00']);
    const operation = await checkedAll(browser, 'EUR', ['USD', 'RUB', 'EUR']);
    expect(linesOf(operation).map(({ terms }) => terms.give)).toEqual([{ amount: '50000.00', currency: 'USD' }]);
  });

  test('F4 what all lines are going to get is taken from the reserve', async () => {
    const { browser, number } = await makePerson(server, { USD: '50000', EUR: '50000' });
    const before = new Big(await reserveIn(browser, 'BTC'));
    await provider(server.db, 'hang', { whom: number });
    const all = await checkedAll(browser, 'BTC', ['USD', 'EUR']);
    expect(await reserveIn(browser, 'BTC')).toBe(before.toFixed(8));
    expect((await submitAll(browser, all)).http).toBe(200);
    expect(await reserveIn(browser, 'BTC')).toBe(before.minus(all.terms.get.amount).toFixed(8));
    for (const line of linesOf(all)) await end(line, { kind: 'done' });
    expect((await readOperation(browser, all)).status).toBe('completed');
  });

  describe('the house has little to promise', () => {
    /** Pounds that are left in the reserve: all others are promised to somebody else. */
    const leave = async (amount: string): Promise<void> => {
      const { browser, number } = await makePerson(server, { USD: '900000000' });
      await sql`update exchange_pairs set maximum = 999999999 where src = 'USD' and dst = 'GBP'`.execute(server.db);
      await provider(server.db, 'hang', { whom: number });
      const rest = new Big(await reserveIn(browser, 'GBP')).minus(amount).toFixed();
      const promised = await checked(browser, { src: 'USD', dst: 'GBP', side: 'get', amount: rest });
      expect((await submit(browser, promised)).http).toBe(200);
      onTestFinished(() => end(promised, { kind: 'refused', reason: 'provider_declined' }));
    };

    test('F4 the reserve is shared out in the order of the wallets: a line above what is left is closed, a smaller one behind it is not', async () => {
      const { browser } = await makePerson(server, { USD: '1000', EUR: '1000', JPY: '10000' });
      await leave('1000');
      const { wallets } = await formOf(browser, 'GBP');
      // Each by itself: who takes part shares it.
      expect(wallets.map(({ closed }) => closed)).toEqual([undefined, undefined, undefined]);
      const all = await checkedAll(browser, 'GBP', ['USD', 'EUR', 'JPY']);
      expect(linesOf(all).map(({ terms }) => terms.give.currency)).toEqual(['USD', 'JPY']);
      expect((await checkAll(browser, 'GBP', ['EUR'])).http).toBe(200);
    });

    test('F4 two exchanges of everything that the house cannot both pay, confirmed at once: one is, the other holds nothing', async () => {
      const people = [];
      for (let made = 0; made < 2; made += 1) {
        const person = await makePerson(server, { USD: '1000', EUR: '1000' });
        await provider(server.db, 'hang', { whom: person.number });
        people.push(person);
      }
      await leave('2000');
      const both = [];
      for (const person of people) both.push({ person, all: await checkedAll(person.browser, 'GBP', ['USD', 'EUR']) });
      const replies = await Promise.all(both.map(({ person, all }) => submitAll(person.browser, all)));
      expect(replies.map(({ http }) => http).toSorted((one, other) => one - other)).toEqual([200, 409]);
      const at = replies.findIndex(({ http }) => http === 409);
      const [loser, winner] = [both[at], both[1 - at]];
      if (!loser || !winner) throw new Error('nobody');
      expect([replies[at]?.failure.code, statuses(await readOperation(loser.person.browser, loser.all))]).toEqual([
        'reserve_too_low',
        ['open', 'open'],
      ]);
      expect(replies[at]?.failure.params?.reserve).toBe(await reserveIn(loser.person.browser, 'GBP'));
      for (const code of ['USD', 'EUR'])
        expect(await balanceOf(server.db, loser.person.id, code)).toEqual({ available: '1000', held: '0' });
      for (const line of linesOf(winner.all)) await end(line, { kind: 'refused', reason: 'provider_declined' });
      expect((await submitAll(loser.person.browser, loser.all)).http).toBe(200);
      for (const line of linesOf(loser.all)) await end(line, { kind: 'done' });
    });
  });

  test('F4 at the same time as exchanges and other exchanges of everything: nobody waits for ever, nothing is off', async () => {
    const person = await makePerson(server, { USD: '2000', EUR: '2000', GBP: '2000', JPY: '200000' });
    const { browser } = person;
    const codes = ['USD', 'EUR', 'GBP', 'JPY'];
    const seen = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const src = codes[at % 4] as string;
        if (at % 3 > 0) {
          const ask = {
            src,
            dst: at % 2 === 0 ? 'BTC' : 'ETH',
            side: 'give' as const,
            amount: src === 'JPY' ? '2000' : '20',
          };
          return (await submit(browser, await checked(browser, ask))).http;
        }
        const { http, body } = await checkAll(browser, at % 2 === 0 ? 'BTC' : 'ETH', codes.toReversed());
        return http === 200 ? (await submitAll(browser, body.payload)).http : http;
      }),
    );
    expect(seen.filter((http) => ![200, 409, 422].includes(http))).toEqual([]);
    await expect
      .poll(async () => (await browser.get('/api/operation/progress')).body.payload.items.length, { timeout: 10_000 })
      .toBe(0);
    await bankCheck(server.db);
  });
});

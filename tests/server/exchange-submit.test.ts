import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import {
  becomes,
  check,
  checked,
  hurry,
  makePerson,
  movementsOf,
  provider,
  runOut,
  statusOf,
  submit,
  usdToBtc,
  type Person,
} from './money.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  await provider(server.db, 'hang');
  person = await makePerson(server);
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const usd = () => balanceOf(server.db, person.id, 'USD');
const untouched = { available: '1000', held: '0' };
const oneEffect = { available: '900', held: '100' };

describe('submitting an exchange', () => {
  test('F3 submit holds the money, the answer carries the new balances, and it settles', async () => {
    // Wallets are read behind the hold: nothing may settle in between.
    await provider(server.db, 'settle', { whom: person.number, delay: 600_000 });
    const operation = await checked(person.browser);
    const { http, body } = await submit(person.browser, operation);
    expect([http, body.payload.id, body.payload.status]).toEqual([200, operation.id, 'processing']);
    expect(body.payload.terms).toEqual(operation.terms);
    expect(body.payload.submit_path).toBeUndefined();
    expect(Date.parse(body.payload.expected_by)).toBeGreaterThan(Date.parse(body.now));
    expect(body.wallets).toContainEqual(
      expect.objectContaining({ currency: 'USD', balance: '900.00', held: '100.00' }),
    );
    expect(body.total_balance).toEqual({ amount: '1000.00', logo: '/currencies/usd.svg', currency: 'USD' });

    const before = person.browser.rev;
    await provider(server.db, 'settle', { whom: person.number });
    await hurry(server.db, operation);
    const done = await becomes(person.browser, operation, 'completed');
    expect(done.timeline.map(({ status }) => status)).toEqual(['open', 'processing', 'completed']);
    expect([done.reason, done.expected_by]).toEqual([undefined, undefined]);
    expect(person.browser.rev).toBeGreaterThan(before);
    const { body: after } = await person.browser.get('/api/auth/check', { 'x-rev': '0' });
    expect(after.wallets).toEqual([
      expect.objectContaining({
        currency: 'USD',
        balance: '900.00',
        held: '0.00',
        last_exchange: false,
        value: '900.00',
      }),
      expect.objectContaining({
        currency: 'BTC',
        balance: operation.terms.get.amount,
        held: '0.00000000',
        last_exchange: true,
      }),
    ]);
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
    await bankCheck(server.db);
  });

  test('F3 the postings of a settled exchange: fee to the house, the remainder of the rounding too', async () => {
    await provider(server.db, 'settle', { whom: person.number });
    const operation = await checked(person.browser, { ...usdToBtc, amount: '123.45' });
    await submit(person.browser, operation);
    await becomes(person.browser, operation, 'completed');
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', p.note, coalesce(p.house, p.part), p.currency, case when p.note in ('price', 'remainder') then '' else trim_scale(p.amount)::text end) as line
      from postings p join movements m on m.id = p.movement_id where m.operation_id = ${operation.id} order by p.id`.execute(
      server.db,
    );
    const get = operation.terms.get.amount.replace(/0+$/, '');
    expect(rows.map(({ line }) => line.trim())).toEqual([
      'hold available USD -123.45',
      'hold held USD 123.45',
      'give held USD -123.45',
      'fee fees USD 0.99',
      'net exchange USD 122.46',
      'price exchange BTC',
      'remainder exchange BTC',
      `get available BTC ${get}`,
    ]);
    const { rows: remainder } = await sql<{ amount: string; right: boolean }>`
      select p.amount, p.amount = 122.46 * o.rate - o.get and p.amount > 0 and p.amount < 0.00000001 as right
      from postings p join movements m on m.id = p.movement_id join operations o on o.id = m.operation_id
      where o.id = ${operation.id} and p.note = 'remainder'`.execute(server.db);
    expect(remainder[0]?.right).toBe(true);
  });

  test('F3 ten submits at once are one effect, and all answer the same', async () => {
    const operation = await checked(person.browser);
    const replies = await Promise.all(Array.from({ length: 10 }, () => submit(person.browser, operation)));
    expect(replies.map(({ http }) => http)).toEqual(Array.from({ length: 10 }, () => 200));
    for (const { body } of replies) expect(body.payload).toEqual(replies[0]?.body.payload);
    expect(await usd()).toEqual(oneEffect);
    expect(await movementsOf(server.db, operation)).toEqual(['hold']);
  });

  test('F3 submits from two sessions of one person are one effect', async () => {
    const operation = await checked(person.browser);
    const other = await person.elsewhere();
    const [one, two] = await Promise.all([submit(person.browser, operation), submit(other, operation)]);
    expect([one.http, two.http]).toEqual([200, 200]);
    expect(one.body.payload).toEqual(two.body.payload);
    expect(await usd()).toEqual(oneEffect);
  });

  test('F3 sent again after it has ended, it answers the result and moves nothing', async () => {
    await provider(server.db, 'settle', { whom: person.number });
    const operation = await checked(person.browser);
    await submit(person.browser, operation);
    const done = await becomes(person.browser, operation, 'completed');
    const again = await submit(person.browser, operation);
    expect([again.http, again.body.payload]).toEqual([200, done]);
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
  });

  test('F3 another person’s operation, an absent one and what is no id are not found', async () => {
    const operation = await checked(person.browser);
    const stranger = await makePerson(server);
    for (const id of [operation.id, '0'.repeat(20), 'x', 'ÿ', "' or 1=1 --"]) {
      const path = encodeURIComponent(id);
      const confirmed = await stranger.browser.form(`/api/exchange/confirm/${path}`, { id });
      expect([id, confirmed.http, confirmed.failure.code]).toEqual([id, 404, 'not_found']);
      const asked = await stranger.browser.get(`/api/exchange/status/${path}`);
      expect([id, asked.http, asked.failure.code]).toEqual([id, 404, 'not_found']);
    }
    expect(await statusOf(person.browser, operation)).toMatchObject({ status: 'open' });
    expect(await usd()).toEqual(untouched);
  });

  test('F3 the body must name the operation of the path', async () => {
    const [one, two] = [await checked(person.browser), await checked(person.browser)];
    const mixed = await person.browser.form(`/api/exchange/confirm/${one.id}`, { id: two.id });
    expect([mixed.http, mixed.failure.fields]).toEqual([422, { id: 'malformed' }]);
    const without = await person.browser.form(`/api/exchange/confirm/${one.id}`, {});
    expect([without.http, without.failure.fields]).toEqual([422, { id: 'required' }]);
    expect(await usd()).toEqual(untouched);
  });

  test('F3 money that was spent in between: refused, the operation stays open, nothing moved', async () => {
    const [one, two] = [
      await checked(person.browser, { ...usdToBtc, amount: '700' }),
      await checked(person.browser, { ...usdToBtc, amount: '301' }),
    ];
    expect((await submit(person.browser, one)).http).toBe(200);
    const refused = await submit(person.browser, two);
    expect([refused.http, refused.failure.code, refused.failure.params]).toEqual([
      409,
      'insufficient_funds',
      { available: '300.00', currency: 'USD' },
    ]);
    expect(await statusOf(person.browser, two)).toMatchObject({ status: 'open' });
    expect(await usd()).toEqual({ available: '300', held: '700' });
    expect(await movementsOf(server.db, two)).toEqual([]);
  });

  test('F3 five at once that only three fit: three are held, two are refused', async () => {
    const operations = await Promise.all(
      Array.from({ length: 5 }, () => checked(person.browser, { ...usdToBtc, amount: '300' })),
    );
    const replies = await Promise.all(operations.map((operation) => submit(person.browser, operation)));
    expect(replies.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409, 409]);
    expect(await usd()).toEqual({ available: '100', held: '900' });
  });
});

describe('a quote that ran out', () => {
  test('F3 is never submitted: refused, expired for good, nothing moved', async () => {
    const operation = await checked(person.browser);
    await runOut(server.db, operation);
    for (let time = 0; time < 2; time += 1) {
      const { http, failure } = await submit(person.browser, operation);
      expect([http, failure.code]).toEqual([409, 'quote_expired']);
    }
    expect(await statusOf(person.browser, operation)).toMatchObject({ status: 'expired', reason: 'quote_expired' });
    expect(await usd()).toEqual(untouched);
    expect(await movementsOf(server.db, operation)).toEqual([]);
  });

  test('F3 status says so truthfully, at the time when it ran out, without a submit', async () => {
    const operation = await checked(person.browser);
    await runOut(server.db, operation);
    const seen = await statusOf(person.browser, operation);
    expect(seen.timeline.at(-1)).toEqual({ status: 'expired', at: '2026-01-01T00:00:00Z', reason: 'quote_expired' });
    expect(seen.submit_path).toBeUndefined();
  });

  test('F3 submit and status at the same moment agree', async () => {
    const operation = await checked(person.browser);
    await runOut(server.db, operation);
    const [submitted, seen] = await Promise.all([
      submit(person.browser, operation),
      statusOf(person.browser, operation),
    ]);
    expect(submitted.http).toBe(409);
    expect(['open', 'expired']).toContain(seen.status);
    expect(await statusOf(person.browser, operation)).toMatchObject({ status: 'expired' });
    expect(await usd()).toEqual(untouched);
  });

  test('F3 a short life set for tests is a real one', async () => {
    const set = await fetch(`${server.url}/dev/quotes`, {
      method: 'POST',
      body: JSON.stringify({ lifetime_ms: 150, account: person.number }),
      headers: { 'content-type': 'application/json' },
    });
    expect(set.status).toBe(200);
    const operation = await checked(person.browser);
    await sql`select pg_sleep(0.2)`.execute(server.db);
    const { http, failure } = await submit(person.browser, operation);
    expect([http, failure.code]).toEqual([409, 'quote_expired']);
    expect(await usd()).toEqual(untouched);
  });
});

describe('terms that changed', () => {
  const change = (body: object) =>
    fetch(`${server.url}/dev/market`, {
      method: 'POST',
      body: JSON.stringify({ src: 'USD', dst: 'BTC', ...body }),
      headers: { 'content-type': 'application/json' },
    });

  test('F3 a new fee after the check: nothing is sent, a fresh check stands beside the old one', async () => {
    const operation = await checked(person.browser);
    expect((await change({ percent: '1.5' })).status).toBe(200);
    const refused = await submit(person.browser, operation);
    expect([refused.http, refused.failure.code]).toEqual([409, 'terms_changed']);
    const { fresh } = refused.failure;
    expect(fresh).toMatchObject({
      status: 'open',
      asked: operation.asked,
      terms: { give: operation.terms.give, fee: { amount: '1.50' } },
      submit_path: `/exchange/confirm/${fresh?.id}`,
    });
    expect(fresh?.id).not.toBe(operation.id);
    expect(await usd()).toEqual(untouched);
    expect(await statusOf(person.browser, operation)).toMatchObject({ status: 'expired', reason: 'terms_changed' });

    const again = await submit(person.browser, operation);
    expect([again.http, again.failure.code, again.failure.fresh?.id]).toEqual([409, 'terms_changed', fresh?.id]);
    const accepted = await submit(person.browser, fresh ?? { id: '' });
    expect([accepted.http, accepted.body.payload.status]).toEqual([200, 'processing']);
    expect(await usd()).toEqual(oneEffect);
    const late = await submit(person.browser, operation);
    expect([late.http, late.failure.code]).toEqual([409, 'quote_expired']);
    expect(await usd()).toEqual(oneEffect);
    await change({ percent: '0.8' });
  });

  test('F3 ten submits at once of changed terms open one fresh check', async () => {
    const operation = await checked(person.browser);
    await change({ percent: '0.9' });
    const replies = await Promise.all(Array.from({ length: 10 }, () => submit(person.browser, operation)));
    const fresh = new Set(replies.map(({ failure }) => failure.fresh?.id));
    expect([replies.every(({ http }) => http === 409), fresh.size]).toEqual([true, 1]);
    expect(await usd()).toEqual(untouched);
    await change({ percent: '0.8' });
  });

  test('F3 a pair that is no longer offered: refused in its own words, nothing sent', async () => {
    const operation = await checked(person.browser);
    await change({ enabled: false });
    const refused = await submit(person.browser, operation);
    expect([refused.http, refused.failure.code]).toEqual([409, 'pair_unavailable']);
    expect((await check(person.browser)).failure.code).toBe('pair_unavailable');
    await change({ enabled: true });
    expect(await statusOf(person.browser, operation)).toMatchObject({ status: 'expired', reason: 'terms_changed' });
    expect(await usd()).toEqual(untouched);
  });

  test('F3 a change and back again is a change: the person confirms what holds now', async () => {
    const operation = await checked(person.browser);
    await change({ percent: '5' });
    await change({ percent: '0.8' });
    const refused = await submit(person.browser, operation);
    expect([refused.http, refused.failure.code]).toEqual([409, 'terms_changed']);
    expect(refused.failure.fresh?.terms.fee).toEqual(operation.terms.fee);
  });

  test('F3 the new terms leave no room for the amount: that is said, and the old check is gone', async () => {
    const operation = await checked(person.browser);
    await server.db
      .updateTable('exchange_pairs')
      .set({ minimum: '500' })
      .where('src', '=', 'USD')
      .where('dst', '=', 'BTC')
      .execute();
    const refused = await submit(person.browser, operation);
    expect([refused.http, refused.failure.code, refused.failure.params?.['minimum']]).toEqual([
      422,
      'below_minimum',
      '500.00',
    ]);
    expect(await statusOf(person.browser, operation)).toMatchObject({ status: 'expired', reason: 'terms_changed' });
    await server.db
      .updateTable('exchange_pairs')
      .set({ minimum: '10' })
      .where('src', '=', 'USD')
      .where('dst', '=', 'BTC')
      .execute();
    expect(await usd()).toEqual(untouched);
  });
});

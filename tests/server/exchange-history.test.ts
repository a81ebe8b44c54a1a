import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationPage, type Operation } from '../../contract/operation.ts';
import { bankCheck } from './bank.ts';
import { signInByPassword, startServer, type TestServer } from './harness.ts';
import type { Browser } from './browser.ts';
import { checked, makePerson, runOut } from './money.ts';

let server: TestServer;
let demo: Browser;
beforeAll(async () => {
  server = await startServer();
  demo = server.browser();
  await signInByPassword(demo);
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const page = async (browser: Browser, query: Record<string, string> = {}) => {
  const { http, body } = await browser.get(`/api/exchange/history?${new URLSearchParams(query).toString()}`);
  expect([http, JSON.stringify(body).slice(0, 200)]).toEqual([200, expect.any(String)]);
  return operationPage.parse(body.payload);
};
const whole = async (browser: Browser, query: Record<string, string> = {}): Promise<Operation[]> => {
  const items: Operation[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { items: some, next } = await page(browser, { ...query, cursor });
    items.push(...some);
    cursor = next;
  }
  return items;
};

/** One that nobody confirmed, whose id ends in a number of four digits. */
const expiredAt = (time: string, { id }: { id: string }, number: number) =>
  sql`insert into operations (id, account_id, kind, status, give_currency, give, get_currency, get, fee, rate, asked_side, asked_amount, terms_version, created_at, expires_at)
    values (${`0000000000000000${number}`}, ${id}, 'exchange', 'expired', 'USD', 10, 'EUR', 9, 0, 0.9, 'give', 10, 1, ${time}, now())`.execute(
    server.db,
  );

describe('the history of exchanges', () => {
  test('F3 pages of twenty, newest first, each operation once, as the database counts them', async () => {
    const first = await page(demo);
    expect([first.items.length, first.next]).toEqual([20, expect.any(String)]);
    const all = await whole(demo);
    const { rows } = await sql<{ id: string }>`
      select o.id from operations o join accounts a on a.id = o.account_id
      where a.email = 'demo@example.com' and o.kind = 'exchange' order by o.created_at desc, o.id desc`.execute(
      server.db,
    );
    expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(all.length).toBeGreaterThanOrEqual(35);
  });

  test('F3 operations of the same moment are neither lost nor shown twice between pages', async () => {
    const person = await makePerson(server);
    for (let count = 0; count < 45; count += 1) await expiredAt('2026-05-05T05:05:05.123456Z', person, 1000 + count);
    const all = await whole(person.browser);
    expect(new Set(all.map(({ id }) => id)).size).toBe(45);
    expect(all).toHaveLength(45);
  });

  test('F3 filters by status, by either currency, by days of which both ends count', async () => {
    const all = await whole(demo);
    const filtered = async (query: Record<string, string>) => (await whole(demo, query)).map(({ id }) => id);
    const those = (keep: (operation: Operation) => boolean) => all.filter(keep).map(({ id }) => id);
    for (const status of ['completed', 'failed', 'cancelled', 'expired'] as const) {
      const expected = those((operation) => operation.status === status);
      expect(expected.length).toBeGreaterThan(0);
      expect(await filtered({ status })).toEqual(expected);
    }
    expect(await filtered({ currency: 'ETH' })).toEqual(
      those(({ terms }) => [terms.give.currency, terms.get.currency].includes('ETH')),
    );
    expect(await filtered({ currency: 'ETH', status: 'cancelled' })).toEqual(
      those(({ terms, status }) => status === 'cancelled' && [terms.give.currency, terms.get.currency].includes('ETH')),
    );
    const day = all[10]?.created_at.slice(0, 10) ?? '';
    const ofDay = those(({ created_at: at }) => at.slice(0, 10) === day);
    expect(ofDay.length).toBeGreaterThan(0);
    expect(await filtered({ from: day, to: day })).toEqual(ofDay);
    expect(await filtered({ from: day })).toEqual(those(({ created_at: at }) => at.slice(0, 10) >= day));
    expect(await filtered({ to: day })).toEqual(those(({ created_at: at }) => at.slice(0, 10) <= day));
    expect(await filtered({ from: '9999-12-31', to: '0001-01-01' })).toEqual([]);
    expect(await filtered({ to: '0000-01-01' })).toEqual([]);
    expect(await filtered({ to: '9999-12-31' })).toHaveLength(all.length);
  });

  test('F3 days are those of the clock that the browser tells, summer time and all', async () => {
    const person = await makePerson(server);
    const at = ['2026-03-28T20:59:59Z', '2026-03-28T21:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T20:59:59.9Z'];
    for (const [index, time] of [...at, '2026-03-29T21:00:00Z', '2026-03-29T22:00:00Z'].entries())
      await expiredAt(time, person, 3000 + index);
    const ofDay = async (zone: string) => {
      person.browser.cookies.set('time_zone', zone);
      const found = await whole(person.browser, { from: '2026-03-29', to: '2026-03-29' });
      return found.map(({ id }) => Number(id.slice(-1))).toReversed();
    };
    expect(await ofDay('Europe/Moscow')).toEqual([1, 2, 3]);
    // A day of 23 hours.
    expect(await ofDay('Europe/Berlin')).toEqual([2, 3, 4]);
    expect(await ofDay('UTC')).toEqual([3, 4, 5]);
    for (const none of ['Moon/Sea', '+03:00', "x'; drop table operations", 'A'.repeat(500), ''])
      expect(await ofDay(none)).toEqual([3, 4, 5]);
    person.browser.cookies.set('time_zone', 'Etc/GMT+12');
    expect(await whole(person.browser, { from: '9999-12-31', to: '9999-12-31' })).toEqual([]);
    expect(await whole(person.browser, { from: '0001-01-01', to: '9999-11-30' })).toHaveLength(6);

    person.browser.cookies.set('time_zone', 'Europe/Berlin');
    const { text } = await person.browser.get('/api/history/exchange.csv?from=2026-03-29&to=2026-03-29');
    const [heading = '', ...lines] = text.split('\r\n').map((line) => line.split(',')[1]);
    expect(heading).toBe('Started (Europe/Berlin)');
    expect(lines.filter(Boolean)).toEqual(['2026-03-29 23:00:00', '2026-03-29 22:59:59', '2026-03-29 00:00:00']);
  });

  test('F3 nobody sees another person’s, and a stranger’s cursor opens nothing of theirs', async () => {
    const person = await makePerson(server);
    expect(await whole(person.browser)).toEqual([]);
    const { next } = await page(demo);
    expect(await page(person.browser, { cursor: next ?? '' })).toEqual({ items: [], next: null });
    expect((await server.browser().get('/api/exchange/history')).http).toBe(401);
  });

  test('F3 wrong filters are refused, never a fault', async () => {
    for (const [field, value] of [
      ['cursor', 'x'],
      ['cursor', '💥'],
      ['cursor', Buffer.from('99999999999999999999.A').toString('base64url')],
      ['cursor', Buffer.from(`9999999999999999.${'0'.repeat(20)}x`).toString('base64url')],
      ['status', 'lost'],
      ['from', '2026-02-30'],
      ['to', 'today'],
      ['currency', "'"],
    ] as const) {
      const { http, failure } = await demo.get(
        `/api/exchange/history?${new URLSearchParams({ [field]: value }).toString()}`,
      );
      expect([value, http, Object.keys(failure.fields ?? {})]).toEqual([value, 422, [field]]);
    }
    const far = Buffer.from(`9999999999999999.${'0'.repeat(20)}`).toString('base64url');
    expect((await demo.get(`/api/exchange/history?cursor=${far}`)).http).toBe(200);
  });

  test('F3 an open check is no history until it has ended; overdue, it is shown as expired', async () => {
    const person = await makePerson(server);
    const operation = await checked(person.browser);
    expect(await whole(person.browser)).toEqual([]);
    expect((await whole(person.browser, { status: 'open' })).map(({ id }) => id)).toEqual([operation.id]);
    await runOut(server.db, operation);
    expect(await whole(person.browser)).toMatchObject([
      { id: operation.id, status: 'expired', reason: 'quote_expired' },
    ]);
  });

  test('F3 a check whose place another took is no history, unless its status is asked for', async () => {
    const person = await makePerson(server);
    const operation = await checked(person.browser);
    const { body } = await person.browser.form('/api/exchange/check', {
      ...{ src: 'USD', dst: 'ETH', side: 'give', amount: '101' },
      replaces: operation.id,
    });
    expect(body.status).toBe('ok');
    expect(await whole(person.browser)).toEqual([]);
    expect(await whole(person.browser, { status: 'expired' })).toMatchObject([
      { id: operation.id, reason: 'replaced' },
    ]);
  });

  test('F3 an index carries it, in its order', async () => {
    const plan = await server.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select * from operations where account_id = 1 and kind = 'exchange' and (created_at, id) < (now(), 'x')
        order by created_at desc, id desc limit 21`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('operations_by_account');
    expect(plan).not.toContain('Sort');
  });
});

describe('the demo accounts', () => {
  test('F3 demo has six wallets with money and a true history, new has one empty wallet', async () => {
    const { body } = await demo.get('/api/auth/check', { 'x-rev': '0' });
    expect(body.wallets.map(({ currency }: { currency: string }) => currency)).toEqual([
      'USD',
      'EUR',
      'RUB',
      'JPY',
      'BTC',
      'ETH',
    ]);
    for (const wallet of body.wallets)
      expect([wallet.balance, wallet.held]).toEqual([
        expect.stringMatching(/[1-9]/),
        expect.stringMatching(/^0(\.0+)?$/),
      ]);
    expect(body.wallets.filter((wallet: { last_exchange: boolean }) => wallet.last_exchange)).toHaveLength(1);
    const fresh = server.browser();
    await signInByPassword(fresh, 'new@example.com', 'demo-password-2');
    const { body: none } = await fresh.get('/api/auth/check', { 'x-rev': '0' });
    expect(none.wallets).toMatchObject([
      { currency: 'RUB', balance: '0.00', held: '0.00', last_exchange: false, value: '0.00' },
    ]);
    expect(none.total_balance.amount).toBe('0.00');
    await bankCheck(server.db);
  });

  test('F3 a second start adds nothing', async () => {
    const count = async () =>
      (
        await sql<{
          all: string;
        }>`select (select count(*) from postings) || ' ' || (select count(*) from operations) as all`.execute(server.db)
      ).rows[0];
    const before = await count();
    const again = await startServer({ DATABASE_URL: server.databaseUrl });
    await again.close();
    expect(await count()).toEqual(before);
  });
});

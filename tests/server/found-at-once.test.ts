import { sql, type SelectQueryBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../server/db/db.ts';
import { newestExchange } from '../../server/exchange/worth.ts';
import type { SignedInCtx } from '../../server/area.ts';
import { listsOf } from '../../server/settings/export.ts';
import { inboxPage } from '../../server/notify/inbox.ts';
import { findThread, listThreads } from '../../server/support/desk.ts';
import { writeToSupport } from './chats.ts';
import { receiptOf } from '../../server/payments/receipt.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  person = await makePerson(server);
});
afterAll(() => server.close());

/** Pages of the database that a question reads. */
const pagesOf = async (question: SelectQueryBuilder<never, never, object>): Promise<number> => {
  const [first] = await question.explain<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    'json',
    sql`analyze, buffers`,
  );
  const { Plan: plan } = first?.['QUERY PLAN'][0] ?? {};
  return Number(plan?.['Shared Hit Blocks']) + Number(plan?.['Shared Read Blocks']);
};

describe('what is read on nearly every page, with a long past behind it', () => {
  test('R9 the newest exchange that went through, behind checks that nobody confirmed', async () => {
    const operation = (id: string, status: string, at: string) => sql`
      insert into operations (id, account_id, kind, status, give_currency, give, get_currency, get, fee, rate, asked_side, asked_amount,
        terms_version, created_at, expires_at)
      select ${sql.raw(id)}, ${person.id}, 'exchange', ${status}, 'USD', 10, 'EUR', 9, 0, 0.9, 'give', 10, 1, ${sql.raw(at)}, now()
      from generate_series(1, ${status === 'expired' ? 20_000 : 1}::integer) n`;
    await operation(`'G' || lpad(n::text, 19, '0')`, 'completed', `now() - interval '1 year'`).execute(server.db);
    await operation(`'H' || lpad(n::text, 19, '0')`, 'expired', `now() - n * interval '1 second'`).execute(server.db);
    await sql`vacuum analyze operations`.execute(server.db);
    const newest = newestExchange(server.db, person.id);
    expect(await newest.execute()).toEqual([{ get_currency: 'EUR' }]);
    expect(await pagesOf(newest as never)).toBeLessThan(10);
  });

  test('R9 the payment that a deposit came by, among all that ever came', async () => {
    const id = `G${'1'.padStart(19, '0')}`;
    await sql`insert into payment_receipts (provider, id, operation_id, status, currency, amount, paid_at, became)
      select 'sandbox', 'many' || n, ${id}, 'received', 'EUR', 1, now(), case when n = 17 then ${id} else 'H' || lpad(n::text, 19, '0') end
      from generate_series(1, 20000) n`.execute(server.db);
    await sql`vacuum analyze payment_receipts`.execute(server.db);
    const receipt = receiptOf(server.db, id);
    expect(await receipt.execute()).toEqual([{ provider: 'sandbox', id: 'many17', operation_id: id }]);
    expect(await pagesOf(receipt as never)).toBeLessThan(10);
  });
});

/** Rows that a piece of work reads of some tables, as the database counts them for its connection. */
const rowsReadBy = async (tables: string[], work: (trx: Db) => Promise<void>): Promise<Record<string, number>> =>
  await server.db.transaction().execute(async (trx) => {
    const count = async () => {
      const { rows } = await sql<{ name: string; read: number }>`
        select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
        from pg_stat_xact_user_tables where relname = any(${tables})`.execute(trx);
      return new Map(rows.map(({ name, read }) => [name, read]));
    };
    const before = await count();
    await work(trx);
    const after = await count();
    return Object.fromEntries(tables.map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]));
  });

describe('what is told of one account, with much that is kept of all others', () => {
  test('R9 its file, among letters, sign-ins and purchases of others', async () => {
    const others = sql`generate_series(1, 20000) n`;
    await server.db.transaction().execute(async (trx) => {
      // Whose they are need not be anybody.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`insert into mail_outbox (kind, recipient, locale, subject, body, sent_at)
        select 'operation', 'other' || n || '@example.com', 'en', '', '', now() from ${others}`.execute(trx);
      await sql`insert into remember_families (account_id, handle, device, place)
        select 1000000 + n, 'H' || lpad(n::text, 19, '0'), 'x', 'y' from ${others}`.execute(trx);
      await sql`insert into card_operations (id, card_id, account_id, merchant, currency, amount, status, reason)
        select 'c' || n, 'k' || n, 1000000 + n, 'shop', 'EUR', 1, 'declined', 'frozen' from ${others}`.execute(trx);
    });
    const tables = ['mail_outbox', 'remember_families', 'card_operations'];
    for (const table of tables) await sql.raw(`vacuum analyze ${table}`).execute(server.db);
    const { email } = await server.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    const read = await rowsReadBy(tables, async (db) => {
      const ctx = { db, account: { id: person.id, email, locale: 'en' } } as unknown as SignedInCtx;
      for (const list of Object.values(listsOf(ctx))) for await (const _ of list);
    });
    for (const [name, rows] of Object.entries(read)) expect([name, rows < 100]).toEqual([name, true]);
  });

  test('R9 a page of the inbox, among hundreds of thousands that were closed', async () => {
    await sql`insert into notifications (id, account_id, kind, params, closed_at, created_at)
      select 'payment:' || n, ${person.id}, 'payment', '{"operation":"x","amount":"1.00","currency":"USD","from":"a"}', now(),
        now() - n * interval '1 second' from generate_series(1, 20000) n`.execute(server.db);
    await sql`vacuum analyze notifications`.execute(server.db);
    const read = await rowsReadBy(['notifications'], async (db) => {
      const { items, next } = await inboxPage(db, { id: person.id, locale: 'en' });
      expect(items).toHaveLength(20);
      expect((await inboxPage(db, { id: person.id, locale: 'en' }, next ?? '')).items).toHaveLength(20);
    });
    expect(read['notifications']).toBeLessThan(100);
  });
});

describe('what the desk of support asks, with many threads that were answered', () => {
  const tables = ['accounts', 'chats', 'chat_messages'];
  beforeAll(async () => {
    const named = sql`'T' || lpad(a.id::text, 19, '0')`;
    await sql`insert into accounts (number, email)
      select 30000000 + n, 'thread' || n || '@example.com' from generate_series(1, 20000) n`.execute(server.db);
    await sql`insert into chats (id, kind, account_id, last_seq, support_read)
      select ${named}, 'support', a.id, 2, 2 from accounts a where a.email like 'thread%'`.execute(server.db);
    await sql`insert into chat_messages (chat_id, seq, author_id, text, created_at)
      select c.id, seq, case seq when 1 then c.account_id end, 'hello', timestamptz '2026-01-01' + right(a.number, 6)::int * interval '1 minute'
      from chats c join accounts a on a.id = c.account_id, generate_series(1, 2) seq where c.kind = 'support'`.execute(
      server.db,
    );
    await writeToSupport(person.browser, 'Who looks after me?');
    for (const table of tables) await sql.raw(`vacuum analyze ${table}`).execute(server.db);
  });

  test('R9 who waits, and who was answered last', async () => {
    const read = await rowsReadBy(tables, async (db) => {
      const threads = await listThreads(db);
      expect(threads.map(({ number }) => number).slice(0, 3)).toEqual([person.number, '30020000', '30019999']);
      expect(threads.map(({ since, waiting }) => [since !== null, waiting]).slice(0, 2)).toEqual([
        [true, 1],
        [false, 1],
      ]);
      expect(threads).toHaveLength(200);
    });
    for (const [name, rows] of Object.entries(read)) expect([name, rows < 1000]).toEqual([name, true]);
  });

  test('R9 one by its number or the number of its account', async () => {
    const read = await rowsReadBy(tables, async (db) => {
      const found = await findThread(db, '30000005');
      expect(await findThread(db, found?.id ?? '')).toMatchObject({ number: '30000005', since: null, unread: 0 });
    });
    for (const [name, rows] of Object.entries(read)) expect([name, rows < 100]).toEqual([name, true]);
  });
});

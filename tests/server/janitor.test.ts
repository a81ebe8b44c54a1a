import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAll, restoreSession } from '../../server/auth/sessions.ts';
import { atOnce, sweep, sweepings } from '../../server/janitor.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const swept = (): Promise<void> =>
  sweep(server.db, (error) => {
    throw error;
  });
const oldPuzzles = (many: number) =>
  sql`insert into puzzles (name, browser_hash, sealed_place, expires_at)
    select 'old ' || n, ''::bytea, ''::bytea, now() - interval '1 hour' from generate_series(1, ${many}::integer) n`.execute(
    server.db,
  );
const signedIn = async (email = 'new@example.com', password = 'demo-password-2'): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser, email, password, true);
  return browser;
};
const count = async (table: 'remember_families' | 'remember_tokens'): Promise<string> => {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(server.db);
  return rows[0]?.n ?? '';
};
/** As if all that is kept of sign-ins had happened so much earlier. */
const later = async (days: number): Promise<void> => {
  const span = sql`${days}::integer * interval '1 day'`;
  await sql`update sessions set expires_at = expires_at - ${span}`.execute(server.db);
  await sql`update remember_tokens set expires_at = expires_at - ${span}`.execute(server.db);
  await sql`update remember_families set ended_at = ended_at - ${span}, created_at = created_at - ${span}`.execute(
    server.db,
  );
};
const userOf = async (browser: Browser) => (await browser.get('/api/auth/check')).body.user;
const restored = (browser: Browser) =>
  server.db
    .transaction()
    .execute((trx) => restoreSession(trx, browser.cookies.get('remember') ?? '', 'en', { device: '—', place: '' }));

test('S2 F15 a remembered sign-in goes a day after it was ended, with its tokens; one that is alive stays', async () => {
  const [ended, alive] = [await signedIn(), await signedIn('demo@example.com', 'demo-password-1')];
  const token = ended.cookies.get('remember');
  await ended.post('/api/auth/logout');
  await swept();
  expect([await count('remember_families'), await count('remember_tokens')]).toEqual(['2', '2']);
  await later(2);
  await swept();
  expect([await count('remember_families'), await count('remember_tokens')]).toEqual(['1', '1']);
  ended.cookies.set('remember', token ?? '');
  expect(await userOf(ended)).toEqual({ is_authenticated: false });
  alive.dropSession();
  expect(await userOf(alive)).toMatchObject({ email: 'demo@example.com' });
});

test('S2 F15 one that nobody ended goes a day after its last token has lapsed, and not while a session of it runs', async () => {
  const browser = await signedIn();
  const { rows } = await sql<{ id: string }>`
    select f.id from remember_families f join accounts a on a.id = f.account_id where a.email = 'new@example.com'`.execute(
    server.db,
  );
  const family = rows[0]?.id ?? '';
  const isThere = async () =>
    (await sql`select 1 from remember_families where id = ${family}`.execute(server.db)).rows.length === 1;
  await sql`update remember_tokens set expires_at = now() - interval '12 hours' where family_id = ${family}`.execute(
    server.db,
  );
  await swept();
  expect([await isThere(), await restored(browser)]).toEqual([true, undefined]);
  await sql`update remember_tokens set expires_at = now() - interval '25 hours' where family_id = ${family}`.execute(
    server.db,
  );
  await swept();
  expect([await isThere(), (await userOf(browser)).is_authenticated]).toEqual([true, true]);
  await sql`update sessions set expires_at = now() - interval '25 hours' where family_id = ${family}`.execute(
    server.db,
  );
  await swept();
  expect(await isThere()).toBe(false);
});

test('S2 what is swept while people come and go leaves nobody out', async () => {
  const { id } = await server.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'new@example.com')
    .executeTakeFirstOrThrow();
  const browsers = await Promise.all([1, 2, 3, 4].map(() => signedIn()));
  for (const browser of browsers) browser.dropSession();
  const users = await Promise.all([
    ...browsers.map(userOf),
    ...[1, 2, 3, 4].map(() => swept().then(() => ({ is_authenticated: true }))),
  ]);
  expect(users.map(({ is_authenticated: isIn }) => isIn)).toEqual(users.map(() => true));
  await server.db.transaction().execute((trx) => closeAll(trx, id));
  await swept();
});

test('F15 what has waited for long goes some at a time, and all of it', async () => {
  await oldPuzzles(2 * atOnce + 1);
  await sql`insert into remember_families (account_id, handle, ended_at)
    select (select min(id) from accounts), rpad(n::text, 20, 'H'), now() - interval '2 days' from generate_series(1, ${2 * atOnce + 1}::integer) n`.execute(
    server.db,
  );
  for (const table of ['puzzles', 'remember_families']) {
    await sql
      .raw(`create function few_${table}() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > ${atOnce} then raise exception 'too many at once'; end if;
        return null;
      end $$`)
      .execute(server.db);
    await sql
      .raw(`create trigger few after delete on ${table} referencing old table as gone
      for each statement execute function few_${table}()`)
      .execute(server.db);
  }
  await swept();
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from puzzles where expires_at < now())::int
      + (select count(*) from remember_families where ended_at < now() - interval '1 day')::int as n`.execute(
    server.db,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('F15 what fails for one table is told with its name, and stops no other', async () => {
  await oldPuzzles(1);
  await sql`insert into attempts (key, expires_at) values ('x', now() - interval '1 hour')`.execute(server.db);
  await sql`create function stays() returns trigger language plpgsql as $$
    begin raise exception 'it stays'; end $$`.execute(server.db);
  await sql`create trigger stays before delete on puzzles for each row execute function stays()`.execute(server.db);
  const failed: [string, string][] = [];
  await sweep(server.db, (error, table) => failed.push([table, (error as Error).message]));
  expect(failed).toEqual([['puzzles', 'it stays']]);
  expect((await sql`select 1 from attempts where expires_at < now()`.execute(server.db)).rows).toEqual([]);
  await sql`drop trigger stays on puzzles`.execute(server.db);
  await swept();
  expect((await sql`select 1 from puzzles where expires_at < now()`.execute(server.db)).rows).toEqual([]);
});

/** Of a plan: which tables it reads from their beginning to their end. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}
const readWhole = (node: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...(node.Plans ?? []).flatMap(readWhole),
];

test('F15 what is alive is not read for what is over, however much of it there is', async () => {
  const { db } = server;
  const many = 40_000;
  // Of ten thousand one was ended by somebody, and one by its time.
  await sql`
    with made as (
      insert into remember_families (account_id, handle, ended_at)
      select (select min(id) from accounts), rpad(n::text, 20, 'F'), case when n % 10000 = 0 then now() - interval '2 days' end
      from generate_series(1, ${many}::integer) n returning id, handle)
    insert into remember_tokens (family_id, token_hash, expires_at, replaced_at)
    select id, sha256((handle || old)::bytea), now() + interval '1 day' * case when id % 10000 = 1 then -2 when old then 10 else 20 end,
      case when old then now() end
    from made, unnest(array[false, true]) old`.execute(db);
  await sql`
    insert into mail_outbox (kind, recipient, locale, subject, body, created_at, sent_at)
    select 'code', 'a@example.com', 'en', '', '', now() - n * interval '65 seconds', now()
    from generate_series(1, ${many}::integer) n`.execute(db);
  await sql`
    insert into sessions (token_hash, account_id, family_id, handle, expires_at)
    select sha256(handle::bytea), account_id, id, handle, now() + interval '1 hour' from remember_families
    where ended_at is null and id % 2 = 0`.execute(db);
  const tables = ['remember_families', 'remember_tokens', 'sessions', 'mail_outbox'];
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  for (const { table, statement } of sweepings) {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (format json) ${statement}`.execute(db);
    expect([table, readWhole(rows[0]!['QUERY PLAN'][0].Plan).filter((read) => tables.includes(read))]).toEqual([
      table,
      [],
    ]);
  }
  await swept();
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from remember_families where ended_at < now() - interval '1 day')::int
      + (select count(*) from remember_tokens where expires_at < now() - interval '1 day')::int
      + (select count(*) from remember_families f where not exists (select from remember_tokens t where t.family_id = f.id))::int
      + (select count(*) from mail_outbox where created_at < now() - interval '30 days')::int as n`.execute(db);
  expect(rows).toEqual([{ n: 0 }]);
});

import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool } from '../../server/db/db.ts';
import { migrations } from '../../server/db/migrations/index.ts';
import { stopInvites } from '../../server/referral/invites.ts';
import { createDatabase, type TestDatabase } from './harness.ts';

let database: TestDatabase;
let pool: Pool;
const to = async (name: string): Promise<void> => {
  const migrator = new Migrator({ db: pool.db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateTo(name);
  if (error !== undefined) throw error;
};
beforeAll(async () => {
  database = await createDatabase({ empty: true });
  pool = openPool(database.url, 2, () => undefined);
  await to('038_messages');
  await sql`insert into accounts (number, email, locale) values ('40000000', 'old@example.com', 'en')`.execute(pool.db);
});
afterAll(async () => {
  await pool.db.destroy();
  await database.drop();
});

test('F12 letters that went out before the migration count, mails for nobody do not, and every link stops more', async () => {
  const { db } = pool;
  // Their times: when the row was written, after the mail was begun; a mail for nobody is sent as it is written.
  await sql`
    insert into referral_invites (id, account_id, email, stop_hash, sent_at)
    select rpad(name, 20, '0'), id, name || '@example.com', sha256(name::bytea), now() - days * interval '1 day'
    from accounts, (values ('kept', 40), ('sent', 3), ('waiting', 2), ('nobody', 1)) letters (name, days)`.execute(db);
  await sql`
    insert into mail_outbox (kind, recipient, locale, subject, body, created_at, sent_at)
    select 'invitation', i.email, 'en', '', '', i.sent_at - interval '1 second',
      case i.email when 'sent@example.com' then i.sent_at when 'nobody@example.com' then i.sent_at - interval '1 second' end
    from referral_invites i where i.email <> 'kept@example.com'`.execute(db);
  await to('040_reached_invites');
  const { rows } = await sql<{ email: string; reached: boolean }>`
    select email, coalesce(reached_at = sent_at and first_reached_at = sent_at, false) as reached
    from referral_invites order by sent_at`.execute(db);
  expect(rows.map(({ email, reached }) => [email.split('@')[0], reached])).toEqual([
    ['kept', true],
    ['sent', true],
    ['waiting', true],
    ['nobody', false],
  ]);
  await stopInvites(db, 'sent');
  expect(await db.selectFrom('referral_refusals').select('mail').execute()).toEqual([{ mail: 'sent@example.com' }]);
});

test('F10 an order that was charged before its card was made can end, and one without limits is asked for anew', async () => {
  const { db } = pool;
  await sql`
    insert into operations (id, account_id, kind, status, give_currency, give, get_currency, get, fee, rate,
      asked_side, asked_amount, terms_version, expires_at)
    select rpad(name, 20, '0'), id, 'card_order', status, 'EUR', 1, 'EUR', 1, 0, 1, 'give', 1, 1, now() + interval '1 hour'
    from accounts, (values ('NEW', 'open'), ('CHARGED', 'processing'), ('MADE', 'processing')) orders (name, status)`.execute(
    db,
  );
  await sql`
    insert into cards (id, account_id, kind, brand, currency, status, last_four, expires,
      limit_once, limit_day, highest_once, highest_day)
    select o.id, o.account_id, 'virtual', 'visa', 'EUR', case when made then 'active' else 'ordered' end,
      case when made then '1234' end, case when made then '2030-01' end, 1, 1, 1, 1
    from (select *, id like 'MADE%' as made from operations where status = 'processing') o`.execute(db);
  await sql`
    insert into card_operations (id, card_id, account_id, merchant, currency, amount, status, reason)
    select 'auth ' || id, id, account_id, 'Shop', 'EUR', 1, 'declined', 'not_arrived' from cards`.execute(db);
  await to('041_card_orders');
  expect(await db.selectFrom('card_operations').select('card_id').execute()).toEqual([
    { card_id: 'MADE'.padEnd(20, '0') },
  ]);
  const { rows } = await sql<{ id: string }>`select id from operations where expires_at <= now()`.execute(db);
  expect(rows).toEqual([{ id: 'NEW'.padEnd(20, '0') }]);
});

test('H3 chats from before the migration have their place and their count', async () => {
  const { db } = pool;
  await to('053_posted_together');
  await sql`insert into accounts (number, email) values ('40000001', 'other@example.com')`.execute(db);
  await sql`insert into chats (id, kind, account_id, other_id, last_seq, created_at)
    select rpad('TALK', 20, '0'), 'private', min(id), max(id), 3, '2026-01-01T00:00:00Z' from accounts`.execute(db);
  await sql`insert into chats (id, kind, account_id, created_at)
    select rpad('EMPTY', 20, '0'), 'support', min(id), '2026-01-02T00:00:00Z' from accounts`.execute(db);
  await sql`insert into chat_messages (chat_id, seq, author_id, text, created_at)
    select c.id, n, case n when 2 then c.account_id else c.other_id end, 'text', timestamptz '2026-01-03T00:00:00Z' + n * interval '1 hour'
    from chats c, generate_series(1, 3) n where c.kind = 'private'`.execute(db);
  await sql`insert into chat_members (chat_id, account_id, last_read_message)
    select id, account_id, 0 from chats union all select id, other_id, 1 from chats where kind = 'private'`.execute(db);
  await to('054_place_of_chats');
  const { rows } = await sql`
    select rtrim(r.chat_id, '0') as chat, r.account_id = c.account_id as own, r.unread, extract(day from r.moved_at at time zone 'UTC')::int as day
    from chat_members r join chats c on c.id = r.chat_id order by 1, 2 desc`.execute(db);
  expect(rows).toEqual([
    { chat: 'EMPTY', own: true, unread: 0, day: 2 },
    { chat: 'TALK', own: true, unread: 2, day: 3 },
    { chat: 'TALK', own: false, unread: 1, day: 3 },
  ]);
});

test('F12 accounts from before the migration have their letter box', async () => {
  await sql`insert into accounts (number, email) values ('40000002', 'a.b+c@googlemail.com')`.execute(pool.db);
  await to('060_less_a_row');
  const { rows } =
    await sql`select email, letter_box from accounts where number in ('40000000', '40000002') order by id`.execute(
      pool.db,
    );
  expect(rows).toEqual([
    { email: 'old@example.com', letter_box: 'old@example.com' },
    { email: 'a.b+c@googlemail.com', letter_box: 'ab@gmail.com' },
  ]);
});

test('F7 a deposit that was ended before anybody kept what is owed is owed', async () => {
  const { db } = pool;
  await to('062_families_end');
  await sql`
    insert into operations (id, account_id, kind, status, reason, give_currency, give, get_currency, get, fee, rate,
      asked_side, asked_amount, terms_version, expires_at)
    select rpad(name, 20, '0'), id, 'deposit', status, reason, 'EUR', 2, 'EUR', 1, 1, 1, 'give', 2, 1, now()
    from accounts, (values ('BACK', 'failed', 'sent_back'), ('REFSED', 'failed', 'payment_declined'),
      ('WAETS', 'processing', 'needs_verification')) deposits (name, status, reason)
    where number = '40000000'`.execute(db);
  await to('063_returned_deposits');
  const { rows } = await sql`select operation_id as id, sent_at from returned_deposits`.execute(db);
  expect(rows).toEqual([{ id: 'BACK'.padEnd(20, '0'), sent_at: null }]);
});

test('F7 a deposit whose money left before anybody was told says that it left', async () => {
  const { db } = pool;
  await to('064_returns_taken');
  await sql`
    insert into operations (id, account_id, kind, status, reason, give_currency, give, get_currency, get, fee, rate,
      asked_side, asked_amount, terms_version, expires_at)
    select rpad('GNE', 20, '0'), id, 'deposit', 'failed', 'sent_back', 'EUR', 2, 'EUR', 1, 1, 1, 'give', 2, 1, now()
    from accounts where number = '40000000'`.execute(db);
  await sql`insert into returned_deposits (operation_id, reference, sent_at) values (rpad('GNE', 20, '0'), 'SEPA 1', now())`.execute(
    db,
  );
  await to('065_returns_told');
  const { rows } =
    await sql`select id, reason from operations where reason in ('sent_back', 'returned') order by id`.execute(db);
  expect(rows).toEqual([
    { id: 'BACK'.padEnd(20, '0'), reason: 'sent_back' },
    { id: 'GNE'.padEnd(20, '0'), reason: 'returned' },
  ]);
});

test('F12 a migration that is added comes after every one that a database may have had already', () => {
  const names = Object.keys(migrations);
  expect(names).toEqual(names.toSorted());
});

test('F13 threads from before the migration wait since then, or were answered then', async () => {
  const { db } = pool;
  await to('078_rows_of_an_account');
  await sql`insert into accounts (number, email) select 40000100 + n, 'thread' || n || '@example.com' from generate_series(1, 4) n`.execute(
    db,
  );
  // Answered and read; answered over what nobody has read; not answered, though read; only begun.
  await sql`insert into chats (id, kind, account_id, last_seq, support_read)
    select rpad('THREAD' || right(number, 1), 20, '0'), 'support', id, 3, case right(number, 1) when '2' then 1 else 3 end
    from accounts where email like 'thread%'`.execute(db);
  await sql`insert into chat_messages (chat_id, seq, author_id, text, created_at)
    select c.id, n, case when n = 3 and c.id not like 'THREAD3%' then null else c.account_id end, 'text',
      timestamptz '2026-01-03T00:00:00Z' + n * interval '1 hour'
    from chats c, generate_series(1, 3) n where c.id like 'THREAD%' and c.id not like 'THREAD4%'`.execute(db);
  await to('080_threads_found');
  const { rows } = await sql`
    select left(id, 7) as id, extract(hour from waits_since at time zone 'UTC')::int as waits,
      extract(hour from answered_at at time zone 'UTC')::int as answered
    from chats where id like 'THREAD%' order by 1`.execute(db);
  expect(rows).toEqual([
    { id: 'THREAD1', waits: null, answered: 3 },
    { id: 'THREAD2', waits: 2, answered: null },
    { id: 'THREAD3', waits: 1, answered: null },
    { id: 'THREAD4', waits: null, answered: null },
  ]);
});

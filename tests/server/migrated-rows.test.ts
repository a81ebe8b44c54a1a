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

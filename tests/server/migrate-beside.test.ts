import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool } from '../../server/db/db.ts';
import { migrate } from '../../server/db/migrate.ts';
import { migrations } from '../../server/db/migrations/index.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { until } from './money.ts';

/*
 * A server of the version before serves while a newer one migrates.
 */

let database: TestDatabase;
let serving: Pool;
/** Of one connection, which keeps its setting: nothing may take longer than 200 ms that does not say so itself. */
let newer: Pool;
beforeAll(async () => {
  database = await createDatabase({ empty: true });
  serving = openPool(database.url, 3, () => undefined);
  newer = openPool(database.url, 1, () => undefined);
  const migrator = new Migrator({ db: serving.db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateTo('060_less_a_row');
  if (error !== undefined) throw error;
  await sql`set statement_timeout = 200`.execute(newer.db);
});
afterAll(async () => {
  await newer.db.destroy();
  await serving.db.destroy();
  await database.drop();
});

test('F12 accounts are read and written while tokens are indexed, and that takes as long as it takes', async () => {
  const { db } = serving;
  const migrating = await db.transaction().execute(async (trx) => {
    await sql`lock table remember_tokens in row exclusive mode`.execute(trx);
    const done = migrate(newer);
    await until(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'create index tokens_of_family%'
          and clock_timestamp() - query_start > interval '300 ms'`.execute(db);
      return rows.length > 0;
    }, 'the index never waited for so long');
    await db.transaction().execute(async (beside) => {
      await sql`set local lock_timeout = 1000`.execute(beside);
      await sql`insert into accounts (number, email) values ('40000000', 'beside@example.com')`.execute(beside);
    });
    return { done };
  });
  await migrating.done;
  const { rows } = await sql<{ shown_locale: string | null }>`select shown_locale from accounts`.execute(db);
  expect(rows).toEqual([{ shown_locale: null }]);
});

test('F12 a column that accounts get is no new file of theirs', async () => {
  const at = await createDatabase({ empty: true });
  const { db } = openPool(at.url, 1, () => undefined);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const fileOf = async () => {
    const { rows } = await sql<{ file: string }>`select pg_relation_filenode('accounts')::text as file`.execute(db);
    return rows[0]?.file;
  };
  await migrator.migrateTo('060_less_a_row');
  const before = await fileOf();
  await migrator.migrateTo('061_shown_language');
  expect(await fileOf()).toBe(before);
  await db.destroy();
  await at.drop();
});

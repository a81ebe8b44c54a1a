import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../server/config.ts';
import { alone } from '../../server/db/alone.ts';
import { openPool, type Db, type Pool } from '../../server/db/db.ts';
import { buildMissing, type LargeIndex, type Step } from '../../server/db/large-indexes.ts';
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

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  serving = openPool(database.url, 3, () => undefined);
  newer = openPool(database.url, 1, () => undefined);
  const { error } = await migratorOf(serving.db).migrateTo('060_less_a_row');
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
  const migrator = migratorOf(db);
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

/** A database of the version before, whose accounts a backup reads; `work` gets another connection of that version. */
const whileRead = async (work: (beside: { newer: Pool; serving: Db; endOfBackup: () => void }) => Promise<void>) => {
  const at = await createDatabase({ empty: true });
  const pools = [openPool(at.url, 2, () => undefined), openPool(at.url, 2, () => undefined)] as const;
  onTestFinished(async () => {
    for (const { db } of pools) await db.destroy();
    await at.drop();
  });
  const [{ db: before }, after] = pools;
  await migratorOf(before).migrateTo('060_less_a_row');
  const over = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const backup = before.transaction().execute(async (trx) => {
    await sql`lock table accounts in access share mode`.execute(trx);
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  try {
    await work({ newer: after, serving: before, endOfBackup: over.resolve });
  } finally {
    over.resolve();
    await backup;
  }
};

test('F12 a migration that waits for a table holds up nobody for long, and goes through when the table is free', async () => {
  await whileRead(async ({ newer: to, serving: db, endOfBackup }) => {
    const tries: [string, number][] = [];
    const done = migrate(to, {
      waits: { lock: 100, pause: 10, tries: Infinity },
      heldUp: (...one) => void tries.push(one),
    });
    await until(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like 'alter table accounts add column shown_locale%'`.execute(db);
      return rows.length > 0;
    }, 'the migration never waited');
    await db.transaction().execute(async (beside) => {
      await sql`set local lock_timeout = 3000`.execute(beside);
      await sql`select count(*) from accounts`.execute(beside);
    });
    await until(async () => Promise.resolve(tries.length > 1), 'it was never tried again');
    expect(tries.slice(0, 2)).toEqual([
      ['061_shown_language', 1],
      ['061_shown_language', 2],
    ]);
    endOfBackup();
    await done;
    await sql`select shown_locale from accounts`.execute(db);
  });
});

test('F12 a start whose migration never gets its table ends, says which and why, and has left nothing behind', async () => {
  await whileRead(async ({ newer: to, serving: db }) => {
    const tries: number[] = [];
    const failed = await migrate(to, {
      waits: { lock: 10, pause: 1, tries: 3 },
      heldUp: (_, tried) => void tries.push(tried),
    }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConfigError);
    expect((failed as Error).message).toMatch(
      /^migration 061_shown_language was tried 3 times and did not get its locks/,
    );
    expect(tries).toEqual([1, 2]);
    await expect(sql`select shown_locale from accounts`.execute(db)).rejects.toThrow('shown_locale');
  });
});

test('F12 a migration takes as long as its rows take, however long a statement may take otherwise', async () => {
  const at = await createDatabase();
  const pool = openPool(at.url, 1, () => undefined);
  onTestFinished(async () => {
    await pool.db.destroy();
    await at.drop();
  });
  await sql`set statement_timeout = 500`.execute(pool.db);
  await expect(sql`select pg_sleep(0.8)`.execute(pool.db)).rejects.toThrow('statement timeout');
  const slow: Migration = { up: async (db) => void (await sql`select pg_sleep(0.8)`.execute(db)) };
  await migrate(pool, { steps: { ...migrations, '999_slow': slow } });
  await expect(sql`select pg_sleep(0.8)`.execute(pool.db)).rejects.toThrow('statement timeout');
});

/** Of a large table, in a step that no database has had. */
const index: LargeIndex = { name: 'accounts_by_locale', on: 'accounts (locale)' };
const indexed = {
  ...migrations,
  '999_index': { concurrently: [index], up: (db) => buildMissing(db, [index]) } satisfies Step,
};

/** A database before that step, two newer processes, and a connection of the version before. */
const beforeIndex = async (): Promise<{ one: Pool; other: Pool; serving: Db }> => {
  const at = await createDatabase();
  const [one, other, { db: serving }] = [1, 2, 3].map(() => openPool(at.url, 3, () => undefined)) as [Pool, Pool, Pool];
  onTestFinished(async () => {
    for (const db of [one.db, other.db, serving]) await db.destroy();
    await at.drop();
  });
  // Nothing may take longer than this that does not say so itself.
  one.pool.on('connect', (client) => void client.query('set statement_timeout = 200'));
  return { one, other, serving };
};
const migrateIndexed = (pool: Pool) => alone(pool.pool, () => migrate(pool, { steps: indexed }));
const addAccount = (db: Db, number: number) =>
  sql`insert into accounts (number, email) values (${number}, ${`${number}@example.com`})`.execute(db);
const isBuilding = (db: Db) =>
  until(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'create index concurrently%' and clock_timestamp() - query_start > interval '300 ms'`.execute(
      db,
    );
    return rows.length > 0;
  }, 'the index never waited for so long');
const validOf = async (db: Db) => {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${index.name})`.execute(db);
  return rows[0]?.valid;
};

test('F12 rows are written while an index of their table is built, for as long as that takes', async () => {
  const { one, serving } = await beforeIndex();
  const migrating = await serving.transaction().execute(async (trx) => {
    await addAccount(trx, 40_000_001);
    const done = migrateIndexed(one);
    await isBuilding(serving);
    await serving.transaction().execute(async (beside) => {
      await sql`set local lock_timeout = 1000`.execute(beside);
      await addAccount(beside, 40_000_002);
    });
    return { done };
  });
  await migrating.done;
  expect(await validOf(serving)).toBe(true);
});

test('F12 a process that starts while another builds an index comes up, and the other as well', async () => {
  const { one, other, serving } = await beforeIndex();
  const migrating = await serving.transaction().execute(async (trx) => {
    await addAccount(trx, 40_000_001);
    const first = migrateIndexed(one);
    await isBuilding(serving);
    const second = migrateIndexed(other);
    await until(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and query like 'select pg_try_advisory_lock%'
          and clock_timestamp() - query_start > interval '50 ms'`.execute(serving);
      return rows.length > 1;
    }, 'the second never waited');
    return { done: Promise.all([first, second]) };
  });
  await migrating.done;
  expect(await validOf(serving)).toBe(true);
});

test('F12 an index whose build broke off is built anew by the next start', async () => {
  const { one, serving } = await beforeIndex();
  const migrating = await serving.transaction().execute(async (trx) => {
    await addAccount(trx, 40_000_001);
    const done = migrateIndexed(one).catch((error: unknown) => error);
    await isBuilding(serving);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'create index concurrently%'`.execute(serving);
    return { done };
  });
  expect(await migrating.done).toBeInstanceOf(Error);
  expect(await validOf(serving)).toBe(false);
  await migrateIndexed(one);
  expect(await validOf(serving)).toBe(true);
});

test('F12 a start on the database of a newer version ends, and says what it does not know', async () => {
  const other = await createDatabase();
  const pool = openPool(other.url, 2, () => undefined);
  onTestFinished(async () => {
    await pool.db.destroy();
    await other.drop();
  });
  await migrate(pool);
  await sql`insert into kysely_migration (name, timestamp) values ('999_of_tomorrow', '2999-01-01T00:00:00.000Z')`.execute(
    pool.db,
  );
  const failed = await migrate(pool).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ConfigError);
  expect((failed as Error).message).toMatch(/^the database is of a newer version: it has migration 999_of_tomorrow,/);
});

import { runMigrations } from 'graphile-worker';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import type { Pool } from './db.ts';
import { migrations } from './migrations/index.ts';

/** Any number will do, as long as every process of the product takes the same. */
const preparationLock = 732_901_450;

/**
 * Runs `work` while no other process prepares the same database: a session lock, on a connection of its own.
 * @returns what `work` returns.
 */
export const alone = async <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    // Another process may be migrating for longer than a statement may take.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [preparationLock]);
    return await work();
  } finally {
    // Closing the connection releases the lock and forgets the setting.
    client.release(true);
  }
};

/**
 * What is to be run in one transaction each, as names: one at a time, so that a table that one locks is free while the next
 * one works, for a server of the version before may be serving. Nobody uses an empty database yet: it gets all of them at once.
 */
const stepsOf = async (migrator: Migrator): Promise<string[]> => {
  const known = await migrator.getMigrations();
  const missing = known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
  return missing.length === known.length ? [] : missing;
};

/**
 * Brings the database, and the jobs in it, to the newest migration.
 * @throws the error of the migration that failed; it left nothing behind, and those before it stay.
 */
export const migrate = async ({ db, pool }: Pool): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  for (const name of await stepsOf(migrator)) {
    const { error } = await migrator.migrateTo(name);
    if (error !== undefined) throw error;
  }
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  await runMigrations({ pgPool: pool });
};

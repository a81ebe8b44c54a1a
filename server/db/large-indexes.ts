import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';
import { alone } from './alone.ts';

/** An index of a table that may be large: its name, and what follows `on`. Both are of our own making. */
export interface LargeIndex {
  name: string;
  on: string;
  isUnique?: boolean;
}

/** A migration, and the indexes that are built before it while people work. Its `up` builds those that are not there by then. */
export interface Step extends Migration {
  concurrently?: LargeIndex[];
}

const create = ({ isUnique = false }: LargeIndex): string => `create ${isUnique ? 'unique ' : ''}index`;

/** Any number will do, as long as every process of the product takes the same. */
const buildingLock = 732_901_452;

const build = async (client: pg.PoolClient, index: LargeIndex): Promise<void> => {
  const { name, on } = index;
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0]?.valid) return;
  // What a build leaves that broke off.
  if (rows[0]) await client.query(`drop index concurrently ${name}`);
  await client.query(`${create(index)} concurrently ${name} on ${on}`);
};

/**
 * Builds those that are not there, while their tables are written to: outside of a transaction, for as long as it takes. It
 * waits for every transaction that was begun before, a backup among them. May break off anywhere, and be called again.
 */
export const buildBeside = async (pool: pg.Pool, indexes: LargeIndex[]): Promise<void> => {
  if (indexes.length === 0) return;
  // The connection that builds has the lock: the database goes on building for a process that was killed, and who comes
  // after it waits until that is over.
  await alone(
    pool,
    async (client) => {
      await client.query('set statement_timeout = 0');
      for (const index of indexes) await build(client, index);
    },
    { lock: buildingLock },
  );
};

/** As a part of `up`: those that were not built before it, since nobody uses the database yet. */
export const buildMissing = async (db: Kysely<unknown>, indexes: LargeIndex[]): Promise<void> => {
  for (const index of indexes) {
    const { name, on } = index;
    // Not `if not exists`: that would wait for whoever writes to the table, only to learn that the index is there.
    const { rows } = await sql`select 1 from pg_index where indexrelid = to_regclass(${name}) and indisvalid`.execute(
      db,
    );
    if (rows.length === 0) await sql.raw(`${create(index)} ${name} on ${on}`).execute(db);
  }
};

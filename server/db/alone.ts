import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Any number will do, as long as every process of the product takes the same. */
const preparationLock = 732_901_450;

/** Milliseconds between two looks at a lock that another process has. */
const look = 250;

/**
 * Runs `work` while no other process does so: by default that is preparing the same database. A session lock, on a connection of its own.
 * @returns what `work` returns.
 */
export const alone = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  lock = preparationLock,
): Promise<T> => {
  const client = await pool.connect();
  try {
    // Asked again and again: a statement that waits is a transaction, and an index that is built beside them waits for it.
    const question = 'select pg_try_advisory_lock($1) as had';
    while (!(await client.query<{ had: boolean }>(question, [lock])).rows[0]?.had) await pause(look);
    return await work(client);
  } finally {
    // Closing the connection releases the lock and forgets its settings.
    client.release(true);
  }
};

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { lend } from './connections.ts';

/** Any number will do, as long as every process of the product takes the same. */
const preparationLock = 732_901_450;

/** Milliseconds between two looks at a lock that another process has. */
const look = 250;

interface Options {
  /** By default that of preparing the database. */
  lock?: number;
  /** Told once, where another process has it. */
  waits?: () => void;
}

/**
 * Runs `work` while no other process does so. A session lock, on a connection of its own: the database lets go of it when it
 * learns that the process is gone, by the end of the connection or by its silence.
 * @returns what `work` returns.
 */
export const alone = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  { lock = preparationLock, waits }: Options = {},
): Promise<T> => {
  const client = await lend(pool);
  try {
    // Asked again and again: a statement that waits is a transaction, and an index that is built beside them waits for it.
    const question = 'select pg_try_advisory_lock($1) as had';
    const isHad = async () => (await client.query<{ had: boolean }>(question, [lock])).rows[0]?.had;
    if (!(await isHad())) {
      waits?.();
      do await pause(look);
      while (!(await isHad()));
    }
    return await work(client);
  } finally {
    // Closing the connection releases the lock and forgets its settings.
    client.release(true);
  }
};

import { sql } from 'kysely';
import type { House } from '../area.ts';

/** Milliseconds in which many jobs are told of as one: each telling takes a lock that all commits wait for. */
const together = 20;

const told = new WeakSet<House['pool']>();

/**
 * Tells the workers of every process that there are jobs, a moment later and once for all that come until then. Nothing
 * depends on it: whoever is not told finds them by looking.
 */
export const wakeWorkers = ({ db, pool, log }: Pick<House, 'db' | 'pool' | 'log'>): void => {
  if (told.has(pool)) return;
  told.add(pool);
  setTimeout(() => {
    told.delete(pool);
    sql`select pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text)`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, 'the workers were not told of jobs'));
  }, together).unref();
};

import { sql, type Kysely } from 'kysely';

/**
 * Jobs are kept by graphile-worker, in a schema of its own that it migrates itself (`db/migrate.ts`). What it lacks is to
 * notice that a process died with jobs in its hands: here each says that it lives.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table job_workers (
    id text primary key,
    seen_at timestamptz not null default clock_timestamp()
  )`.execute(db);
  // Operations under way that had a job here get one of the new kind by the sweep.
  await sql`drop table jobs`.execute(db);
};

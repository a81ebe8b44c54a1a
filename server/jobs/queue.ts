import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** What the settlement is told of a job: whose it is, and how often in a row nothing came of it. */
export interface JobPayload {
  id: string;
  tries: number;
}

/** The one task that there is. */
export const task = 'settle';

/**
 * Hands an operation to the settlement, due after so many milliseconds, in the transaction that it is part of. There is
 * one job an operation (its key): a second one takes the place of the first, and of one that is under way only this
 * remains.
 */
export const addJob = async (db: Db, operationId: string, after = 0): Promise<void> => {
  await sql`
    select graphile_worker.add_job(
      ${task},
      json_build_object('id', ${operationId}::text, 'tries', 0),
      run_at := clock_timestamp() + ${Math.ceil(after)}::integer * interval '1 millisecond',
      job_key := ${operationId})`.execute(db);
};

/** The least is taken first: an order about which nobody answers gives way to all others that are due. */
export const priorities = { first: 0, unanswered: 1 };

export type Rank = keyof typeof priorities;

/**
 * The next question about an operation that is under way, in so many milliseconds. One that has ended meanwhile, or ends
 * at this moment, gets none: who ends it is waited for.
 */
export const addNextJob = async (
  db: Db,
  operationId: string,
  { after, tries, rank }: { after: number; tries: number; rank: Rank },
): Promise<void> => {
  await sql`
    with under_way as (select id from operations where id = ${operationId} and status = 'processing' for share)
    select graphile_worker.add_job(
      ${task},
      json_build_object('id', id, 'tries', ${tries}::integer),
      run_at := clock_timestamp() + ${Math.ceil(after)}::integer * interval '1 millisecond',
      job_key := id,
      priority := ${priorities[rank]}::integer)
    from under_way`.execute(db);
};

/** It is over: nobody is asked about it any more. In the transaction of the outcome. */
export const dropJob = async (db: Db, operationId: string): Promise<void> => {
  await sql`select graphile_worker.remove_job(${operationId})`.execute(db);
};

import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { jobKinds } from '../operations/kinds.ts';
import { priorities, task } from './queue.ts';

/** Seconds without a sign of life after which a process counts as dead, and after which its name is forgotten. */
const silence = { dead: 6, forgotten: 3600 };

/** Seconds until what has failed is tried again, at most; what looks after it comes once in as many. */
const longestPause = 30;

/** Seconds that an order gives way at most, and how many of those that did go before all others with each look. */
const givingWay = { longest: 30, passing: 4 };

/** A process says that it lives. */
export const beat = async (db: Db, worker: string): Promise<void> => {
  await sql`
    insert into job_workers (id) values (${worker})
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(db);
};

/**
 * Takes the jobs of the dead out of their hands: they are due at once. One that was taken just now may be held by a process
 * that has not said anything yet. One who was only slow does no harm: an outcome
 * counts once. What a dead one had ended already is removed.
 */
export const freeJobs = async (db: Db): Promise<void> => {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(held.worker))
    from (
      select distinct locked_by as worker from graphile_worker.jobs
      where locked_at < clock_timestamp() - ${silence.dead}::integer * interval '1 second') held
    where not exists (
      select 1 from job_workers w
      where w.id = held.worker and w.seen_at > clock_timestamp() - ${silence.dead}::integer * interval '1 second')
    having count(*) > 0`.execute(db);
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where key is null and locked_by is null and attempts >= max_attempts having count(*) > 0`.execute(db);
  await sql`delete from job_workers where seen_at < clock_timestamp() - ${silence.forgotten}::integer * interval '1 second'`.execute(
    db,
  );
};

/**
 * An order about which nobody answered has a rank that others, always due, could keep for good from being asked. The oldest
 * come first then, and so few that hundreds of them still leave most places to the others.
 */
export const letThrough = async (db: Db): Promise<void> => {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), priority := ${priorities.first}::integer)
    from (
      select id from graphile_worker.jobs
      where priority = ${priorities.unanswered}::integer and locked_by is null and attempts < max_attempts
        and run_at < clock_timestamp() - ${givingWay.longest}::integer * interval '1 second'
      order by run_at limit ${givingWay.passing}::integer) gave_way
    having count(*) > 0`.execute(db);
};

/**
 * What failed while the database or something else was gone is tried soon after its return: the library's pauses grow to six
 * hours. Whoever waits without having failed is left alone.
 */
export const hurryFailed = async (db: Db): Promise<void> => {
  await sql`
    select graphile_worker.reschedule_jobs(
      array_agg(id), run_at := clock_timestamp() + ${longestPause}::integer * interval '1 second')
    from graphile_worker.jobs
    where attempts > 0 and attempts < max_attempts and locked_by is null
      and run_at > clock_timestamp() + ${longestPause}::integer * interval '1 second'
    having count(*) > 0`.execute(db);
};

/** Whatever is under way has a job, also where one was lost: moved from another database, given up after many errors. */
export const addMissingJobs = async (db: Db): Promise<void> => {
  await sql`
    with alone as (
      select o.id from operations o
      where o.status = 'processing' and o.kind = any(${jobKinds}::text[]) and o.submitted_at < clock_timestamp() - interval '1 minute'
      and not exists (select 1 from graphile_worker.jobs j where j.key = o.id and j.attempts < j.max_attempts)
      limit 100 for share skip locked
    )
    select graphile_worker.add_job(${task}, json_build_object('id', id, 'tries', 0), job_key := id) from alone`.execute(
    db,
  );
};

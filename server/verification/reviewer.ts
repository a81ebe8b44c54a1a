import { sql } from 'kysely';
import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import type { Tasks } from '../jobs/run.ts';
import { hash } from '../market/noise.ts';
import { heardBySandbox } from '../providers/sandbox-settings.ts';
import { repeat } from '../repeat.ts';
import { decide, type Verdict } from './decide.ts';
import type { DocumentRow } from './documents.ts';

/** The name of the job; its key is told apart from those of operations. */
const task = 'review';
/** Milliseconds. */
const times = { least: 2_000, spread: 2_000, missing: 30_000 };

/** Gives a document to the sandbox's reviewer, who takes two to four seconds, by its id alone. In the transaction of the submit. */
export const addReview = async (db: Db, { id, rounds }: DocumentRow, account: string): Promise<void> => {
  const told = await heardBySandbox(db, 'reviewer', account);
  const after = told?.delay_ms ?? times.least + (hash(`${id} ${rounds}`) % times.spread);
  await sql`
    select graphile_worker.add_job(
      ${task},
      json_build_object('id', ${id}::text, 'tries', 0),
      run_at := clock_timestamp() + ${after}::integer * interval '1 millisecond',
      job_key := ${`${task} ${id}`})`.execute(db);
};

const review = async ({ db, config }: Pick<House, 'db' | 'config'>, id: string): Promise<void> => {
  // Before its pictures: where others are sent meanwhile, the verdict is about none.
  const document = await db
    .selectFrom('verification_documents')
    .select('rounds')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!document) return;
  const files = await db
    .selectFrom('verification_files')
    .select(['side', 'told'])
    .where('document_id', '=', id)
    .where('told', 'is not', null)
    .execute();
  const verdict = Object.fromEntries(files.map(({ side, told }) => [side, told])) as Verdict;
  await decide(db, config, { id, round: document.rounds }, verdict);
};

/** The sandbox looks at papers by itself; real ones wait for a person (`npm run operator`). */
export const reviewTasks = (house: Pick<House, 'db' | 'config'>): Tasks =>
  house.config.providers === 'sandbox' ? { [task]: ({ id }) => review(house, id) } : {};

/** Whatever is in review has a job, also where one was lost. */
export const addMissingReviews = async (db: Db): Promise<void> => {
  await sql`
    select graphile_worker.add_job(${task}, json_build_object('id', d.id, 'tries', 0), job_key := ${task} || ' ' || d.id)
    from verification_documents d
    where d.status = 'in_review' and d.submitted_at < clock_timestamp() - interval '1 minute'
      and not exists (select 1 from graphile_worker.jobs j where j.key = ${task} || ' ' || d.id and j.attempts < j.max_attempts)
    limit 100`.execute(db);
};

/** Looks after lost reviews until the stop that it returns is called. */
export const startReviews = (house: House): (() => Promise<void>) =>
  house.config.providers === 'sandbox'
    ? repeat(
        times.missing,
        () => addMissingReviews(house.db),
        (error) => house.log.error({ err: error }, 'reviews could not be looked after'),
      )
    : () => Promise.resolve();

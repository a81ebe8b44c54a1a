import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { openPool, type Pool } from '../../server/db/db.ts';
import { runJobs, type Tasks } from '../../server/jobs/run.ts';
import { createMetrics } from '../../server/metrics/metrics.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { until } from './money.ts';

/*
 * The library that takes jobs gives up where it cannot write down what became of one, as with a database that is too busy to
 * lend it a connection. What is under way must go on all the same.
 */

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.url, 4, () => {});
});
afterAll(async () => {
  await pool.db.destroy();
  await database.drop();
});

const done: string[] = [];
let stop: () => Promise<void>;
const lasting: Tasks = {
  settle: async ({ id, tries }) => {
    await pause(tries);
    if (id === 'wrong' && !done.includes(id)) {
      done.push(id);
      throw new Error('it went wrong');
    }
    done.push(id);
  },
};
beforeEach(async () => {
  done.length = 0;
  await sql`create sequence refused`.execute(pool.db);
  stop = runJobs({ ...pool, log: pino({ level: 'silent' }), metrics: createMetrics() }, lasting);
});
afterEach(async () => {
  await stop();
  await sql`drop sequence refused cascade`.execute(pool.db);
  await sql`drop function refuse_once cascade`.execute(pool.db);
  await sql`truncate graphile_worker._private_jobs`.execute(pool.db);
});

/** The database refuses it once, whatever becomes of the statement. */
const refuseOnce = async (what: string): Promise<void> => {
  await sql`create function refuse_once() returns trigger language plpgsql as $$
    begin
      if nextval('refused') = 1 then raise exception 'busy' using errcode = '53300'; end if;
      return coalesce(new, old);
    end $$`.execute(pool.db);
  await sql.raw(`create trigger refuse_once before ${what} execute function refuse_once()`).execute(pool.db);
};
const add = (id: string, lasts = 0) =>
  sql`select graphile_worker.add_job('settle', json_build_object('id', ${id}::text, 'tries', ${lasts}::integer))`.execute(
    pool.db,
  );
const isDone = (id: string) => until(async () => done.includes(id), `nobody does ${id}`);
const left = async () =>
  (await sql<{ id: string }>`select payload->>'id' as id from graphile_worker._private_jobs`.execute(pool.db)).rows;

describe('jobs go on', { timeout: 30_000 }, () => {
  test('F3 after the end of one could not be noted', async () => {
    await refuseOnce(`delete on graphile_worker._private_jobs for each row when (old.payload->>'id' = 'first')`);
    // The library loses count of those that end after it.
    for (const lasts of [300, 600, 900]) await add(`lasts ${lasts}`, lasts);
    await add('first');
    await isDone('lasts 900');
    await add('later');
    await isDone('later');
    // What was done and not noted is done once more: an outcome counts once.
    await until(async () => (await left()).length === 0, 'a job stays in the hands of nobody');
  });

  test('F3 after the failure of one could not be noted', async () => {
    await refuseOnce(
      `update on graphile_worker._private_jobs for each row when (new.last_error is distinct from old.last_error)`,
    );
    await add('wrong');
    await isDone('wrong');
    await add('later');
    await isDone('later');
    await until(async () => (await left()).length === 0, 'a job stays in the hands of nobody');
  });
});

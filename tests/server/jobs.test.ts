import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { addMissingJobs, beat, freeJobs, hurryFailed, letThrough } from '../../server/jobs/care.ts';
import { addJob, addNextJob, dropJob } from '../../server/jobs/queue.ts';
import { bankCheck, bankErrors } from './bank.ts';
import type { Browser } from './browser.ts';
import { startServer, type TestServer } from './harness.ts';
import {
  becomes,
  checked,
  hurry,
  makePerson,
  movementsOf,
  provider,
  statusOf,
  submit,
  until,
  waitingForLocks,
  type Person,
} from './money.ts';
import { checkedTransfer, emailOf, endsAs, send } from './transfer.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server);
  await provider(server.db, 'settle', { whom: person.number, delay: 600_000 });
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

/** Under way, and asked about again in a long time. */
const underWay = async () => {
  const operation = await checked(person.browser);
  expect((await submit(person.browser, operation)).http).toBe(200);
  await until(async () => (await jobsOf(operation)).some(({ tries, waits }) => tries === 0 && waits));
  return operation;
};
const jobsOf = async ({ id }: { id: string }) => {
  const { rows } = await sql<{ worker: string | null; tries: number; waits: boolean }>`
    select locked_by as worker, attempts as tries, run_at > clock_timestamp() + interval '10 seconds' as waits
    from graphile_worker.jobs where key = ${id}`.execute(server.db);
  return rows;
};
const dueIn = async ({ id }: { id: string }): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from run_at - clock_timestamp()))::integer as seconds
    from graphile_worker.jobs where key = ${id}`.execute(server.db);
  return rows[0]?.seconds ?? NaN;
};
/** Which rank the next try has, once nothing came of one. */
const rankAfterTry = async ({ id }: { id: string }): Promise<number | undefined> => {
  let rank: number | undefined;
  await until(async () => {
    const { rows } = await sql<{ rank: number }>`
      select priority as rank from graphile_worker._private_jobs where key = ${id} and (payload->>'tries')::integer > 0`.execute(
      server.db,
    );
    rank = rows[0]?.rank;
    return rank !== undefined;
  }, `nothing was tried of ${id}`);
  return rank;
};
/** As if a process had taken it and gone silent. */
const inTheHandsOf = async (worker: string, { id }: { id: string }) => {
  await sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - interval '1 minute', run_at = now()
    where key = ${id}`.execute(server.db);
};

describe('jobs', () => {
  test('F3 there is one an operation, from the submit to its end', async () => {
    const operation = await underWay();
    for (let time = 0; time < 3; time += 1) expect((await submit(person.browser, operation)).http).toBe(200);
    expect(await jobsOf(operation)).toHaveLength(1);
    await provider(server.db, 'settle', { whom: person.number });
    await hurry(server.db, operation);
    await becomes(person.browser, operation, 'completed');
    expect(await jobsOf(operation)).toEqual([]);
  });

  test('F3 a submit that is taken back leaves none', async () => {
    const [one, two] = [
      await checked(person.browser, { src: 'USD', dst: 'BTC', side: 'give', amount: '600' }),
      await checked(person.browser, { src: 'USD', dst: 'BTC', side: 'give', amount: '600' }),
    ];
    await submit(person.browser, one);
    expect((await submit(person.browser, two)).failure.code).toBe('insufficient_funds');
    expect(await jobsOf(two)).toEqual([]);
  });

  test('F3 what a silent process has in its hands is taken from it; a living one keeps it', async () => {
    const [one, two] = [await underWay(), await underWay()];
    await provider(server.db, 'settle', { whom: person.number });
    await beat(server.db, 'pool-living');
    await inTheHandsOf('pool-living', two);
    await inTheHandsOf('pool-dead', one);
    await becomes(person.browser, one, 'completed');
    expect(await movementsOf(server.db, one)).toEqual(['hold', 'settle']);
    await beat(server.db, 'pool-living');
    await freeJobs(server.db);
    expect(await jobsOf(two)).toMatchObject([{ worker: 'pool-living' }]);
    expect(await statusOf(person.browser, two)).toMatchObject({ status: 'processing' });
    // It dies as well.
    await sql`update job_workers set seen_at = '2026-01-01' where id = 'pool-living'`.execute(server.db);
    await becomes(person.browser, two, 'completed');
    expect(await movementsOf(server.db, two)).toEqual(['hold', 'settle']);
  });

  test('F3 an account that somebody holds keeps nobody else waiting', { timeout: 30_000 }, async () => {
    const payee = await makePerson(server);
    const letGo = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const held = server.db.transaction().execute(async (trx) => {
      await sql`select 1 from accounts where id = ${payee.id} for no key update`.execute(trx);
      locked.resolve();
      await letGo.promise;
    });
    await locked.promise;
    const sent: { browser: Browser; operation: Operation }[] = [];
    try {
      for (let count = 0; count < 5; count += 1) {
        const { browser } = await makePerson(server);
        const operation = await checkedTransfer(browser, { to: emailOf(payee) });
        expect((await send(browser, operation)).body.payload.status).toBe('processing');
        sent.push({ browser, operation });
      }
      await until(async () => (await waitingForLocks(server.db)) > 0, 'nobody waits for the account');
      await provider(server.db, 'settle', { whom: person.number });
      const operation = await checked(person.browser);
      await submit(person.browser, operation);
      await becomes(person.browser, operation, 'completed');
    } finally {
      letGo.resolve();
      await held;
    }
    for (const { browser, operation } of sent) {
      await endsAs(browser, operation, 'completed');
      expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
    }
  });

  test('F3 of what is confirmed, or not asked about, the next try keeps its rank; of what nobody answers it gives way', async () => {
    const [done, hangs] = [await underWay(), await underWay()];
    const letGo = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const held = server.db.transaction().execute(async (trx) => {
      await sql`select 1 from wallets where account_id = ${person.id} for no key update`.execute(trx);
      locked.resolve();
      await letGo.promise;
    });
    await locked.promise;
    try {
      await provider(server.db, 'settle', { whom: person.number });
      await hurry(server.db, done);
      expect(await rankAfterTry(done)).toBe(0);
      await provider(server.db, 'hang', { whom: person.number });
      await hurry(server.db, hangs);
      expect(await rankAfterTry(hangs)).toBe(1);
    } finally {
      letGo.resolve();
      await held;
    }
  });

  test('F3 what failed many times is tried again within a minute, and who only waits goes on waiting', async () => {
    const [failed, waiting] = [await underWay(), await underWay()];
    await sql`update graphile_worker._private_jobs set attempts = 9, run_at = now() + interval '2 hours', last_error = 'gone'
      where key = ${failed.id}`.execute(server.db);
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key = ${waiting.id}`.execute(
      server.db,
    );
    await hurryFailed(server.db);
    expect(await dueIn(failed)).toBeLessThanOrEqual(60);
    expect(await jobsOf(failed)).toMatchObject([{ worker: null, tries: 9 }]);
    expect(await dueIn(waiting)).toBeGreaterThan(3_000);
  });

  test('F3 a job that was lost is made again, and the bank check would have said so', async () => {
    const operation = await underWay();
    await dropJob(server.db, operation.id);
    expect(await bankErrors(server.db)).toEqual([
      expect.stringContaining(`${operation.id} is processing and has no job`),
    ]);
    await provider(server.db, 'settle', { whom: person.number });
    await addMissingJobs(server.db);
    expect(await jobsOf(operation)).toEqual([]);
    await sql`update operations set submitted_at = submitted_at - interval '2 minutes' where id = ${operation.id}`.execute(
      server.db,
    );
    await addMissingJobs(server.db);
    await becomes(person.browser, operation, 'completed');
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
  });

  test('F3 an order that is asked about for the first time goes before all of which nobody has answered, however many are due', async () => {
    const many = 150;
    const stuck = await underWay();
    const other = await makePerson(server);
    await provider(server.db, 'settle', { whom: other.number, delay: 600_000 });
    const fresh = await checked(other.browser);
    await submit(other.browser, fresh);
    await until(async () => (await jobsOf(fresh)).some(({ tries, waits }) => tries === 0 && waits));
    await provider(server.db, 'hang', { whom: person.number });
    await provider(server.db, 'settle', { whom: other.number });
    const left = sql<{ count: number }>`
      select count(*)::integer as count from graphile_worker.jobs where key like ${`${stuck.id}-%`} and locked_by is null`;
    await server.db.transaction().execute(async (trx) => {
      for (let count = 0; count < many; count += 1) {
        await addNextJob(trx, stuck.id, { after: 0, tries: 3, rank: 'unanswered' });
        await sql`update graphile_worker._private_jobs set key = key || ${`-${count}`} where key = ${stuck.id}`.execute(
          trx,
        );
      }
      await addNextJob(trx, stuck.id, { after: 0, tries: 3, rank: 'unanswered' });
      await addJob(trx, fresh.id);
      expect((await left.execute(trx)).rows).toEqual([{ count: many }]);
    });
    await becomes(other.browser, fresh, 'completed');
    const { rows } = await left.execute(server.db);
    await sql`delete from graphile_worker._private_jobs where key like ${`${stuck.id}-%`} and locked_by is null`.execute(
      server.db,
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
  });

  test('F3 an order that has given way for half a minute goes before all others, four of them at a time, the oldest first', async () => {
    const operation = await underWay();
    const ages = [29, 31, 36, 35, 34, 33, 32];
    const rows = await server.db.transaction().execute(async (trx) => {
      for (const age of ages) {
        await addNextJob(trx, operation.id, { after: -age * 1_000, tries: 1, rank: 'unanswered' });
        await sql`update graphile_worker._private_jobs set key = ${`aged-${age}`} where key = ${operation.id}`.execute(
          trx,
        );
      }
      await letThrough(trx);
      const read = await sql<{ key: string; priority: number }>`
        delete from graphile_worker._private_jobs where key like 'aged-%' returning key, priority`.execute(trx);
      await addNextJob(trx, operation.id, { after: 30_000, tries: 0, rank: 'first' });
      return read.rows;
    });
    expect(rows).toHaveLength(ages.length);
    const passed = rows.filter(({ priority }) => priority === 0).map(({ key }) => key);
    expect(passed.toSorted()).toEqual(['aged-33', 'aged-34', 'aged-35', 'aged-36']);
  });

  test('F3 every process looks for what has given way for too long', async () => {
    const rank = sql<{ priority: number }>`
      select priority from graphile_worker.jobs where task_identifier = 'nobody does it'`;
    await sql`select graphile_worker.add_job('nobody does it', priority := 1, run_at := now() - interval '31 seconds')`.execute(
      server.db,
    );
    await until(async () => (await rank.execute(server.db)).rows[0]?.priority === 0, 'it gives way for good');
    await sql`
      select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'nobody does it'`.execute(
      server.db,
    );
  });
});

import { sql } from 'kysely';
import type { House } from './area.ts';
import type { Db } from './db/db.ts';
import { releaseLines, settleLines } from './exchange/postings.ts';
import { move } from './ledger/movements.ts';
import { openWallet } from './ledger/wallets.ts';
import { expireOverdue } from './operations/expire.ts';
import type { Deliver, Outcome, Provider, ProviderAnswer } from './providers/provider.ts';
import { repeat } from './repeat.ts';
import { raise } from './revision.ts';

type Needs = Pick<House, 'db' | 'log' | 'failpoints'>;

/** Milliseconds. `patience`: for one answer of the provider. `lease`: after that another worker takes over. */
const times = { idle: 250, patience: 2_000, lease: 10_000, longestPause: 30_000, sweep: 5_000 };
/** Orders that one process asks for at the same time: one that hangs keeps no other waiting. */
const atOnce = 32;

/**
 * Ends a submitted exchange by its outcome: held money goes out and the target comes in, or it goes back. One
 * conditional update decides, so that of many outcomes for one order the first counts and the others change nothing.
 * @returns whether this one counted.
 */
export const settle = async ({ db, failpoints }: Needs, id: string, outcome: Outcome): Promise<boolean> => {
  failpoints.reach('before BEGIN', 'settlement');
  const counted = await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('operations')
      .set({
        status: outcome.kind === 'done' ? 'completed' : 'failed',
        reason: outcome.kind === 'done' ? null : outcome.reason,
        changed_at: sql`clock_timestamp()`,
        expected_by: null,
      })
      .where('id', '=', id)
      .where('kind', '=', 'exchange')
      .where('status', '=', 'processing')
      .returningAll()
      .executeTakeFirst();
    if (!row || row.account_id === null) return false;
    const from = await openWallet(trx, row.account_id, row.give_currency);
    if (outcome.kind === 'done') {
      const into = await openWallet(trx, row.account_id, row.get_currency);
      await move(trx, id, 'settle', settleLines(row, from, into));
    } else {
      await move(trx, id, 'release', releaseLines(row, from));
    }
    await trx.deleteFrom('jobs').where('operation_id', '=', id).execute();
    await raise(trx, row.account_id, 'wallets', 'total_balance');
    failpoints.reach('before COMMIT', 'settlement');
    return true;
  });
  if (counted) failpoints.reach('after COMMIT', 'settlement');
  return counted;
};

interface Job {
  id: string;
  tries: number;
  account: string;
  age: number;
  overdue: boolean;
}

/** Takes due jobs and moves them on by the lease: who dies with one lets go of it in time. */
const take = async (db: Db, most: number): Promise<Job[]> => {
  const { rows } = await sql<Job>`
    with taken as (
      update jobs set run_at = clock_timestamp() + ${times.lease}::integer * interval '1 millisecond', tries = tries + 1
      where operation_id in (
        select operation_id from jobs where run_at <= clock_timestamp() order by run_at limit ${most} for update skip locked
      )
      returning operation_id, tries
    )
    select o.id, taken.tries, a.number as account,
      (extract(epoch from clock_timestamp() - o.submitted_at) * 1000)::integer as age,
      o.expected_by < clock_timestamp() and o.reason is null as overdue
    from taken join operations o on o.id = taken.operation_id join accounts a on a.id = o.account_id`.execute(db);
  return rows;
};

const again = async (db: Db, id: string, after: number): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({ run_at: sql`clock_timestamp() + ${Math.ceil(after)}::integer * interval '1 millisecond'` })
    .where('operation_id', '=', id)
    .execute();
};

/** The person is told why it takes longer; the money stays held, and nothing is given back by itself. */
const sayItTakesLonger = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('operations')
    .set({ reason: 'taking_longer', changed_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('reason', 'is', null)
    .execute();
};

/** One question to the provider about one order, and what follows from the answer. */
const pursue = async (needs: Needs, provider: Provider, job: Job, stopping: AbortSignal): Promise<void> => {
  let answer: ProviderAnswer;
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(times.patience)]);
    const tooLate = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const asked = provider.ask(job, signal);
    // An answer that nobody waits for any more comes by `deliver`, or at the next question.
    asked.catch(() => {});
    answer = await Promise.race([asked, tooLate]);
  } catch (error) {
    if (stopping.aborted) return;
    needs.log.warn({ operation: job.id, tries: job.tries, err: error }, 'the provider did not answer');
    if (job.overdue) await sayItTakesLonger(needs.db, job.id);
    await again(needs.db, job.id, Math.min(times.longestPause, 250 * 2 ** Math.min(job.tries, 10)));
    return;
  }
  if (answer.kind === 'pending') {
    if (job.overdue) await sayItTakesLonger(needs.db, job.id);
    await again(needs.db, job.id, Math.min(times.longestPause, Math.max(20, answer.again)));
    return;
  }
  await settle(needs, job.id, answer);
};

/**
 * Works off the jobs until stopped; any number of processes may. `providerOf` is given the way by which a provider
 * delivers unasked. What it returns stops it and waits for the step that it is in.
 */
export const startSettlement = (needs: Needs, providerOf: (deliver: Deliver) => Provider): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const provider = providerOf(async (id, outcome) => void (await settle(needs, id, outcome)));
  const pursued = new Set<Promise<void>>();
  const begin = (job: Job) => {
    const run = pursue(needs, provider, job, signal)
      .catch((error: unknown) => needs.log.error({ operation: job.id, err: error }, 'an order is left to its next try'))
      .finally(() => pursued.delete(run));
    pursued.add(run);
  };
  const report = (error: unknown) => needs.log.error({ err: error }, 'settlement failed, it goes on');
  const stopWork = repeat(
    times.idle,
    async () => {
      if (pursued.size >= atOnce) return;
      for (const job of await take(needs.db, atOnce - pursued.size)) begin(job);
    },
    report,
  );
  const stopSweep = repeat(times.sweep, () => expireOverdue(needs.db), report);
  return async () => {
    await Promise.all([stopWork(), stopSweep()]);
    stopping.abort();
    await Promise.all(pursued);
  };
};

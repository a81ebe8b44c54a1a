import { sql } from 'kysely';
import type { House } from './area.ts';
import type { Db } from './db/db.ts';
import { addNextJob, task, type JobPayload, type Rank } from './jobs/queue.ts';
import { runJobs, type Missing, type Tasks } from './jobs/run.ts';
import { expireOverdue } from './operations/expire.ts';
import { kindOf } from './operations/kinds.ts';
import type { OperationRow } from './operations/row.ts';
import { settle, type Needs } from './operations/settle.ts';
import { beginAsking } from './operations/taken.ts';
import { levelOf } from './payments/methods.ts';
import { askedPayment, sureBy } from './payments/receipt.ts';
import type { Order, Outcome, ProviderAnswer, Providers } from './providers/provider.ts';
import { repeat } from './repeat.ts';

/** Milliseconds. `patience`: for one answer of the provider; `lock`: for what somebody else holds, `held`: the longest pause then. */
const times = { patience: 2_000, longestPause: 30_000, sweep: 5_000, lock: 500, held: 4_000 };

/** SQLSTATE of a lock that was not had in time. */
const notHad = '55P03';

/** An operation whose next question is due. */
interface Job {
  order: Order;
  row: OperationRow;
  tries: number;
  overdue: boolean;
}

/** What is to be asked about a job's operation; undefined when it is over. */
const readJob = async (db: Db, { id, tries }: JobPayload): Promise<Job | undefined> => {
  const { rows } = await sql<OperationRow & { account: string; age: number; overdue: boolean }>`
    select o.*, a.number as account,
      floor(extract(epoch from clock_timestamp() - coalesce(o.placed_at, clock_timestamp())) * 1000)::float8 as age,
      coalesce(o.expected_by < clock_timestamp() and o.reason is null, false) as overdue
    from operations o join accounts a on a.id = o.account_id
    where o.id = ${id} and o.status = 'processing'`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { account, age, overdue, ...row } = found;
  const provider = kindOf(row).provider(row);
  const payment = await askedPayment(db, row);
  const order: Order = {
    id,
    provider,
    account,
    currency: row.get_currency,
    amount: row.get,
    ...(payment && { payment }),
    values: row.details.values ?? {},
    ...(row.details.card && { card: row.details.card }),
    age,
  };
  return { row, order, tries: tries + 1, overdue };
};

/** The next question, after so many milliseconds. */
const again = (db: Db, { row, tries }: Job, after: number, rank: Rank = 'first'): Promise<void> =>
  addNextJob(db, row.id, { after: Math.min(times.longestPause, after), tries, rank });

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

/** What waited for a verified identity waits for its provider from here on, as all that came. */
const letGo = async (db: Db, { id, details }: OperationRow): Promise<void> => {
  await db
    .updateTable('operations')
    .set({ reason: null, changed_at: sql`clock_timestamp()`, expected_by: sureBy(details) })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('reason', '=', 'needs_verification')
    .execute();
};

/** Ends it. Where somebody holds a wallet or an account of it, it is tried again later, and keeps no connection from the others. */
const end = async (needs: Needs, job: Job, outcome: Outcome): Promise<void> => {
  const { id } = job.row;
  try {
    await settle(needs, id, outcome, { lock: times.lock });
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== notHad) throw error;
    needs.log.warn({ operation: id, tries: job.tries }, 'somebody holds what the end of an operation is about');
    await again(needs.db, job, Math.min(times.held, 250 * 2 ** Math.min(job.tries, 10)));
  }
};

/** One question to the provider about one order, and what follows from the answer. */
const pursue = async (needs: Needs, providers: Providers, job: Job, stopping: AbortSignal): Promise<void> => {
  const { id } = job.row;
  const provider = providers[job.order.provider];
  // It has come, and is more than an unverified account may have: until they are verified nobody is asked about it.
  if (job.row.reason === 'needs_verification') {
    if ((await levelOf(needs.db, job.row.account_id ?? '')) === 0)
      return await again(needs.db, job, times.longestPause);
    await letGo(needs.db, job.row);
  }
  // Nobody here executes it: it waits for a process that knows who does, and can be taken back until then.
  if (!provider) {
    if (job.overdue) await sayItTakesLonger(needs.db, id);
    return await again(needs.db, job, times.longestPause);
  }
  // It was taken back or ended meanwhile, or a person decides about it, or its account is stopped: of these it is asked again later.
  const left = await beginAsking(needs.db, id, kindOf(job.row).holds);
  if (left === undefined) return await again(needs.db, job, times.longestPause);
  if (left === 0) return await again(needs.db, job, times.patience);
  let answer: ProviderAnswer;
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(Math.min(times.patience, left))]);
    // One that is over already says nothing more.
    signal.throwIfAborted();
    const tooLate = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const asked = provider.ask(job.order, signal);
    // An answer that nobody waits for any more comes by `deliver`, or at the next question.
    asked.catch(() => {});
    answer = await Promise.race([asked, tooLate]);
  } catch (error) {
    if (stopping.aborted) return await again(needs.db, job, 0);
    needs.log.warn({ operation: id, tries: job.tries, err: error }, 'the provider did not answer');
    if (job.overdue) await sayItTakesLonger(needs.db, id);
    await again(needs.db, job, 250 * 2 ** Math.min(job.tries, 10), 'unanswered');
    return;
  }
  if (answer.kind === 'pending') {
    if (job.overdue) await sayItTakesLonger(needs.db, id);
    await again(needs.db, { ...job, tries: 0 }, Math.max(20, answer.again));
    return;
  }
  await end(needs, job, answer);
};

/**
 * Asks providers about what is under way until stopped; any number of processes may. `others` are jobs that move no
 * money, `missing` gives those that are lost again. What it returns stops it and waits for the step that it is in.
 */
export const startSettlement = (
  needs: Needs & Pick<House, 'pool' | 'providers' | 'metrics'>,
  others: Tasks = {},
  missing: readonly Missing[] = [],
): (() => Promise<void>) => {
  const stopping = new AbortController();
  const settleOne = async (payload: JobPayload): Promise<void> => {
    const job = await readJob(needs.db, payload);
    try {
      if (job) await pursue(needs, needs.providers, job, stopping.signal);
    } catch (error) {
      needs.log.error({ operation: payload.id, err: error }, 'an order is left to its next try');
      throw error;
    }
  };
  const stopJobs = runJobs(needs, { ...others, [task]: settleOne }, missing);
  const stopSweep = repeat(
    times.sweep,
    () => expireOverdue(needs.db),
    (error) => needs.log.error({ err: error }, 'what is overdue could not be ended, it is tried again'),
  );
  return async () => {
    stopping.abort();
    await Promise.all([stopJobs(), stopSweep()]);
  };
};

import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker';
import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { repeat } from '../repeat.ts';
import { within } from '../within.ts';
import { addMissingJobs, beat, freeJobs, hurryFailed, letThrough } from './care.ts';
import type { JobPayload } from './queue.ts';

type Needs = Pick<House, 'db' | 'pool' | 'log' | 'metrics'>;

/** Milliseconds. `left`: for the library to let go of what it has; `said`: until a complaint of it is told again. */
const times = {
  poll: 250,
  care: 1_000,
  missing: 30_000,
  again: 1_000,
  note: 10,
  noted: 15_000,
  ended: 20,
  left: 10_000,
  said: 30_000,
};
/**
 * Jobs that one process has under way at the same time. However many hang, what is asked about for the first time goes before
 * them and waits for those alone that were taken already, as many again at the most, and for the few that have given way for half a minute.
 */
const atOnce = 32;

/** It counts a connection for each job; a job of ours waits for its provider without one. */
const isOfPool = (meta: unknown): boolean =>
  typeof meta === 'object' && meta !== null && 'concurrency' in meta && 'max' in meta;

/**
 * What the library says: errors of a job are ours to tell, so only its own troubles are heard, and one that comes back with each
 * look once in a while.
 */
export const loggerOf = (log: Pick<House['log'], 'warn' | 'trace'>): Logger => {
  const saidAt = new Map<string, number>();
  return new Logger(() => (level, message, meta) => {
    if (isOfPool(meta)) return;
    // It quotes the error behind its own words, and names a job by its number.
    const worker = message.split(/['":(\d]| with error/, 1)[0]?.trim() ?? '';
    const isTrouble = level === 'error' || level === 'warning';
    const now = performance.now();
    if (!isTrouble || now - (saidAt.get(worker) ?? -Infinity) < times.said) return log.trace({ worker }, 'jobs');
    saidAt.set(worker, now);
    log.warn({ worker }, 'the job library complains');
  });
};

/** What is done for a job, by the name of its task. */
export type Tasks = Record<string, (job: JobPayload) => Promise<void>>;

/** Gives a job to whatever is under way and has lost its own. */
export type Missing = (db: Db) => Promise<void>;

/**
 * Works off the jobs until stopped; any number of processes may. What it returns stops it and waits for what is under
 * way.
 */
export const runJobs = (needs: Needs, tasks: Tasks, missing: readonly Missing[] = []): (() => Promise<void>) => {
  const { db, pool, log, metrics } = needs;
  // One for all runners: each begins anew while the database is gone.
  const logger = loggerOf(log);
  let worker: string | undefined;
  const report = (error: unknown) => log.error({ err: error }, 'jobs failed, they go on');
  /** What one runner tells of itself; `over` once it takes no job any more, whoever ended it. */
  const listenTo = (): { events: WorkerEvents; over: Promise<void> } => {
    const events: WorkerEvents = new EventEmitter();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    events.on('pool:create', ({ workerPool }) => {
      worker = workerPool.id;
    });
    events.on('job:success', ({ job }) => metrics.job(job.task_identifier, 'done'));
    events.on('job:error', ({ job }) => metrics.job(job.task_identifier, 'failed'));
    events.on('job:failed', ({ job }) => metrics.job(job.task_identifier, 'given_up'));
    events.on('pool:fatalError', ({ error }) => report(error));
    events.on('pool:gracefulShutdown', () => resolve());
    return { events, over };
  };
  let runner: Runner | undefined;
  let stopped = false;
  const letGo = async (of: Runner): Promise<void> => void (await within(times.left, of.stop().catch(report)));
  const begin = async (): Promise<void> => {
    while (!stopped) {
      try {
        const { events, over } = listenTo();
        runner = await run({
          pgPool: pool,
          taskList: Object.fromEntries(
            Object.entries(tasks).map(([name, work]) => [name, (payload: unknown) => work(payload as JobPayload)]),
          ),
          parsedCronItems: [],
          concurrency: atOnce,
          pollInterval: times.poll,
          noHandleSignals: true,
          noPreparedStatements: true,
          logger,
          events,
          // Failures too: one that is noted alone and cannot be is an unhandled rejection, which ends the process.
          preset: {
            worker: {
              localQueue: { size: atOnce },
              completeJobBatchDelay: times.ended,
              failJobBatchDelay: times.ended,
            },
          },
        });
        if (stopped) await letGo(runner);
        // It gives up where it cannot note what became of a job, and then may wait for itself for good: another one
        // begins beside it, and what it has in its hands is freed as a dead one's.
        await Promise.race([runner.promise, over]);
      } catch (error) {
        report(error);
      }
      runner = undefined;
      if (!stopped) await pause(times.again);
    }
  };
  const running = begin();
  const stopCare = repeat(
    times.care,
    async () => {
      if (worker !== undefined) await beat(db, worker);
      await freeJobs(db);
      await letThrough(db);
    },
    report,
  );
  const lookAfterAll = async () => {
    for (const look of [addMissingJobs, ...missing, hurryFailed]) await look(db);
  };
  const stopMissing = repeat(times.missing, lookAfterAll, report);
  return async () => {
    stopped = true;
    if (runner) await letGo(runner);
    await running;
    await Promise.all([stopCare(), stopMissing()]);
    // The library notes what is done without waiting for it: with the connections gone it would be done once more.
    const until = performance.now() + times.noted;
    while (pool.waitingCount > 0 && performance.now() < until) await pause(times.note);
  };
};

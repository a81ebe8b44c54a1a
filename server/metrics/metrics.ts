import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type pg from 'pg';
import type { Db } from '../db/db.ts';
import { followChanges, lateOperations, waitingForPeople, waitingJobs, waitingLetters } from './read.ts';

/**
 * How a call ended: `ok`, `redirect`, `file`, or the code of its refusal. All are names of the contract. In front of another server
 * `passed`, whatever that one said, and `left` where its asker did not wait.
 */
export interface CallEnd {
  call: string;
  outcome: string;
  http: number;
  seconds: number;
}

/** What is counted while the server runs. Labels are names of the contract, never anything that somebody sent. */
export interface Metrics {
  /** A call began; what it returns is told how it ended. */
  begin(): (end: CallEnd) => void;
  job(task: string, outcome: 'done' | 'failed' | 'given_up'): void;
  /** From here on the pools, by what they are for, and the database are looked at too, whenever somebody asks. */
  watch(db: Db, pools: Record<string, pg.Pool>, report: (error: unknown) => void): void;
  /** In the text format of Prometheus. */
  text(): Promise<{ type: string; body: string }>;
}

/** Seconds. A confirm is answered in milliseconds; a file of everything takes a while. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A refusal by which a limiter keeps somebody waiting, or has them prove that they are no machine. */
const isOfLimiter = ({ http, outcome }: CallEnd): boolean => http === 429 || outcome === 'captcha_required';

const classOf = (http: number): string => {
  if (http >= 500) return 'failed';
  return http >= 400 ? 'refused' : 'ok';
};

let ofProcess: Registry | undefined;
/** Memory, processor, event loop: there is one process, however many servers are in it. */
const processRegistry = (): Registry => {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
};

export const createMetrics = (): Metrics => {
  const register = new Registry();
  const registers = [register];
  const calls = new Counter({
    name: 'statera_calls_total',
    help: 'Calls that were answered, by name and outcome.',
    labelNames: ['call', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'statera_call_duration_seconds',
    help: 'From the request to the answer; of a file to its first byte.',
    labelNames: ['call', 'class'],
    buckets,
    registers,
  });
  const inFlight = new Gauge({ name: 'statera_calls_in_flight', help: 'Calls under way.', registers });
  const limited = new Counter({
    name: 'statera_limiter_refusals_total',
    help: 'Calls that a limiter refused, by name and code.',
    labelNames: ['call', 'code'],
    registers,
  });
  const jobs = new Counter({
    name: 'statera_jobs_total',
    help: 'Jobs of this process: done, failed and tried again, given up.',
    labelNames: ['task', 'outcome'],
    registers,
  });

  const all = processRegistry();
  let look: () => Promise<void> = () => Promise.resolve();
  // Who asks while another does gets the same: nothing is counted twice.
  let looking: Promise<void> | undefined;

  const watch: Metrics['watch'] = (db, pools, report) => {
    const connections = new Gauge({
      name: 'statera_pool_connections',
      help: 'Connections of this process, and questions that wait for one.',
      labelNames: ['pool', 'state'],
      registers,
    });
    const most = new Gauge({
      name: 'statera_pool_size',
      help: 'Connections at most.',
      labelNames: ['pool'],
      registers,
    });
    const up = new Gauge({ name: 'statera_database_up', help: '1 when the database answered.', registers });
    const queued = new Gauge({
      name: 'statera_jobs_queued',
      help: 'Jobs of the whole database: the same from every process.',
      labelNames: ['task', 'state'],
      registers,
    });
    const late = new Gauge({
      name: 'statera_operations_late',
      help: 'Operations under way for longer than was promised: the same from every process.',
      labelNames: ['kind'],
      registers,
    });
    const latest = new Gauge({
      name: 'statera_operations_late_seconds',
      help: 'For how long the oldest of them is late.',
      labelNames: ['kind'],
      registers,
    });
    const letters = new Gauge({
      name: 'statera_letters_waiting',
      help: 'Letters that have not gone and are still of use: the same from every process.',
      labelNames: ['kind'],
      registers,
    });
    const oldestLetter = new Gauge({
      name: 'statera_letters_waiting_seconds',
      help: 'For how long the oldest of them has been waiting.',
      labelNames: ['kind'],
      registers,
    });
    const people = new Gauge({
      name: 'statera_desk_waiting',
      help: 'What waits for a person of the house: the same from every process.',
      labelNames: ['what'],
      registers,
    });
    const oldest = new Gauge({
      name: 'statera_desk_waiting_seconds',
      help: 'For how long the oldest of it has been waiting.',
      labelNames: ['what'],
      registers,
    });
    const waits = [queued, late, latest, letters, oldestLetter, people, oldest];
    const changes = new Counter({
      name: 'statera_operation_changes_total',
      help: 'Operations that took a status since this process began. Of the whole database: the same from every process.',
      labelNames: ['kind', 'status'],
      registers,
    });
    const changesOf = followChanges(db);
    const first = changesOf().catch(report);
    look = async () => {
      for (const [name, pool] of Object.entries(pools)) {
        most.set({ pool: name }, pool.options.max);
        connections.set({ pool: name, state: 'total' }, pool.totalCount);
        connections.set({ pool: name, state: 'idle' }, pool.idleCount);
        connections.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
      try {
        await first;
        const waiting = await waitingJobs(db);
        const behind = await lateOperations(db);
        const unsent = await waitingLetters(db);
        const undone = await waitingForPeople(db);
        for (const { kind, status, count } of await changesOf()) changes.inc({ kind, status }, count);
        for (const gauge of waits) gauge.reset();
        for (const { task, state, count } of waiting) queued.set({ task, state }, count);
        for (const { kind, count, seconds } of behind) {
          late.set({ kind }, count);
          latest.set({ kind }, seconds);
        }
        for (const { kind, count, seconds } of unsent) {
          letters.set({ kind }, count);
          oldestLetter.set({ kind }, seconds);
        }
        for (const { what, count, seconds } of undone) {
          people.set({ what }, count);
          oldest.set({ what }, seconds);
        }
        up.set(1);
      } catch (error) {
        report(error);
        for (const gauge of waits) gauge.reset();
        up.set(0);
      }
    };
  };

  return {
    begin() {
      inFlight.inc();
      return (end) => {
        const { call, outcome, http, seconds } = end;
        inFlight.dec();
        calls.inc({ call, outcome });
        durations.observe({ call, class: classOf(http) }, seconds);
        if (isOfLimiter(end)) limited.inc({ call, code: outcome });
      };
    },
    job: (task, outcome) => jobs.inc({ task, outcome }),
    watch,
    async text() {
      looking ??= look().finally(() => (looking = undefined));
      await looking;
      const parts = await Promise.all([register.metrics(), all.metrics()]);
      return { type: register.contentType, body: parts.join('\n') };
    },
  };
};

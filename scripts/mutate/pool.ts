import { Worker } from 'node:worker_threads';
import type { ChartMutant } from './charts.ts';
import type { News, Task, Verdict } from './worker.ts';

/** Modules of mutants are never let go of: a thread is ended after so many. */
const most = 250;

/** ms until a machine counts as one that never comes to rest: along what is kept, and while it is searched anew. */
const patience = { comparing: 30_000, searching: 600_000 };

/** What a thread needs of a mutant. */
export type Judgeable = Pick<ChartMutant, 'file' | 'edits' | 'above' | 'models'>;

export interface Bench {
  judge(mutant: Judgeable, walks: number): Promise<Verdict>;
  close(): Promise<void>;
}

/** A thread that judges one mutant after the other. */
export function createBench(): Bench {
  let thread: Worker | undefined;
  let judged = 0;
  const close = async () => {
    const old = thread;
    thread = undefined;
    judged = 0;
    await old?.terminate();
  };
  const ask = (worker: Worker, task: Task): Promise<Verdict> =>
    new Promise((resolve) => {
      const tooLate = () => {
        void close();
        done({ by: 'time', why: 'it never comes to rest' });
      };
      let late = setTimeout(tooLate, patience.comparing);
      const done = (verdict: Verdict) => {
        clearTimeout(late);
        worker.off('message', hear);
        worker.off('error', fall);
        resolve(verdict);
      };
      const hear = (news: News) => {
        if ('verdict' in news) return done(news.verdict);
        clearTimeout(late);
        late = setTimeout(tooLate, patience.searching);
      };
      const fall = (error: unknown) => {
        thread = undefined;
        done({ by: 'loading', why: String(error) });
      };
      worker.on('message', hear);
      worker.on('error', fall);
      // A thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(task);
    });
  return {
    async judge({ file, edits, above, models }, walks) {
      if (judged >= most) await close();
      thread ??= new Worker(new URL('worker.ts', import.meta.url), {
        execArgv: ['--disable-warning=ExperimentalWarning'],
      });
      judged += 1;
      return ask(thread, { file, edits, above, models, walks });
    },
    close,
  };
}

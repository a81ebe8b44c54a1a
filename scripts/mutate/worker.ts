// A thread of its own: modules that were loaded once stay, and a machine that never comes to rest can be ended.
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { Model } from '../../machines/model.ts';
import type { Killed } from './judge.ts';
import { loadWith, type Changed } from './load-mutated.ts';

export interface Task extends Changed {
  models: readonly string[];
  /** How many random walks a mutant must survive besides; none: nor is anything searched anew. */
  walks: number;
}

export type Verdict = Killed | null;

/** What a thread tells: that it goes on to what takes long, or what came out. */
export type News = { searching: true } | { verdict: Verdict };

// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (news: News): void => parentPort?.postMessage(news);

async function judge({ models, walks, ...changed }: Task): Promise<Verdict> {
  let isLoading = true;
  try {
    const stand = await loadWith<typeof import('./stand.ts')>(changed, join('scripts', 'mutate', 'stand.ts'));
    let nearest: Model | undefined;
    for (const file of models) {
      isLoading = true;
      const model = await stand.load(file);
      isLoading = false;
      const killed = stand.compare(model, nearest === undefined);
      if (killed) return killed;
      nearest ??= model;
    }
    if (walks === 0 || !nearest) return null;
    tell({ searching: true });
    return stand.search(nearest, walks);
  } catch (error) {
    return { by: isLoading ? 'loading' : 'transcript', why: String(error) };
  }
}

parentPort?.on('message', (task: Task) => {
  void judge(task).then((verdict) => tell({ verdict }));
});

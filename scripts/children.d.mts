import type { SpawnOptions } from 'node:child_process';

/** Runs to the end, in a process group of its own that does not outlive this process; `limit` in ms. */
export declare const run: (
  command: string,
  args: readonly string[],
  options?: SpawnOptions & { limit?: number; quiet?: boolean },
) => Promise<{ code: number; output: string; late: boolean }>;

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.ts';
import type { Verdict } from './worker.ts';

/** All that a verdict depends on: when any of it changes, everything is judged anew. */
const sources = (folders: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const file of globSync(`${folder}/**/*.{ts,tsx,txt,json,css}`, { cwd: root }).toSorted())
      if (!file.endsWith('survivors.json')) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
};

/** Verdicts of an earlier run over the same files, and where further ones are noted: a run may be stopped at any time. */
export interface Known {
  has(id: string): boolean;
  get(id: string): Verdict | undefined;
  note(id: string, verdict: Verdict): void;
}

export function knownVerdicts(name: string, folders: readonly string[], again: boolean): Known {
  const home = join(root, '.cache', 'mutate');
  const file = join(home, `${name}-${sources(folders)}.jsonl`);
  if (again) rmSync(file, { force: true });
  mkdirSync(home, { recursive: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const verdicts = new Map(lines.map((line) => JSON.parse(line) as [string, Verdict]));
  return {
    has: (id) => verdicts.has(id),
    get: (id) => verdicts.get(id),
    note(id, verdict) {
      if (verdicts.has(id)) return;
      verdicts.set(id, verdict);
      appendFileSync(file, `${JSON.stringify([id, verdict])}\n`);
    },
  };
}

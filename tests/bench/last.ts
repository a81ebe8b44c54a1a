import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './floor.ts';
import { judged, type Row } from './limits.ts';

/** Where and of what a run was made. */
export interface About {
  /** Which commit; with `+` when something was not committed. */
  commit: string;
  command: string;
  date: string;
  machine: { cores: number; processor: string; gigabytes: number; node: string; system: string };
}

const git = (...args: string[]): string => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();

/** What is measured here and now. */
export const here = (command: string): About => ({
  commit: `${git('rev-parse', 'HEAD')}${git('status', '--porcelain', '--', ':!tests/bench/last.json') === '' ? '' : '+'}`,
  command,
  date: new Date().toISOString(),
  machine: {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? '',
    gigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  },
});

const plain = (row: Row): object =>
  Object.fromEntries(
    Object.entries({
      ...row,
      isHeld: (row.atMost ?? row.atLeast ?? row.error) === undefined ? undefined : row.isHeld,
    }).filter(([, value]) => value !== undefined),
  );

/** The text of a run: one row a line, so that two runs can be laid side by side. */
export const written = (about: About, rows: readonly Row[]): string => {
  const { held, of } = judged(rows);
  const head = JSON.stringify({ ...about, held, of }, null, 2).replace(/\n\}$/, '');
  return `${head},\n  "rows": [\n${rows.map((row) => `    ${JSON.stringify(plain(row))}`).join(',\n')}\n  ]\n}\n`;
};

/** Keeps a run beside the bench. */
export const keep = (about: About, rows: readonly Row[]): void =>
  writeFileSync(join(root, 'tests/bench/last.json'), written(about, rows));

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './floor.ts';
import type { Row } from './limits.ts';

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

const plain = (row: Omit<Row, 'part'>): object =>
  Object.fromEntries(
    Object.entries({
      ...row,
      isHeld: (row.atMost ?? row.atLeast ?? row.error) === undefined ? undefined : row.isHeld,
    }).filter(([, value]) => value !== undefined),
  );

interface Measured extends About {
  rows: object[];
}

const file = join(root, 'tests/bench/last.json');

/** One row a line, so that two runs can be laid side by side. */
const written = (parts: Record<string, Measured>): string => {
  const entries = Object.entries(parts).map(([part, { rows, ...about }]) => {
    const head = JSON.stringify(about, null, 2).replace(/\n\}$/, '').replaceAll('\n', '\n  ');
    return `  ${JSON.stringify(part)}: ${head},\n    "rows": [\n${rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')}\n    ]\n  }`;
  });
  return `{\n${entries.join(',\n')}\n}\n`;
};

/** The text of what was measured, each part in the place of what was measured of it before. */
export const withParts = (text: string, about: About, rows: readonly Row[]): string => {
  const parts = new Set(rows.map(({ part }) => part));
  const now = [...parts].map((part): [string, Measured] => [
    part,
    { ...about, rows: rows.filter((row) => row.part === part).map(({ part: _, ...row }) => plain(row)) },
  ]);
  return written({ ...(JSON.parse(text) as Record<string, Measured>), ...Object.fromEntries(now) });
};

/** Keeps a run beside the bench. */
export const keep = (about: About, rows: readonly Row[]): void =>
  writeFileSync(file, withParts(existsSync(file) ? readFileSync(file, 'utf8') : '{}', about, rows));

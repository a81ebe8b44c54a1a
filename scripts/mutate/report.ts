import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.ts';
import type { Kind, Mutant } from './mutant.ts';
import type { Verdict } from './worker.ts';

export interface Judged {
  mutant: Mutant;
  verdict: Verdict;
}

/** What survives and may: the mutant's id, and why nobody could or should notice it. */
export const reasons = (ofViews: boolean): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'tests', ofViews ? 'views' : 'paths', 'survivors.json'), 'utf8')) as Record<
    string,
    string
  >;

export interface Figures {
  made: number;
  killed: number;
  /** Survivors that have a line of reason. */
  explained: number;
  unexplained: string[];
  /** Reasons for what dies, or is not there any more. */
  stale: string[];
  kinds: Partial<Record<Kind, { made: number; killed: number }>>;
  by: Record<string, number>;
}

/** The least share of mutants that generated tests must kill. */
export const enough = 0.9;

/** `whole`: nothing was left out, so that a reason for a mutant that is not among them is a reason for nothing. */
export function figuresOf(judged: readonly Judged[], why: Record<string, string>, whole: boolean): Figures {
  // What cannot be loaded is no machine, and no test has noticed anything.
  const real = judged.filter(({ verdict }) => verdict?.by !== 'loading');
  const alive = real.filter(({ verdict }) => verdict === null).map(({ mutant }) => mutant.id);
  const dead = new Set(real.filter(({ verdict }) => verdict !== null).map(({ mutant }) => mutant.id));
  const all = new Set(judged.map(({ mutant }) => mutant.id));
  const kinds: Figures['kinds'] = {};
  const by: Figures['by'] = {};
  for (const { mutant, verdict } of real) {
    const tally = (kinds[mutant.kind] ??= { made: 0, killed: 0 });
    tally.made += 1;
    if (!verdict) continue;
    tally.killed += 1;
    by[verdict.by] = (by[verdict.by] ?? 0) + 1;
  }
  return {
    made: real.length,
    killed: dead.size,
    explained: alive.filter((id) => why[id]?.trim()).length,
    unexplained: alive.filter((id) => !why[id]?.trim()),
    stale: Object.keys(why).filter((id) => dead.has(id) || (whole && !all.has(id))),
    kinds,
    by,
  };
}

const share = ({ made, killed }: { made: number; killed: number }): string =>
  `${killed} of ${made}`.padStart(14) + `${made > 0 ? ((100 * killed) / made).toFixed(1) : '-'} %`.padStart(10);

export function figuresText(figures: Figures, minutes: number): string {
  const { kinds, by, explained, unexplained, stale } = figures;
  return [
    ...Object.entries(kinds).map(([kind, tally]) => kind.padEnd(12) + share(tally)),
    `${'all'.padEnd(12)}${share(figures)}`,
    '',
    `killed by ${Object.entries(by)
      .map(([who, times]) => `${who} ${times}`)
      .join(', ')}; ${minutes.toFixed(1)} min`,
    `survivors: ${explained} with a reason, ${unexplained.length} without`,
    ...stale.map((id) => `a reason for what does not survive: ${id}`),
  ].join('\n');
}

export const survivorLines = (judged: readonly Judged[], why: Record<string, string>): string[] =>
  judged
    .filter(({ verdict }) => verdict === null)
    .map(
      ({ mutant: { id, file, line, kind, what } }) =>
        `${file}:${line}  ${kind}  ${what}${why[id] ? `\n    ${why[id]}` : ''}`,
    );

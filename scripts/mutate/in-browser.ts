import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../children.mjs';
import { root } from './files.ts';
import type { ViewTask } from './view-tasks.ts';
import type { ViewMutant } from './views.ts';
import type { Verdict } from './worker.ts';

interface Report {
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
}

/** What one test says of its mutant: it passes when somebody noticed. Nothing where it did not run. */
function verdictOf(status: string, [message = '']: string[]): Verdict | undefined {
  if (status !== 'passed' && status !== 'failed') return undefined;
  if (status === 'passed') return { by: 'outline or walk', why: 'a generated test of the view fails' };
  if (message.includes('it survives')) return null;
  if (message.includes('it cannot be loaded')) return { by: 'loading', why: message };
  return { by: 'time', why: message };
}

/** Judges some mutants in one browser, the one of this number; gives what it came to, by the mutant's place in the list. */
export async function judgeViews(
  mutants: readonly Pick<ViewMutant, 'id' | 'file' | 'edits' | 'above' | 'views'>[],
  walk: boolean,
  browser: number,
): Promise<Map<number, Verdict>> {
  const home = join(root, '.cache', 'mutate');
  const tasks = join(home, `views-${process.pid}-${browser}.json`);
  const report = join(home, `report-${process.pid}-${browser}.json`);
  mkdirSync(home, { recursive: true });
  rmSync(report, { force: true });
  const wanted: ViewTask[] = mutants.map(({ id, file, edits, above, views }) => ({
    ...{ id, file, edits, above, views },
    walk,
  }));
  writeFileSync(tasks, JSON.stringify(wanted));
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  await run(process.execPath, [vitest, 'run', '--project=views', '--reporter=json', `--outputFile=${report}`], {
    cwd: root,
    env: { ...process.env, MUTANTS: tasks, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { testResults } = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
    : { testResults: [] };
  rmSync(tasks, { force: true });
  rmSync(report, { force: true });
  const verdicts = new Map<number, Verdict>();
  for (const { title, status, failureMessages } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
    const verdict = verdictOf(status, failureMessages);
    if (verdict !== undefined) verdicts.set(Number(title.replace('mutant ', '')), verdict);
  }
  return verdicts;
}

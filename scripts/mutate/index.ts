// npm run mutate: how much the generated tests notice. `npm run mutate -- --help` says how.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ArgsError, runCommand } from '../command.ts';
import { readArgs, usage, type Args } from './args.ts';
import { chartMutants, type ChartMutant } from './charts.ts';
import { some } from './choose.ts';
import { textOf } from './files.ts';
import { judgeViews } from './in-browser.ts';
import { knownVerdicts, type Known } from './known.ts';
import type { Mutant } from './mutant.ts';
import { createBench } from './pool.ts';
import { enough, figuresOf, figuresText, reasons, survivorLines, type Judged } from './report.ts';
import { checkUnchanged, checkUnchangedViews } from './unchanged.ts';
import { viewMutants, type ViewMutant } from './views.ts';

/** What a verdict depends on. */
const folders = {
  charts: ['machines', 'contract', 'tests/paths', 'scripts/paths', 'scripts/mutate', 'package-lock.json'],
  views: [
    ...['machines', 'contract', 'src', 'stories', 'package-lock.json'],
    ...['tests/paths', 'tests/views', 'tests/tools', 'scripts/paths', 'scripts/mutate'],
  ],
};

/** So many views' mutants are judged by one browser before the next one begins. */
const atOnce = 100;

/** Tells twice a minute how far it is. */
function teller(all: number): (judged: readonly Judged[]) => void {
  let told = Date.now();
  return (judged) => {
    if (Date.now() - told < 30_000) return;
    told = Date.now();
    console.log(`${judged.length} of ${all}, ${judged.filter(({ verdict }) => verdict === null).length} survive`);
  };
}

async function judgeCharts(mutants: readonly ChartMutant[], known: Known, walks: number): Promise<Judged[]> {
  const bench = createBench();
  const judged: Judged[] = [];
  const tell = teller(mutants.length);
  try {
    await checkUnchanged(
      bench,
      mutants.filter(({ id }) => !known.has(id)),
    );
    for (const mutant of mutants) {
      const verdict = known.get(mutant.id) ?? (known.has(mutant.id) ? null : await bench.judge(mutant, walks));
      known.note(mutant.id, verdict);
      judged.push({ mutant, verdict });
      tell(judged);
    }
  } finally {
    await bench.close();
  }
  return judged;
}

async function judgeInBrowser(mutants: readonly ViewMutant[], known: Known, walk: boolean): Promise<Judged[]> {
  const open = mutants.filter(({ id }) => !known.has(id));
  await checkUnchangedViews(judgeViews, open, walk, availableParallelism());
  let begun = 0;
  let judged = 0;
  const judgeOn = async (browser: number): Promise<void> => {
    const some = open.slice(begun, (begun += atOnce));
    if (some.length === 0) return;
    for (const [place, verdict] of await judgeViews(some, walk, browser)) known.note(some[place]!.id, verdict);
    judged += some.length;
    console.log(`${judged} of ${open.length}`);
    await judgeOn(browser);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, (_, browser) => judgeOn(browser)));
  const unjudged = mutants.find(({ id }) => !known.has(id));
  if (unjudged) throw new Error(`nobody judged ${unjudged.id}`);
  return mutants.map((mutant) => ({ mutant, verdict: known.get(mutant.id) ?? null }));
}

const nameIn = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : /^  name: '([^']+)'/m.exec(textOf(file))?.[1];
const viewOf = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : /\bview: '([^']+)'/.exec(textOf(file))?.[1];

/** The mutants that were asked for, and whether they are all there are. @throws ArgsError where there is none: nothing would be judged. */
function chosen<Of extends Mutant>(all: readonly Of[], args: Args, isOf: (mutant: Of) => boolean): [Of[], boolean] {
  const wished = all.filter((mutant) => args.only.includes(mutant.kind) && (args.model === null || isOf(mutant)));
  if (wished.length === 0)
    throw new ArgsError(
      `there is nothing to judge${args.model === null ? '' : `: no such change is the own of a model ${args.model}`}`,
    );
  const mutants = some(wished, args.max, args.seed);
  return [mutants, mutants.length === all.length];
}

async function judged(args: Args): Promise<{ judged: Judged[]; whole: boolean }> {
  if (args.views) {
    const of = chartMutants().find(({ models }) => nameIn(models[0]) === args.model)?.models[0];
    const [mutants, whole] = chosen(viewMutants(), args, ({ views }) => views[0] === viewOf(of));
    return {
      judged: args.list
        ? listed(mutants)
        : await judgeInBrowser(
            mutants,
            knownVerdicts(`views-${args.walks}`, folders.views, args.again),
            args.walks > 0,
          ),
      whole,
    };
  }
  const [mutants, whole] = chosen(chartMutants(), args, ({ models }) => nameIn(models[0]) === args.model);
  const known = knownVerdicts(`charts-${args.walks}`, folders.charts, args.again);
  return { judged: args.list ? listed(mutants) : await judgeCharts(mutants, known, args.walks), whole };
}

const listed = (mutants: readonly Mutant[]): Judged[] => mutants.map((mutant) => ({ mutant, verdict: null }));

async function main(): Promise<void> {
  const args = readArgs(process.argv.slice(2));
  if (args.help) return void console.log(usage);
  const began = Date.now();
  const { judged: all, whole } = await judged(args);
  const why = reasons(args.views);
  const lines = survivorLines(all, why);
  if (args.list) return void console.log(lines.join('\n'));
  const figures = figuresOf(all, why, whole);
  const minutes = (Date.now() - began) / 60_000;
  if (lines.length > 0) console.log(`${lines.join('\n')}\n`);
  console.log(figuresText(figures, minutes));
  if (args.report !== null) writeFileSync(args.report, JSON.stringify({ ...figures, minutes }, null, 2));
  const isWell =
    figures.made > 0 &&
    figures.unexplained.length + figures.stale.length === 0 &&
    figures.killed >= enough * figures.made;
  process.exitCode = isWell ? 0 : 1;
}

await runCommand(main, 2);

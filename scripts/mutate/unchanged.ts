import { ArgsError } from '../command.ts';
import type { ChartMutant } from './charts.ts';
import type { judgeViews } from './in-browser.ts';
import type { Bench } from './pool.ts';
import { fileOfView, type ViewMutant } from './views.ts';

/**
 * Looks once at each model that judges one of these, as it stands: a test that does not hold for it would notice whatever
 * is changed. @throws ArgsError
 */
export async function checkUnchanged(
  { judge }: Pick<Bench, 'judge'>,
  mutants: readonly Pick<ChartMutant, 'models'>[],
): Promise<void> {
  for (const file of new Set(mutants.flatMap(({ models }) => models))) {
    const verdict = await judge({ file, edits: [], above: [file], models: [file] }, 0);
    if (verdict) throw new ArgsError(`with nothing changed a test notices, so that none was judged: ${verdict.why}`);
  }
}

/**
 * The same of each view that judges one of these, by so many browsers at once; with `walk` those that are walked are
 * walked as they stand. @throws ArgsError
 */
export async function checkUnchangedViews(
  judge: typeof judgeViews,
  mutants: readonly Pick<ViewMutant, 'views'>[],
  walk: boolean,
  browsers: number,
): Promise<void> {
  const walked = new Set(walk ? mutants.map(({ views }) => views[0]) : []);
  const views = [...new Set(mutants.flatMap((mutant) => mutant.views))];
  const checkOn = async (browser: number, isWalked: boolean): Promise<void> => {
    const tasks = views
      .filter((view, at) => walked.has(view) === isWalked && at % browsers === browser)
      .map((view) => ({ id: view, file: fileOfView(view), edits: [], above: [fileOfView(view)], views: [view] }));
    if (tasks.length === 0) return;
    const verdicts = await judge(tasks, isWalked, browser);
    const wrong = tasks.filter((_, place) => verdicts.get(place) !== null).map(({ id }) => id);
    if (wrong.length > 0)
      throw new ArgsError(`with nothing changed a test of ${wrong.join(', ')} notices, so that none was judged`);
  };
  await Promise.all(
    Array.from({ length: browsers }, async (_, browser) => {
      await checkOn(browser, false);
      await checkOn(browser, true);
    }),
  );
}

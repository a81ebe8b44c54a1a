import { ArgsError } from '../command.ts';
import type { ChartMutant } from './charts.ts';
import type { Bench } from './pool.ts';

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

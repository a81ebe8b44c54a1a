import fc from 'fast-check';
import type { Model } from '../../machines/model.ts';
import { PlanError } from '../../machines/paths/plans.ts';
import { brokenOn, lineOf, pathOfWalk, walkOf, type Broken, type Walk } from '../../machines/paths/walk.ts';
import { commandFor } from '../../machines/paths/words.ts';
import type { Args } from './args.ts';
import { stepLines } from './print.ts';
import { tell, type ModelOf } from './told.ts';

export interface Failing {
  model: Model;
  walk: Walk;
  broken: Broken;
}

/**
 * Random walks over one machine until an invariant breaks; the walk that breaks it is made as short as it can be. One
 * that breaks it once and not again has broken it.
 */
export function findBroken(model: Model, walks: number, seed: number, longest = 40): Failing | null {
  const inputs = Object.keys(model.inputs);
  const walk = fc.record({
    input: fc.constantFrom(...inputs),
    picks: fc.array(fc.nat({ max: 5039 }), { maxLength: longest }),
  });
  let failing: Failing | null = null;
  const holds = (one: Walk) => {
    const broken = brokenOn(model, pathOfWalk(model, one));
    if (broken) failing = { model, walk: one, broken };
    return broken === null;
  };
  const { failed, errorInstance } = fc.check(fc.property(walk, holds), { numRuns: walks, seed });
  if (failed && failing === null) throw errorInstance;
  return failing;
}

const told = ({ model, walk, broken }: Failing, { lang }: Args, modelOf: ModelOf): string =>
  [
    `${model.title[lang]}: ${broken.invariant.title[lang]}: ${broken.why}`,
    ...stepLines(tell(model, broken.path, lang, modelOf), lang),
    commandFor(model, `--again "${lineOf(walk)}"`),
  ].join('\n');

/** Walks at random, or one walk again; tells what breaks. */
export function walkAll(models: readonly Model[], args: Args, modelOf: ModelOf): void {
  const { walks, again, seed } = args;
  if (again !== null && models.length !== 1) throw new PlanError('--again wants the one machine that it walks');
  for (const model of models) {
    const failing = again === null ? findBroken(model, walks ?? 0, seed) : oneAgain(model, again);
    if (failing) {
      console.log(told(failing, args, modelOf));
      process.exitCode = 1;
    } else if (again === null) console.log(`${model.name}: ${walks} walks, seed ${seed}: every invariant holds`);
    else {
      console.log(stepLines(tell(model, pathOfWalk(model, walkOf(again)), args.lang, modelOf), args.lang).join('\n'));
      console.log('every invariant holds');
    }
  }
}

function oneAgain(model: Model, line: string): Failing | null {
  const walk = walkOf(line);
  if (!(walk.input in model.inputs))
    throw new PlanError(`${model.name} has no start “${walk.input}”. It has: ${Object.keys(model.inputs).join(', ')}`);
  const broken = brokenOn(model, pathOfWalk(model, walk));
  return broken && { model, walk, broken };
}

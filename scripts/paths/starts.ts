import type { Model } from '../../machines/model.ts';
import { phraseIn } from '../../machines/paths/phrases.ts';
import { PlanError } from '../../machines/paths/plans.ts';
import type { Language } from '../../machines/paths/words.ts';

/** The model with one start left: what leads anywhere begins there. @throws PlanError */
export function beginningAt(model: Model, wish: string, lang: Language = 'en'): Model {
  const isWished = (start: string) =>
    [phraseIn(start, 'en'), phraseIn(start, 'ru'), start].some((name) => name.toLowerCase() === wish.toLowerCase());
  const inputs = Object.fromEntries(Object.entries(model.inputs).filter(([start]) => isWished(start)));
  if (Object.keys(inputs).length > 0) return { ...model, inputs };
  const starts = Object.keys(model.inputs).map((start) => `\n  ${phraseIn(start, lang)}`);
  throw new PlanError(`${model.name} has no start “${wish}”. It has:${starts.join('')}`);
}

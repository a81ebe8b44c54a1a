import type { Model } from '../../machines/model.ts';
import { cover, undone } from '../../machines/paths/coverage.ts';
import { departureFrom, departureWords, strayingFrom } from '../../machines/paths/kept.ts';
import { brokenOn } from '../../machines/paths/walk.ts';
import { rules } from '../../tests/paths/chart-rules.ts';
import { keptOf } from '../paths/keep.ts';
import { findBroken } from '../paths/walks.ts';

/** Who noticed, and the first thing that was noticed. */
export interface Killed {
  by: 'transcript' | 'rules' | 'coverage' | 'invariants' | 'outline or walk' | 'loading' | 'time';
  why: string;
}

const byRules = (model: Model): Killed | null => {
  for (const [rule, faultsOf] of Object.entries(rules)) {
    const [fault] = faultsOf(model);
    if (fault !== undefined) return { by: 'rules', why: `${model.name}: ${rule}: ${fault}` };
  }
  return null;
};

const byTranscript = (model: Model): Killed | null => {
  const kept = keptOf(model);
  const departure = departureFrom(model, kept) ?? strayingFrom(model, kept);
  return departure && { by: 'transcript', why: `${model.name}: ${departureWords(departure)}` };
};

/** What is generated anew: paths of its own, with coverage and invariants, then random walks. */
export function search(model: Model, walks: number): Killed | null {
  const { search, coverage } = cover(model);
  const [death] = search.deaths;
  if (death) return { by: 'invariants', why: `${model.name} falls over: ${String(death.error)}` };
  const [left] = undone(coverage);
  if (left !== undefined) return { by: 'coverage', why: `${model.name}: ${left}` };
  for (const path of search.paths) {
    const broken = brokenOn(model, path);
    if (broken) return { by: 'invariants', why: `${model.name}: ${broken.invariant.title.en}: ${broken.why}` };
  }
  const found = findBroken(model, walks, 1);
  return found && { by: 'invariants', why: `${model.name}: ${found.broken.invariant.title.en}: ${found.broken.why}` };
}

/** What is kept says of a model; the rules look at the nearest to what was changed. Null: it notices nothing. */
export const compare = (model: Model, isNearest: boolean): Killed | null =>
  (isNearest ? byRules(model) : null) ?? byTranscript(model);

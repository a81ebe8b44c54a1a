import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '../../machines/model.ts';
import { goalsOf, reachedAlong } from '../../machines/paths/goals.ts';
import { findPaths, withoutIdle } from '../../machines/paths/search.ts';
import type { Path } from '../../machines/paths/steps.ts';
import { readTranscript, type Kept } from '../../machines/paths/kept.ts';
import { transcript, transcriptOf } from '../../machines/paths/transcript.ts';

const folder = join(import.meta.dirname, '..', '..', 'tests', 'paths', 'kept');

const fileOf = ({ name }: Model): string => join(folder, `${name.replaceAll(' ', '-')}.txt`);

/** The kept paths of a model, with what followed each step; none where nothing was kept yet. */
export function keptOf(model: Model): Kept[] {
  const file = fileOf(model);
  return existsSync(file) ? readTranscript(readFileSync(file, 'utf8')) : [];
}

/** A path that can still be walked to its end, with samples that the model still has. */
const isWalkable = (model: Model, path: Path): boolean =>
  path.input in model.inputs &&
  [...transcript(model, path)].every(([, ...lines]) =>
    lines.every((line) => !/^ {2}(cannot be done|the model has no such sample)/.test(line)),
  );

/** The kept paths that still hold, and as many new ones as it takes to walk all there is. */
export function pathsToKeep(model: Model): Path[] {
  const kept = keptOf(model)
    .map(({ path }) => path)
    .filter((path) => isWalkable(model, path));
  const { transitions, guards, outcomes } = goalsOf(model);
  const wanted = [...transitions, ...guards, ...outcomes].filter((goal) => !(goal in (model.unreachable ?? {})));
  const along = (path: Path) => reachedAlong(model, path).filter((goal) => wanted.includes(goal));
  const reached = new Set(kept.flatMap(along));
  const openAfter = (paths: Path[]) => {
    const there = new Set(paths.flatMap(along));
    return wanted.filter((goal) => !reached.has(goal) && !there.has(goal));
  };
  const open = openAfter([]);
  const straight = open.length > 0 || kept.length === 0 ? findPaths(model, { goals: open }).paths : [];
  // What lies too far for one look from a beginning is found from what lies on the way.
  const found = openAfter(straight).length > 0 ? [...straight, ...findPaths(model, { goals: wanted }).paths] : straight;
  const needed = withoutIdle([...kept, ...found], along).filter(({ steps }) => steps.length > 0);
  const begun = new Set(needed.map(({ input }) => input));
  // Random steps begin at each start, also where no path needs it. Which of two that reach the same is needed would be another
  // with each writing.
  const others = Object.keys(model.inputs).filter((input) => !begun.has(input));
  return [...needed, ...others.map((input) => ({ input, steps: [] }))];
}

/** Writes down what the machine does now; tells whether that is news. */
export function keep(model: Model): boolean {
  const text = transcriptOf(model, pathsToKeep(model));
  const file = fileOf(model);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
  return true;
}

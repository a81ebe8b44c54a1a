import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Model } from '../../machines/model.ts';
import { findStops, type Stops } from '../../machines/paths/stops.ts';
import { madeOf } from './made-of.ts';

const root = resolve(import.meta.dirname, '../..');
const home = join(root, '.cache', 'stops');

/** The search itself: when it changes, what it found before counts no more. */
const searchers = [...madeOf(join(root, 'machines/paths/stops.ts')), join(root, 'package-lock.json')];

/** Of what is in these files, and in those of the search. */
export const hashOf = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of [...new Set([...files, ...searchers])].toSorted())
    hash.update(file).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

interface Kept {
  hash: string;
  stops: Stops;
}

const read = (path: string): Kept | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept;
  } catch {
    return null;
  }
};

/**
 * The stops of a model that is made of `files`; looked for once, and kept until one of the files changes. `hash` is what they
 * were when the model was read: what has changed since is not kept under its name.
 */
export function stopsOf(model: Model, files: readonly string[], hash = hashOf(files)): Stops {
  const path = join(home, `${model.name.replaceAll(/\W/g, '-')}.json`);
  const kept = read(path);
  if (kept?.hash === hash) return kept.stops;
  const stops = findStops(model);
  if (hashOf(files) !== hash) return stops;
  mkdirSync(home, { recursive: true });
  writeFileSync(path, JSON.stringify({ hash, stops } satisfies Kept));
  return stops;
}

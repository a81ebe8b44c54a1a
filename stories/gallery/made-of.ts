import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { valueImports } from './value-imports.ts';

const read = new Map<string, { changed: number; loads: string[] }>();

/** What a file of ours loads of ours; types are left out. */
const loadsOf = (file: string): string[] => {
  const changed = statSync(file).mtimeMs;
  const before = read.get(file);
  if (before?.changed === changed) return before.loads;
  const loads = /\.tsx?$/.test(file)
    ? [...valueImports(file, readFileSync(file, 'utf8')).keys()].map((from) => resolve(dirname(file), from))
    : [];
  read.set(file, { changed, loads });
  return loads;
};

/** A file and every file of ours that it is made of, by their whole paths. */
export const madeOf = (file: string): string[] => {
  const files = new Set([file]);
  for (const one of files) for (const next of loadsOf(one)) files.add(next);
  return [...files];
};

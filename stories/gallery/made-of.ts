import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSync } from 'vite';

const read = new Map<string, { changed: number; loads: string[] }>();

/** What a file of ours loads of ours; types are left out. */
const loadsOf = (file: string): string[] => {
  const changed = statSync(file).mtimeMs;
  const before = read.get(file);
  if (before?.changed === changed) return before.loads;
  const { staticImports, staticExports } = /\.tsx?$/.test(file)
    ? parseSync(file, readFileSync(file, 'utf8')).module
    : { staticImports: [], staticExports: [] };
  const loads = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
  ]
    .filter((from) => from.startsWith('.'))
    .map((from) => resolve(dirname(file), from));
  read.set(file, { changed, loads });
  return loads;
};

/** A file and every file of ours that it is made of, by their whole paths. */
export const madeOf = (file: string): string[] => {
  const files = new Set([file]);
  for (const one of files) for (const next of loadsOf(one)) files.add(next);
  return [...files];
};

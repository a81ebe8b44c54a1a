import { globSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { valueImports } from '../../stories/gallery/value-imports.ts';
import { root, textOf } from './files.ts';

/** Which file of ours loads which, and by what names; types are left out. */
export interface Graph {
  /** The names that a file takes from another one. */
  imports: Map<string, Map<string, Set<string>>>;
  /** A file and all that load it, with the number of steps that lie between. */
  above(file: string): Map<string, number>;
}

const importsOf = (file: string): Map<string, Set<string>> =>
  new Map([...valueImports(file, textOf(file))].map(([from, names]) => [join(dirname(file), from), names]));

/** Reads every code file below some folders. */
export function graphOf(folders: readonly string[]): Graph {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }));
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  return {
    imports,
    above(file) {
      const steps = new Map([[file, 0]]);
      for (const [one, far] of steps)
        for (const [by, targets] of imports) if (targets.has(one) && !steps.has(by)) steps.set(by, far + 1);
      return steps;
    },
  };
}

import { globSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'vite';
import { root, textOf } from './files.ts';

/** Which file of ours loads which, and by what names; types are left out. */
export interface Graph {
  /** The names that a file takes from another one. */
  imports: Map<string, Map<string, Set<string>>>;
  /** A file and all that load it, with the number of steps that lie between. */
  above(file: string): Map<string, number>;
}

const importsOf = (file: string): Map<string, Set<string>> => {
  const { module } = parseSync(file, textOf(file));
  const found = new Map<string, Set<string>>();
  const take = (from: string, names: string[]) => {
    if (!from.startsWith('.')) return;
    const target = join(dirname(file), from);
    found.set(target, new Set([...(found.get(target) ?? []), ...names]));
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    const values = entries.filter(({ isType }) => !isType);
    if (entries.length === 0 || values.length > 0)
      take(
        moduleRequest.value,
        values.map(({ importName }) => importName.name ?? '*'),
      );
  }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType, importName } of entries)
      if (moduleRequest && !isType) take(moduleRequest.value, [importName.name ?? '*']);
  return found;
};

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

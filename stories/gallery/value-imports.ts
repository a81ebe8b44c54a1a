import { parseSync } from 'vite';

/** What a file of code loads by relative names, and which names it takes from each; types are left out. */
export const valueImports = (file: string, code: string): Map<string, Set<string>> => {
  const { module } = parseSync(file, code);
  const found = new Map<string, Set<string>>();
  const take = (from: string, names: string[]) => {
    if (from.startsWith('.')) found.set(from, new Set([...(found.get(from) ?? []), ...names]));
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

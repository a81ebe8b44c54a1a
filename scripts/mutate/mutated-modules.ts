import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './files.ts';
import { edited } from './mutant.ts';
import type { ViewTask } from './view-tasks.ts';

const marked = /[?&]mutant=(\d+)/;

/**
 * Serves `…/x.view.tsx?mutant=3` as it is when the third mutant's file is changed: whatever on the way sees that file is
 * loaded once more under the same mark, all else is shared.
 */
export function mutatedModules(tasks: readonly ViewTask[]): Plugin {
  const fileOf = (id: string): string =>
    relative(root, id.replace(/[?].*$/, ''))
      .split(sep)
      .join('/');
  const taskOf = (id: string | undefined): ViewTask | undefined => {
    const number = marked.exec(id ?? '')?.[1];
    return number === undefined ? undefined : tasks[Number(number)];
  };
  const without = (id: string): string => id.replace(marked, '').replace(/[?]$/, '');
  return {
    name: 'mutated-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const mark = marked.exec(source) ?? marked.exec(importer ?? '');
      const task = taskOf(mark?.[0]);
      if (!mark || !task) return null;
      const found = await this.resolve(without(source), importer && without(importer), { ...options, skipSelf: true });
      if (!found || !task.above.includes(fileOf(found.id))) return found;
      return { ...found, id: `${found.id.replace(/[?].*$/, '')}?mutant=${mark[1]}` };
    },
    load(id) {
      const task = taskOf(id);
      if (!task) return null;
      const code = readFileSync(id.replace(/[?].*$/, ''), 'utf8');
      return fileOf(id) === task.file ? edited(code, task.edits) : code;
    },
  };
}

import { readFileSync } from 'node:fs';
import { editOf, fixedViews } from './fixed.ts';
import { seenBy, viewGraph, type ViewMutant } from './views.ts';

/** The one among the fixed mutants in which nothing is changed. */
const unchanged = 'nothing is changed';

/** What a browser needs of a mutant. */
export type ViewTask = Pick<ViewMutant, 'id' | 'file' | 'edits' | 'above' | 'views'> & { walk: boolean };

/** The mutants that a file tells; without one those that every day kills. */
export function tasksIn(file: string | undefined): ViewTask[] {
  if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8')) as ViewTask[];
  const graph = viewGraph();
  const tasks = fixedViews.map((fixed) => ({
    id: fixed.what,
    file: fixed.file,
    edits: [editOf(fixed)],
    walk: false,
    ...seenBy(graph, fixed.file),
  }));
  // Whatever is only loaded once more must read as before.
  return [...tasks, ...tasks.slice(0, 1).map((task) => ({ ...task, id: unchanged, edits: [] }))];
}

import { textOf } from './files.ts';
import { graphOf, type Graph } from './graph.ts';
import { named, type Mutant } from './mutant.ts';
import { changesOfView } from './view.ts';

/** A mutant with the files that see it, and the views among them that a model names, the nearest first. */
export interface ViewMutant extends Mutant {
  above: string[];
  /** As a model names it: `exchange/exchange`. */
  views: string[];
}

export const viewGraph = (): Graph => graphOf(['src']);
export const fileOfView = (view: string): string => `src/features/${view}.view.tsx`;
const viewName = (file: string): string | undefined => /^src\/features\/(.+)\.view\.tsx$/.exec(file)?.[1];

/** The files that load a file, and the views among them. */
export function seenBy(graph: Graph, file: string): { above: string[]; views: string[] } {
  const above = [...graph.above(file)].toSorted(([, one], [, other]) => one - other).map(([each]) => each);
  return { above, views: above.flatMap((each) => viewName(each) ?? []) };
}

/** What is made of what a screen is made of: screens, their parts, and the parts of all screens. */
const isPart = (file: string): boolean => /^src\/(features|ui)\/.*\.tsx$/.test(file);

/** Every mutant of every view, always in the same order. */
export function viewMutants(graph = viewGraph()): ViewMutant[] {
  return [...graph.imports.keys()]
    .filter(isPart)
    .toSorted()
    .flatMap((file) => {
      const code = textOf(file);
      const seen = seenBy(graph, file);
      if (seen.views.length === 0) return [];
      return named(file, code, changesOfView(file, code)).map((mutant) => Object.assign(mutant, seen));
    });
}

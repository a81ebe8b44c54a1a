import { changesOfChart, changesOfHelper } from './chart.ts';
import { textOf } from './files.ts';
import { graphOf, type Graph } from './graph.ts';
import { named, type Mutant } from './mutant.ts';

/** A mutant with what it takes to judge it: the files that see it, and the models among them, the nearest first. */
export interface ChartMutant extends Mutant {
  above: string[];
  models: string[];
}

export const chartGraph = (): Graph =>
  graphOf(['machines', 'contract', 'scripts/paths', 'scripts/mutate', 'tests/paths']);

/** A chart, and what was taken out of it because it is long: what it names. */
const isChart = (file: string): boolean => /^machines\/.*\.(machine|setup|chart)\.ts$/.test(file);

/** Machines, and the files beside them in which they keep their guards and actions. */
const filesOf = ({ imports }: Graph): string[] =>
  [...imports.keys()].filter((file) => isChart(file) || /^machines\/.*\.context\.ts$/.test(file)).toSorted();

/** What machines take from a file by name. */
const takenFrom = ({ imports }: Graph, file: string): Set<string> =>
  new Set([...imports].flatMap(([by, targets]) => (isChart(by) ? [...(targets.get(file) ?? [])] : [])));

/** The files that see a file, and the models among them, the nearest first. */
export function seenBy(graph: Graph, file: string): { above: string[]; models: string[] } {
  const above = [...graph.above(file)].toSorted(([, one], [, other]) => one - other).map(([each]) => each);
  return { above, models: above.filter((each) => each.endsWith('.model.ts') && each.startsWith('machines/')) };
}

/** Every mutant of every chart, always in the same order. */
export function chartMutants(graph = chartGraph()): ChartMutant[] {
  return filesOf(graph).flatMap((file) => {
    const code = textOf(file);
    const seen = seenBy(graph, file);
    const found = isChart(file) ? changesOfChart(file, code) : changesOfHelper(file, code, takenFrom(graph, file));
    return named(file, code, found).map((mutant) => Object.assign(mutant, seen));
  });
}

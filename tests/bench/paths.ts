import { cover } from '../../machines/paths/coverage.ts';
import { planCover } from '../../machines/paths/plans.ts';
import { findStops } from '../../machines/paths/stops.ts';
import { readModels } from '../../scripts/paths/models.ts';
import { pathsOfLibrary } from './floors/graph/shortest-paths.ts';
import budget from './budget.json' with { type: 'json' };
import { held, told } from './limits.ts';
import { syntheticModel } from './synthetic.ts';

/** Milliseconds that something takes, and what it gives. */
function timed<Value>(what: () => Value): { ms: number; value: Value } {
  const began = performance.now();
  const value = what();
  return { ms: performance.now() - began, value };
}
const seconds = (ms: number): string => (ms / 1000).toFixed(2);

/** How long it takes to find the paths and the stories of every machine there is, and how that grows with a machine. */
export async function benchPaths(): Promise<void> {
  const models = [...(await readModels()).values()];
  const rows = models.map((model) => ({
    name: model.name,
    paths: timed(() => cover(model)),
    stops: model.view === undefined ? null : timed(() => findStops(model)),
  }));
  const all = rows.reduce((sum, { paths }) => sum + paths.ms, 0);
  const slowest = rows.toSorted((one, other) => other.paths.ms - one.paths.ms).slice(0, 5);

  console.log('\nseconds to find the paths of every machine\n');
  const found = rows.reduce((sum, { paths }) => sum + paths.value.coverage.paths, 0);
  held(`all ${rows.length}`, all / 1000, budget.pathsSeconds, { digits: 2, more: `   (${found} paths)` });
  for (const { name, paths } of slowest)
    console.log(`${`  ${name}`.padEnd(40)}${seconds(paths.ms).padStart(9)}   ${paths.value.search.tried} steps tried`);
  told('the stories of all views', rows.reduce((sum, { stops }) => sum + (stops?.ms ?? 0), 0) / 1000, { digits: 2 });

  console.log(
    '\nseconds to find a way to every state of a made-up machine; the library searches without starting it\n',
  );
  console.log(
    `${'states'.padEnd(10)}${'ours'.padStart(9)}${'transitions too'.padStart(18)}${'getShortestPaths'.padStart(19)}`,
  );
  for (const size of [100, 300, 1000]) {
    const model = syntheticModel(size);
    const states = timed(() => planCover(model, 'states'));
    const transitions = timed(() => planCover(model, 'transitions'));
    const library = timed(() => pathsOfLibrary(model.machine));
    if (states.value.tally.walked !== size || library.value !== size || transitions.value.tally.missing.length > 0)
      throw new Error(`of ${size} states ${states.value.tally.walked} were walked, ${library.value} by the library`);
    console.log(
      `${String(size).padEnd(10)}${seconds(states.ms).padStart(9)}${seconds(transitions.ms).padStart(18)}${seconds(library.ms).padStart(19)}`,
    );
  }
}

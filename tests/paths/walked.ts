import { expect } from 'vitest';
import type { Model } from '../../machines/model.ts';
import type { Coverage } from '../../machines/paths/coverage.ts';
import { look } from '../../machines/paths/seen.ts';
import { start, take, type Path } from '../../machines/paths/steps.ts';
import type { World } from '../../machines/paths/world.ts';
import { differences } from '../../machines/paths/difference.ts';
import { perform } from './perform.ts';

/** What the paths of a model leave undone, by name; nothing when all is well. */
export const undone = ({
  transitions,
  guards,
  outcomes,
  states,
  reachedAfterAll,
  unknownExcuses,
  nameless,
}: Coverage) =>
  [
    ['not walked', [...transitions.missing, ...guards.missing, ...outcomes.missing]],
    ['not reached', states.missing],
    ['told as unreachable and reached', reachedAfterAll],
    ['told as unreachable and not there', unknownExcuses],
    ['an action without a name', nameless],
  ].flatMap(([what, names]) => (names as string[]).map((name) => `${what as string}: ${name}`));

/** The same path once more from the start: everything must be seen again, to the last field of every context. */
export async function walkAgain(model: Model, path: Path): Promise<void> {
  let world!: World;
  await perform(model, path, {
    begin: () => {
      world = start(model, path.input);
    },
    step: (step) => take(model, world, step),
    check: (_state, { seen }) => expect(differences(look(world), seen)).toEqual([]),
  });
}

import { expect } from 'vitest';
import type { Model } from '../../machines/model.ts';
import { look } from '../../machines/paths/seen.ts';
import { start, take, type Path } from '../../machines/paths/steps.ts';
import type { World } from '../../machines/paths/world.ts';
import { differences } from '../../machines/paths/difference.ts';
import { perform } from './perform.ts';

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

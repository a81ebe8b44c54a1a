import { expect, inject, test } from 'vitest';
import { models } from '../paths/models.ts';
import { keptOutlines } from './kept.ts';
import { mutatedView, noticed } from './mutated.ts';
import { changedStory } from './outlines.tsx';

const all = inject('mutants').map((mutant, number) => [mutant.id, number, mutant] as const);
/** As `scripts/mutate/view-tasks.ts` calls the one that is none. */
const isUnchanged = (id: string): boolean => id === 'nothing is changed';

test.each(all.filter(([id]) => !isUnchanged(id)))(
  'D4 a view in which %s: it is noticed',
  async (_what, number, mutant) => {
    expect(await noticed(mutant, number)).not.toBeNull();
  },
);

test.each(all.filter(([id]) => isUnchanged(id)))('D4 a view in which %s is left alone', async (_what, number) => {
  const model = Object.values(models).find(({ name }) => name === 'operation')!;
  expect(
    await changedStory(model, await mutatedView('operation/operation', number), keptOutlines(model.name)),
  ).toBeNull();
});

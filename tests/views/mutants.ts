import { expect, inject, test } from 'vitest';
import { noticed } from './mutated.ts';

/** Every mutant is a test: it passes when a generated test notices. */
test.each(inject('mutants').map((mutant, number) => [number, mutant] as const))(
  'mutant %i',
  { timeout: 300_000 },
  async (number, mutant) => {
    expect(await noticed(mutant, number), 'it survives').not.toBeNull();
  },
);

import { expect, test } from 'vitest';
import exchange from '../../machines/flows/exchange/exchange.model.ts';
import { byHand, planTo, planThrough } from '../../machines/paths/plans.ts';

const fromTheList = { ...exchange, inputs: { 'from the list': exchange.inputs['from the list'] } };

test('a path by hand has nothing in it that the page hears by itself, and begins where it was told to', () => {
  const { paths } = planThrough(fromTheList, 'user.confirmed', byHand);
  const ends = planTo(fromTheList, 'finished.failed', () => undefined, byHand).paths;
  expect([paths.length > 0, ends.length]).toEqual([true, 1]);
  for (const { input, steps } of [...paths, ...ends]) {
    expect(input).toBe('from the list');
    const said = steps.flatMap((step) => (step.type === 'say' ? [step.event.type] : []));
    expect(said.filter((type) => !type.startsWith('user.'))).toEqual([]);
  }
});

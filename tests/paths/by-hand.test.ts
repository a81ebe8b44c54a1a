import { expect, test } from 'vitest';
import exchange from '../../machines/flows/exchange/exchange.model.ts';
import { byHand, planTo } from '../../machines/paths/plans.ts';

const fromTheList = { ...exchange, inputs: { 'from the list': exchange.inputs['from the list'] } };

test('a path by hand has nothing in it that the page hears by itself, and begins where it was told to', () => {
  const { paths } = planTo(fromTheList, 'finished.failed', () => undefined, byHand);
  expect(paths).toHaveLength(1);
  for (const { input, steps } of paths) {
    expect(input).toBe('from the list');
    const said = steps.flatMap((step) => (step.type === 'say' ? [step.event.type] : []));
    expect(said.filter((type) => !type.startsWith('user.'))).toEqual([]);
  }
});

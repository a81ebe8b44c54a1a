import { expect, test } from 'vitest';
import { shown, walkEach } from './every-view.ts';

walkEach(shown.filter((_, at) => at % 2 === 0));

test('D4 there are views', () => {
  expect(shown.length).toBeGreaterThan(0);
});

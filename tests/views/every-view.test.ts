import { expect, test } from 'vitest';
import { walkedNow, walkEach } from './every-view.ts';

walkEach(walkedNow.filter((_, at) => at % 2 === 0));

test('D4 there are views', () => {
  expect(walkedNow.length).toBeGreaterThan(0);
});

import { expect, test } from 'vitest';
import { closingLine, countsOf } from '../../scripts/counts.mjs';

test.each([
  ['passed', { numPassedTests: 3 }, 0, { passed: 3, skipped: 0, failed: 0 }],
  ['one failed', { numPassedTests: 3, numFailedTests: 1 }, 1, { passed: 3, skipped: 0, failed: 1 }],
  ['one was skipped', { numPassedTests: 3, numPendingTests: 1 }, 0, { passed: 3, skipped: 1, failed: 1 }],
  ['one is yet to be written', { numPassedTests: 3, numTodoTests: 1 }, 0, { passed: 3, skipped: 1, failed: 1 }],
  ['nothing ran', {}, 0, { passed: 0, skipped: 0, failed: 1 }],
  ['it ended badly', { numPassedTests: 3 }, 1, { passed: 3, skipped: 0, failed: 1 }],
])('D10 a suite of which %s', (_what, report, code, counts) => {
  expect(countsOf(report, code)).toEqual(counts);
});

test('D10 the closing line says nothing but what passed and what failed', () => {
  expect(closingLine({ passed: 12, failed: 1 })).toBe('12 passed, 1 failed');
});

import { expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { dueBy, isSlow } from '../../machines/operation/due.ts';
import { truth } from '../../machines/operation/operation.context.ts';
import {
  answered,
  at,
  sampleDeposit,
  sampleExchangeAll,
  sampleOperation,
  sampleTransfer,
  sampleWithdrawal,
} from '../../machines/operation/operation.samples.ts';

const minute = 60_000;
/** What a page knows whose clock is an hour ahead of the server's, so long after it heard of the operation. */
const heard = (operation: Operation, later = 0) => {
  const answer = answered(operation);
  const page = answer.at + 60 * minute;
  const { deadline = 0 } = truth({ ...answer, at: page });
  return { current: operation, deadline, now: page + later };
};

test('F7 what is worked on says the minute by which it is usually done, by the clock of the server', () => {
  const expected_by = new Date(at + 12_345).toISOString();
  const operation = sampleWithdrawal('processing', { expected_by });
  expect(dueBy(heard(operation))).toEqual({ by: at + minute, now: at });
  // The last moment of it is in time, the next one late: either is said, and never both.
  expect([dueBy(heard(operation, 12_345))?.by, isSlow(heard(operation, 12_345))]).toEqual([at + minute, false]);
  expect([dueBy(heard(operation, 12_346)), isSlow(heard(operation, 12_346))]).toEqual([null, true]);
});

const { expected_by: _, ...unknown } = sampleTransfer('processing');
test.each([
  ['that nobody expects', unknown],
  ['that waits for something', sampleDeposit('processing', { reason: 'needs_verification' })],
  ['that waits to be paid', sampleDeposit('awaiting_payment', { expected_by: new Date(at + minute).toISOString() })],
  ['that is over', sampleTransfer('completed', { expected_by: new Date(at + minute).toISOString() })],
  ['that says itself how long it takes', sampleOperation('processing')],
  ['of several wallets, which says it too', sampleExchangeAll('processing')],
])('F7 an operation says no such minute %s', (_name, operation) => {
  expect(dueBy(heard(operation))).toBeNull();
});

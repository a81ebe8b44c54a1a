import { expect, test } from 'vitest';
import type { OperationLine } from '../../contract/operation.ts';
import {
  sampleExchangeAll,
  sampleFewer,
  sampleOperation,
  samplePurchase,
  sampleSomeFailed,
  sampleTransfer,
} from '../../machines/operation/operation.samples.ts';
import { sampleExchangeAllForm } from '../../machines/flows/exchange-all/exchange-all.samples.ts';
import { openMethod } from '../../machines/payment/payment.samples.ts';
import { sumOfLines } from '../../server/operations/lines.ts';
import { Big } from '../../server/money/decimal.ts';
import { quoteGive } from '../../server/money/quote.ts';

const priced = { percent: '0.5', feeMinimum: '0.00', giveScale: 2, getScale: 8 };
const quoted = (give: string, rate: string) => {
  const { fee, get } = quoteGive(new Big(give), { ...priced, rate });
  return { fee: fee.toFixed(2), get: get.toFixed(8) };
};

const all = [
  ...(['open', 'processing', 'completed', 'failed', 'expired'] as const).map((status) => sampleExchangeAll(status)),
  sampleFewer({}),
  sampleSomeFailed(),
];

test.each(all.map((operation) => [operation.status, operation] as const))(
  'F4 what the samples of an exchange of all bring together is the sum of their lines, as the server sums them up: %s',
  (_status, { terms, lines = [] }) => {
    expect(lines.length).toBeGreaterThan(0);
    expect(new Big(sumOfLines(lines)).toFixed(8)).toBe(terms.get.amount);
  },
);

test('F4 each line of a sample is priced as the server prices it', () => {
  const lines: OperationLine['terms'][] = all.flatMap(({ lines: its = [] }) => its.map(({ terms }) => terms));
  const asked = sampleExchangeAllForm.wallets.flatMap(({ give, rate, fee, get }) =>
    give !== undefined && rate !== undefined ? [{ give, rate, fee, get }] : [],
  );
  expect(asked).toHaveLength(2);
  for (const { give, rate, fee, get } of asked) expect({ fee, get }).toEqual(quoted(give, rate));
  for (const { give, rate, get } of lines) expect(get.amount).toBe(quoted(give.amount, rate).get);
});

test('F8 a purchase of a sample costs what its way to pay says, as the server prices it', () => {
  const { fee: charged } = openMethod('purchase');
  const { give, get, fee, rate } = samplePurchase('open').terms;
  const price = { ...priced, percent: charged.percent, feeMinimum: charged.minimum, rate };
  const quote = quoteGive(new Big(give.amount), price);
  expect([fee.amount, get.amount]).toEqual([quote.fee.toFixed(2), quote.get.toFixed(8)]);
});

test.each(['open', 'awaiting_payment', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const)(
  'F2 a sample begins with the first step of its way, and has all its time where that is over: %s',
  (status) => {
    for (const sample of [sampleOperation, samplePurchase, sampleTransfer]) {
      const { created_at, timeline } = sample(status);
      const times = timeline.map(({ at }) => Date.parse(at));
      expect(times[0]).toBe(Date.parse(created_at));
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      if (status === 'expired') expect(times.at(-1)! - times[0]!).toBeGreaterThanOrEqual(60_000);
    }
  },
);

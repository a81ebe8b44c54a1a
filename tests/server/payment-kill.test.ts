import { describe, expect, test } from 'vitest';
import { deepTest } from '../tools/deep.ts';
import { balanceOf } from './bank.ts';
import type { Browser } from './browser.ts';
import { dying } from './dying.ts';
import { movementsOf } from './money.ts';
import {
  bitcoinByCard,
  byBank,
  checkedPayment,
  factOf,
  handOver,
  ordered,
  outside,
  paymentBecomes,
  paymentOf,
  payTo,
  press,
  submitPayment,
} from './payments.ts';
import type { Operation } from '../../contract/operation.ts';

interface Way {
  row: string;
  kind: 'deposit' | 'purchase';
  ask: Record<string, string>;
  currency: string;
  /** Somebody pays it, outside. */
  pay(server: { url: string }, operation: Operation): Promise<unknown>;
  /** What there is at the end, of what the operation brings. */
  brought(operation: Operation): string;
}

const ways: Way[] = [
  {
    row: 'F7',
    kind: 'deposit',
    ask: byBank,
    currency: 'EUR',
    pay: (server, operation) => payTo(server, factOf(operation, 'reference')),
    brought: () => '110',
  },
  {
    row: 'F8',
    kind: 'purchase',
    ask: bitcoinByCard,
    currency: 'BTC',
    pay: async (_, operation) => press(await handOver(operation), 'pay'),
    brought: ({ terms }) => terms.get.amount.replace(/0+$/, ''),
  },
];
const money = { EUR: '10' };

const anotherAmount: Way = {
  ...ways[0]!,
  pay: (server, operation) => payTo(server, factOf(operation, 'reference'), { amount: '40.05' }),
  brought: () => '50.05',
};

const atPayment = ['before COMMIT@payment', 'after COMMIT@payment'];
const atSettlement = ['before COMMIT@settlement', 'after COMMIT@settlement'];

/** What came is credited once, by the order or by the deposit that it led to. */
const creditedOnce = async (
  way: Way,
  at: string,
  ends: (browser: Browser, ordered: Operation) => Promise<Operation>,
) => {
  let operation: Operation | undefined;
  await dying({
    at,
    money,
    before: async ({ browser, number }, server) => {
      await outside(server.db, number);
      operation = await ordered(browser, way.kind, way.ask);
      // The answer to whoever pays may be cut off with the process.
      await way.pay(server, operation).catch(() => {});
    },
    after: async ({ browser, id }, { db }) => {
      if (!operation) throw new Error('nothing was ordered');
      expect(await movementsOf(db, await ends(browser, operation))).toEqual(['settle']);
      expect((await balanceOf(db, id, way.currency)).available).toBe(way.brought(operation));
    },
  });
};

/** The deposit of what came otherwise, once it is completed. */
const insteadOf = async (browser: Browser, order: Operation): Promise<Operation> => {
  const { replaced_by: id = '' } = await paymentBecomes(browser, order, 'cancelled');
  return await paymentBecomes(browser, (await browser.get(`/api/operation/read/${id}`)).body.payload, 'completed');
};

describe.each(ways)('a server that is killed in a $kind', (way) => {
  const { row, kind, ask, currency, pay, brought } = way;
  const paidOnce = (at: string) =>
    creditedOnce(way, at, (browser, order) => paymentBecomes(browser, order, 'completed'));

  test.concurrent.each(atPayment)(`${row} %s: another process hears of the payment, and it is credited once`, paidOnce);
  deepTest.concurrent.each(atSettlement)(`${row} %s: another process ends it, and it is credited once`, paidOnce);

  deepTest.concurrent.each([
    { point: 'before COMMIT', status: 'open' },
    { point: 'after COMMIT', status: 'awaiting_payment' },
  ] as const)(
    `${row} $point of the confirm: afterwards it is $status, and once more makes it one order`,
    async (then) => {
      let operation: Operation | undefined;
      await dying({
        at: `${then.point}@${kind}.integration_json`,
        money,
        before: async ({ browser, number }, { db }) => {
          await outside(db, number);
          operation = await checkedPayment(browser, kind, ask);
          await expect(submitPayment(browser, operation)).rejects.toThrow('fetch failed');
        },
        after: async ({ browser, id }, server) => {
          if (!operation) throw new Error('nothing was checked');
          expect((await paymentOf(browser, operation)).status).toBe(then.status);
          const submitted: Operation = (await submitPayment(browser, operation)).body.payload;
          await pay(server, submitted);
          await paymentBecomes(browser, operation, 'completed');
          expect((await balanceOf(server.db, id, currency)).available).toBe(brought(operation));
        },
      });
    },
  );
});

describe('a server that is killed while another amount is paid', () => {
  test.concurrent.each([...atPayment, ...atSettlement])(
    'F7 %s: another process asks the provider, and what came is credited once',
    (at) => creditedOnce(anotherAmount, at, insteadOf),
  );
});

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { depositLines } from '../../server/deposit/postings.ts';
import { settleLines } from '../../server/exchange/postings.ts';
import { depositTo } from '../../server/ledger/deposit.ts';
import { newOperationId } from '../../server/ledger/ids.ts';
import { move, type Line } from '../../server/ledger/movements.ts';
import { openWallet } from '../../server/ledger/wallets.ts';
import { Big, fits, written } from '../../server/money/decimal.ts';
import { quoteGet, quoteGive, type Price, type Quote } from '../../server/money/quote.ts';
import { operationEntity } from '../../server/operations/entity.ts';
import { holdLines, releaseLines } from '../../server/operations/holding.ts';
import type { OperationRow } from '../../server/operations/row.ts';
import { close } from '../../server/operations/settle.ts';
import { purchaseLines } from '../../server/purchase/postings.ts';
import { transferLines } from '../../server/transfer/postings.ts';
import { withdrawLines } from '../../server/withdraw/postings.ts';
import { deep } from '../tools/deep.ts';
import { runs } from '../tools/runs.ts';
import { bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson } from './money.ts';

const decimalOf = (value: bigint, scale: number): string => {
  const text = value.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
};

const scale = fc.constantFrom(0, 2, 6, 8, 18);
/** Rates of up to 24 digits, 18 of them a fraction; fees from nothing to 99.99 %, and a least one. */
const rate = fc.bigInt(1n, 10n ** 24n).map((value) => decimalOf(value, 18));
const percent = fc.bigInt(0n, 9_999n).map((value) => decimalOf(value, 2));
const units = fc.bigInt(1n, 10n ** 26n);

const prices: fc.Arbitrary<Price> = fc
  .record({ giveScale: scale, getScale: scale, rate, percent, least: fc.bigInt(0n, 10n ** 6n) })
  .map(({ least, ...price }) => ({ ...price, feeMinimum: decimalOf(least, price.giveScale) }));

const termsOf = ({ give, get, fee }: Quote, { rate: price }: Pick<Price, 'rate'>, into = 'GET') => ({
  give_currency: 'GIVE',
  give: give.toFixed(),
  get_currency: into,
  get: get.toFixed(),
  fee: fee.toFixed(),
  rate: price,
});

/** What is left over, by currency: nothing, of lines that only move. */
const leftOver = (lines: Line[]): string[] => {
  const sums = new Map<string, InstanceType<typeof Big>>();
  for (const { currency, amount } of lines) sums.set(currency, (sums.get(currency) ?? new Big('0')).plus(amount));
  return [...sums].filter(([, sum]) => !sum.eq('0')).map(([currency, sum]) => `${currency} ${sum.toFixed()}`);
};

/** What a wallet gains in each currency, available and held together. */
const gainOf = (lines: Line[], wallet: string): Record<string, string> => {
  const gains: Record<string, string> = {};
  for (const { to, currency, amount } of lines)
    if ('wallet' in to && to.wallet === wallet)
      gains[currency] = new Big(gains[currency] ?? '0').plus(amount).toFixed();
  return gains;
};

/** How each kind of operation moves money: whether it sets aside, whether currencies differ, and what its good end posts. */
const kinds: Record<
  'exchange' | 'transfer' | 'withdraw' | 'deposit' | 'purchase',
  { holds: boolean; pair: boolean; settle(row: ReturnType<typeof termsOf>): Line[] }
> = {
  exchange: { holds: true, pair: true, settle: (row) => settleLines(row, 'from', 'into') },
  transfer: { holds: true, pair: false, settle: (row) => transferLines(row, { wallet: 'from', part: 'held' }, 'into') },
  withdraw: { holds: true, pair: false, settle: (row) => withdrawLines(row, 'from') },
  deposit: { holds: false, pair: false, settle: (row) => depositLines(row, 'into') },
  purchase: { holds: false, pair: true, settle: (row) => purchaseLines(row, 'into') },
};
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];
const unitOf = (digits: number) => new Big(decimalOf(1n, digits));

/** What the fee and what arrives must be of the amount that was typed. */
const expectRounded = (typed: InstanceType<typeof Big>, typedGive: boolean, quote: Quote, price: Price): void => {
  const { give, fee, get } = quote;
  const exactFee = give.times(price.percent).times('0.01');
  expect(fee.gte(exactFee) && fee.gte(price.feeMinimum)).toBe(true);
  expect(fee.eq(price.feeMinimum) || fee.minus(unitOf(price.giveScale)).lt(exactFee)).toBe(true);
  const worth = give.minus(fee).times(price.rate);
  if (typedGive) {
    expect(give.eq(typed) && get.lte(worth) && worth.lt(get.plus(unitOf(price.getScale)))).toBe(true);
    return;
  }
  expect(get.eq(typed) && get.lte(worth)).toBe(true);
  const less = give.minus(unitOf(price.giveScale));
  expect(less.lte('0') || quoteGive(less, price).get.lt(typed)).toBe(true);
};

describe('every unit', () => {
  test('F3 F6 F7 F8 F9 of any amount, rate and fee of every kind of operation is somewhere: held, paid, kept by the house, or back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kindNames), prices, units, fc.boolean(), (name, price, amount, typedGive) => {
        const kind = kinds[name];
        const terms: Price = kind.pair ? price : { ...price, getScale: price.giveScale, rate: '1' };
        const typed = new Big(decimalOf(amount, typedGive ? terms.giveScale : terms.getScale));
        const quote = typedGive ? quoteGive(typed, terms) : quoteGet(typed, terms);
        // What would bring nothing is refused before it is kept.
        fc.pre(quote.get.gt('0'));
        expectRounded(typed, typedGive, quote, terms);
        const [give, get, fee] = [quote.give.toFixed(), quote.get.toFixed(), quote.fee.toFixed()];
        const row = termsOf(quote, terms, kind.pair ? 'GET' : 'GIVE');
        const settled = kind.settle(row);
        const hold = kind.holds ? holdLines(row, 'from') : [];
        const released = kind.holds ? releaseLines(row, 'from') : [];
        for (const lines of [hold, settled, released]) expect(leftOver(lines)).toEqual([]);
        expect(gainOf([...hold, ...released], 'from')).toEqual(kind.holds ? { GIVE: '0' } : {});
        expect(gainOf([...hold, ...settled], 'from')).toEqual(kind.holds ? { GIVE: `-${give}` } : {});
        expect(gainOf(settled, 'into')).toEqual(name === 'withdraw' ? {} : { [row.get_currency]: get });
        const house = (account: string) =>
          settled.filter(({ to }) => 'house' in to && to.house === account).map(({ amount: one }) => one.toFixed());
        expect(house('fees')).toEqual([fee]);
        expect(house('outside')).toEqual(name === 'withdraw' ? [get] : kind.holds ? [] : [`-${give}`]);
        if (!kind.pair) expect(quote.give.minus(quote.fee).eq(quote.get)).toBe(true);
        for (const { to, currency, amount: posted } of [...hold, ...settled, ...released])
          if ('wallet' in to) expect(fits(posted, currency === 'GIVE' ? terms.giveScale : terms.getScale)).toBe(true);
      }),
      runs(2_000, 100_000),
    );
  });

  test('F3 of several lines is in their sum: an exchange of everything gets what its lines get', () => {
    fc.assert(
      fc.property(scale, fc.array(fc.tuple(prices, units), { minLength: 1, maxLength: 9 }), (getScale, wallets) => {
        const lines = wallets
          .map(([price, amount]) => ({ ...price, getScale, amount }))
          .map((price) => quoteGive(new Big(decimalOf(price.amount, price.giveScale)), price))
          .filter(({ get }) => get.gt('0'));
        const total = lines.reduce((sum, { get }) => sum.plus(get), new Big('0'));
        expect(() => written(total, getScale)).not.toThrow();
        expect(lines.every(({ get, worth }) => get.lte(worth))).toBe(true);
      }),
      runs(500),
    );
  });
});

describe('every digit', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ SEED_DEMO: '0', PROVIDERS: 'none' });
  });
  afterAll(() => server.close());

  const scales: Record<string, number> = { USD: 2, JPY: 0, KZT: 2, BTC: 8, ETH: 18, USDT: 6 };
  const codes = Object.keys(scales);
  const asked = fc.record({
    kind: fc.constantFrom(...kindNames),
    give: fc.constantFrom(...codes),
    get: fc.constantFrom(...codes),
    amount: fc.bigInt(1n, 10n ** 26n),
    percent,
    rate,
  });

  test('F3 F6 F7 F8 F9 survives from the terms to the database to the receipt, and the bank check finds nothing', async () => {
    const { db } = server;
    const two = async () => [await makePerson(server, {}), await makePerson(server, {})] as const;
    let [ann, bob] = await two();
    let moved = 0;
    for (const one of fc.sample(asked, { numRuns: deep ? 5_000 : 100, ...(deep && { seed: runs(1).seed ?? 1 }) })) {
      const { pair, holds } = kinds[one.kind];
      const dst = pair ? one.get : one.give;
      if (pair && one.give === one.get) continue;
      const [giveScale = 0, getScale = 0] = [scales[one.give], scales[dst]];
      const price: Price = {
        giveScale,
        getScale,
        rate: pair ? one.rate : '1',
        percent: one.percent,
        feeMinimum: '0',
      };
      const quote = quoteGive(new Big(decimalOf(one.amount, giveScale)), price);
      if (!quote.get.gt('0') || !quote.get.lt('1e29')) continue;
      const row = await db.transaction().execute(async (trx) => {
        if (holds) await depositTo(trx, ann.id, { currency: one.give, amount: quote.give.toFixed() });
        const open = await trx
          .insertInto('operations')
          .values({
            ...termsOf(quote, price, dst),
            give_currency: one.give,
            id: newOperationId(),
            account_id: ann.id,
            ...(one.kind === 'transfer' && { counterparty_id: bob.id }),
            kind: one.kind,
            asked_side: 'give',
            asked_amount: quote.give.toFixed(),
            terms_version: 1,
            expires_at: '2999-01-01T00:00:00Z',
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const step = (status: OperationRow['status'], submitted = false) =>
          trx
            .updateTable('operations')
            .set({ status, ...(submitted && { submitted_at: sql`clock_timestamp()` }) })
            .where('id', '=', open.id)
            .returningAll()
            .executeTakeFirstOrThrow();
        if (!holds) await step('awaiting_payment', true);
        await step('processing', holds);
        if (holds) await move(trx, open.id, 'hold', holdLines(open, await openWallet(trx, ann.id, one.give)));
        const done = await step('completed');
        await close(trx, done);
        return done;
      });
      moved += 1;
      // A wallet has thirty digits before the point: nobody is given more of these amounts than fit.
      if (moved % 100 === 0) [ann, bob] = await two();
      const { terms } = await operationEntity(db, row, 'en', row.account_id ?? '');
      expect([terms.give.amount, terms.get.amount, terms.fee.amount, terms.rate]).toEqual([
        quote.give.toFixed(giveScale),
        quote.get.toFixed(getScale),
        quote.fee.toFixed(giveScale),
        new Big(price.rate).toFixed(),
      ]);
    }
    expect(moved).toBeGreaterThan(50);
    const { rows } = await sql<{ wrong: string }>`
      select currency as wrong from postings group by currency having sum(amount) <> 0`.execute(db);
    expect(rows).toEqual([]);
    await bankCheck(db);
  });
});

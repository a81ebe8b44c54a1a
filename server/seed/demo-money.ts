import { sql } from 'kysely';
import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { readPair } from '../exchange/pair.ts';
import { settleLines } from '../exchange/postings.ts';
import { depositTo } from '../ledger/deposit.ts';
import { newOperationId } from '../ledger/ids.ts';
import { move } from '../ledger/movements.ts';
import { openWallet } from '../ledger/wallets.ts';
import { marketOf } from '../market/house-market.ts';
import type { Market } from '../market/market.ts';
import { Big } from '../money/decimal.ts';
import { quoteGet, quoteGive } from '../money/quote.ts';
import { holdLines, releaseLines } from '../operations/holding.ts';
import { raise } from '../revision.ts';
import type { DemoEmail, DemoPerson } from './demo.ts';
import { seedDemoCards } from './demo-cards.ts';
import { drawPaper, seedDemoPassport } from './demo-papers.ts';
import { seedDemoPayments } from './demo-payments.ts';
import { seedDemoBonus } from './demo-referral.ts';
import { seedDemoTransfers } from './demo-transfers.ts';
import { seedDemoWithdrawals } from './demo-withdrawals.ts';

/** What the demo account began with, 61 days ago. */
const deposits = [
  ['USD', '21500'],
  ['EUR', '7200'],
  ['RUB', '640000'],
  ['JPY', '412000'],
  ['BTC', '0.3'],
  ['ETH', '3.75'],
] as const;

type Past = readonly [
  hoursAgo: number,
  pair: string,
  side: 'give' | 'get',
  amount: string,
  outcome?: 'failed' | 'cancelled' | 'expired',
];

/** Its exchanges, oldest first; completed unless it says otherwise. */
const past: Past[] = [
  [1437, 'USD/BTC', 'give', '1200'],
  [1409, 'RUB/USD', 'give', '85000'],
  [1382, 'USD/EUR', 'get', '500'],
  [1360, 'EUR/JPY', 'give', '240.50'],
  [1331, 'USD/ETH', 'get', '0.25'],
  [1305, 'USD/BTC', 'give', '50', 'expired'],
  [1304, 'USD/BTC', 'give', '75'],
  [1266, 'JPY/USD', 'give', '60000'],
  [1240, 'BTC/USD', 'give', '0.015'],
  [1207, 'RUB/EUR', 'give', '40000', 'failed'],
  [1206, 'RUB/EUR', 'give', '40000'],
  [1150, 'ETH/BTC', 'give', '0.4'],
  [1121, 'USD/RUB', 'give', '300'],
  [1083, 'EUR/USD', 'give', '1000'],
  [1037, 'USD/JPY', 'get', '50000'],
  [1002, 'BTC/EUR', 'give', '0.008', 'cancelled'],
  [960, 'BTC/EUR', 'give', '0.008'],
  [911, 'USD/ETH', 'give', '640'],
  [868, 'RUB/BTC', 'give', '25000'],
  [820, 'EUR/RUB', 'give', '150'],
  [771, 'USD/EUR', 'give', '2500', 'expired'],
  [724, 'ETH/USD', 'give', '0.5'],
  [669, 'USD/BTC', 'get', '0.02'],
  [603, 'JPY/EUR', 'give', '45000'],
  [550, 'USD/RUB', 'get', '20000'],
  [487, 'EUR/BTC', 'give', '320', 'failed'],
  [431, 'EUR/BTC', 'give', '320'],
  [366, 'USD/EUR', 'give', '410.75'],
  [298, 'BTC/ETH', 'give', '0.012'],
  [241, 'RUB/USD', 'give', '30000'],
  [190, 'USD/JPY', 'give', '150'],
  [133, 'USD/ETH', 'give', '95.40', 'cancelled'],
  [96, 'ETH/EUR', 'give', '0.35'],
  [52, 'USD/BTC', 'give', '200', 'expired'],
  [51, 'USD/BTC', 'give', '200'],
  [22, 'EUR/USD', 'give', '260'],
  [5, 'USD/ETH', 'get', '0.1'],
];

/** Hours since the one whom it invited was verified, and since their first exchange: at the end of what is told below. */
const earned = [
  ['verified', 1149.36],
  ['exchange', 599.99],
] as const;

const reasons = { failed: 'provider_declined', cancelled: 'cancelled_by_house', expired: 'quote_expired' } as const;

/**
 * Wallets, papers and history of the demo accounts, once, in the transaction that makes them. `people` is each account by
 * its e-mail; `welcome` has run for all of them, and who invited whom is known. Every exchange is posted as a real one
 * would have been.
 */
export const seedDemoMoney = async (house: House, db: Db, people: Record<DemoEmail, DemoPerson>): Promise<void> => {
  if (house.config.providers !== 'sandbox') return;
  const { 'demo@example.com': demo, 'must@example.com': known } = people;
  const accountId = demo.id;
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
  const now = Date.parse(rows[0]?.now ?? '');
  for (const [currency, amount] of deposits)
    await depositTo(db, accountId, { currency, amount, at: new Date(now - 61 * 86_400_000).toISOString() });
  const market = marketOf(house.config);
  for (const exchange of past) await relive(db, market, accountId, exchange, now);
  const picture = await drawPaper();
  await seedDemoPassport(db, { account: accountId, picture, hoursAgo: 1461 }, now);
  await seedDemoPassport(db, { account: known.id, picture, hoursAgo: 1150 }, now);
  await seedDemoWithdrawals(db, accountId, now);
  await seedDemoPayments(house, db, accountId, now);
  await seedDemoCards(db, accountId, now);
  await seedDemoTransfers(db, { demo, known }, now);
  await relive(db, market, known.id, [600, 'EUR/USD', 'give', '20'], now);
  for (const [event, hoursAgo] of earned)
    await seedDemoBonus(db, { demo: demo.id, guest: known.id }, { event, at: now - hoursAgo * 3_600_000 });
  await raise(db, accountId, 'wallets', 'total_balance');
};

/** One exchange of the past with its rate, its statuses and its postings, each at its own time. */
const relive = async (db: Db, market: Market, accountId: string, exchange: Past, now: number): Promise<void> => {
  const [hoursAgo, codes, side, amount, outcome] = exchange;
  const [src = '', dst = ''] = codes.split('/');
  const id = newOperationId();
  const opened = now - hoursAgo * 3_600_000;
  const after = (seconds: number) => new Date(opened + seconds * 1_000).toISOString();
  const pair = await readPair(db, src, dst);
  const rate = market.rate(src, dst, opened);
  const price = {
    rate,
    percent: pair.row.percent,
    feeMinimum: pair.row.fee_minimum,
    giveScale: pair.src.scale,
    getScale: pair.dst.scale,
  };
  const quote = side === 'give' ? quoteGive(new Big(amount), price) : quoteGet(new Big(amount), price);
  const row = await db
    .insertInto('operations')
    .values({
      id,
      account_id: accountId,
      kind: 'exchange',
      give_currency: src,
      give: quote.give.toFixed(),
      get_currency: dst,
      get: quote.get.toFixed(),
      fee: quote.fee.toFixed(),
      rate,
      asked_side: side,
      asked_amount: amount,
      terms_version: pair.row.version,
      created_at: after(0),
      changed_at: after(0),
      expires_at: after(60),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (outcome === 'expired') {
    await db
      .updateTable('operations')
      .set({ status: 'expired', reason: reasons.expired, changed_at: after(60) })
      .where('id', '=', id)
      .execute();
    return;
  }
  const [submitted, ended] = [after(19), after(21.4)];
  const from = await openWallet(db, accountId, src);
  await db
    .updateTable('operations')
    .set({ status: 'processing', changed_at: submitted, submitted_at: submitted })
    .where('id', '=', id)
    .execute();
  await move(db, id, 'hold', holdLines(row, from), submitted);
  await db
    .updateTable('operations')
    .set({ status: outcome ?? 'completed', reason: outcome ? reasons[outcome] : null, changed_at: ended })
    .where('id', '=', id)
    .execute();
  if (outcome) await move(db, id, 'release', releaseLines(row, from), ended);
  else await move(db, id, 'settle', settleLines(row, from, await openWallet(db, accountId, dst)), ended);
};

import type { ErrorCode } from '../../contract/error-codes.ts';
import type { ExchangeAsk } from '../../contract/calls/exchange.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { availableOf } from '../ledger/wallets.ts';
import type { Market } from '../market/market.ts';
import { Big, fits, plain, written } from '../money/decimal.ts';
import { quoteGet, quoteGive, type Quote } from '../money/quote.ts';
import { readPair, type Pair } from './pair.ts';
import { reserveOf } from './reserve.ts';

/** Terms that passed every limit. */
export interface Priced extends Quote {
  pair: Pair;
  rate: string;
}

/** Who asks: `account` is an account's id, null for a visitor; `at` is the database's time in milliseconds. */
interface Asker {
  account: string | null;
  at: number;
}

/**
 * Prices what was asked. Limits are amounts of the given currency, whichever side was typed.
 * @throws Refusal with a code for the field, and `params` that fill its words: minimum, maximum, available (for an
 * account), currency; for the reserve: reserve, currency.
 */
export const quoteAsk = async (db: Db, market: Market, ask: ExchangeAsk, { account, at }: Asker): Promise<Priced> => {
  const pair = await readPair(db, ask.src, ask.dst);
  const { src, dst, row } = pair;
  const typed = ask.side === 'give' ? src : dst;
  const amount = new Big(ask.amount);
  const wrong = (code: ErrorCode, params: Record<string, string | number>) =>
    new Refusal(422, code, { fields: { amount: code }, params });
  if (!fits(amount, typed.scale)) throw wrong('too_precise', { scale: typed.scale, currency: typed.code });
  if (!amount.gt('0')) throw wrong('not_positive', { currency: typed.code });

  const rate = market.rate(src.code, dst.code, at);
  const price = { rate, percent: row.percent, feeMinimum: row.fee_minimum, giveScale: src.scale, getScale: dst.scale };
  const quote = ask.side === 'give' ? quoteGive(amount, price) : quoteGet(amount, price);

  const available = account === null ? null : await availableOf(db, account, src.code);
  const limits = {
    minimum: written(row.minimum, src.scale),
    maximum: written(row.maximum, src.scale),
    ...(available && { available: written(available, src.scale) }),
    currency: src.code,
  };
  if (quote.give.lt(row.minimum) || !quote.get.gt('0')) throw wrong('below_minimum', limits);
  if (quote.give.gt(row.maximum)) throw wrong('above_maximum', limits);
  if (available && quote.give.gt(available)) throw wrong('insufficient_funds', limits);
  const reserve = await reserveOf(db, dst);
  if (quote.get.gt(reserve)) throw wrong('reserve_too_low', { reserve, currency: dst.code });
  return { ...quote, pair, rate };
};

/** Terms as the contract writes them. */
export const termsOf = ({ give, get, fee, rate, pair: { src, dst } }: Priced) => ({
  give: { amount: written(give, src.scale), currency: src.code },
  get: { amount: written(get, dst.scale), currency: dst.code },
  fee: { amount: written(fee, src.scale), currency: src.code },
  rate: plain(rate),
});

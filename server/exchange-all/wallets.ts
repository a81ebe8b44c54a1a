import type { WholeWallet } from '../../contract/calls/exchange-all.ts';
import type { Ctx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { momentOf } from '../exchange/check.ts';
import { readPairs, type Pair } from '../exchange/pair.ts';
import { reserveOf } from '../exchange/reserve.ts';
import { marketOf } from '../market/house-market.ts';
import { currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import { Big, type Decimal } from '../money/decimal.ts';
import { quoteGive, type Quote } from '../money/quote.ts';

/** One wallet as it can be exchanged whole: priced, or closed and why. */
export interface PricedWallet {
  currency: CurrencyRow;
  available: Decimal;
  minimum: Decimal;
  /** Up to the most that is exchanged at once. */
  priced?: Quote & { pair: Pair; rate: string };
  closed?: NonNullable<WholeWallet['closed']>;
}

/** The account's wallets with money in them, in the order that people see. */
const readWallets = async (db: Db, accountId: string): Promise<{ currency: CurrencyRow; available: Decimal }[]> => {
  const currencies = await readCurrencies(db);
  const rows = await db
    .selectFrom('wallets')
    .select(['currency', 'available'])
    .where('account_id', '=', accountId)
    .where('available', '>', '0')
    .execute();
  return rows
    .map((row) => ({ currency: currencyOf(currencies, row.currency), available: new Big(row.available) }))
    .toSorted((one, other) => one.currency.position - other.currency.position);
};

/** What can be got for anything, in the order that people see. */
export const readChoices = async (db: Db): Promise<CurrencyRow[]> => {
  const got = new Map((await readPairs(db)).map(({ dst }) => [dst.code, dst]));
  return [...got.values()].toSorted((one, other) => one.position - other.position);
};

/** Each wallet with the least that any exchange of it takes, before it is known into what. */
export const plainWallets = async (db: Db, accountId: string): Promise<PricedWallet[]> => {
  const pairs = Map.groupBy(await readPairs(db), ({ src }) => src.code);
  return (await readWallets(db, accountId)).map(({ currency, available }) => {
    const least = (pairs.get(currency.code) ?? []).map(({ row }) => new Big(row.minimum));
    const [minimum = new Big('0')] = least.toSorted((one, other) => one.cmp(other));
    return { currency, available, minimum };
  });
};

/**
 * Each wallet as it would go into one currency, by the rates of now: each by itself; with `only`, those wallets, among which the
 * house's reserve is shared out in their order.
 */
export const pricedWallets = async (
  ctx: Pick<Ctx, 'house' | 'now'>,
  db: Db,
  { account, into, only }: { account: string; into: CurrencyRow; only?: string[] },
): Promise<{ reserve: string; wallets: PricedWallet[] }> => {
  const market = marketOf(ctx.house.config);
  const pairs = new Map((await readPairs(db, { dst: into.code })).map((pair) => [pair.src.code, pair]));
  const wallets = (await readWallets(db, account)).filter(({ currency }) => only?.includes(currency.code) ?? true);
  const reserve = await reserveOf(db, into);
  let left = new Big(reserve);
  const priced: PricedWallet[] = [];
  for (const { currency, available } of wallets) {
    const pair = pairs.get(currency.code);
    if (!pair) {
      const closed = currency.code === into.code ? 'same_currency' : 'pair_unavailable';
      priced.push({ currency, available, minimum: new Big('0'), closed });
      continue;
    }
    const { row } = pair;
    const minimum = new Big(row.minimum);
    const rate = market.rate(currency.code, into.code, momentOf(ctx.now));
    const give = available.gt(row.maximum) ? new Big(row.maximum) : available;
    const quote = quoteGive(give, {
      rate,
      percent: row.percent,
      feeMinimum: row.fee_minimum,
      giveScale: currency.scale,
      getScale: into.scale,
    });
    const whole = { currency, available, minimum };
    if (give.lt(minimum) || !quote.get.gt('0')) priced.push({ ...whole, closed: 'below_minimum' });
    else if (quote.get.gt(left)) priced.push({ ...whole, closed: 'reserve_too_low' });
    else {
      if (only) left = left.minus(quote.get);
      priced.push({ ...whole, priced: { ...quote, pair, rate } });
    }
  }
  return { reserve, wallets: priced };
};

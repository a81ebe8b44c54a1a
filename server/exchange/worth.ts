import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { marketOf } from '../market/house-market.ts';
import { currencyEntity, currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import { Big, round, written, type Decimal } from '../money/decimal.ts';
import type { Account, ScannedValue } from '../scanned.ts';

/** What everything is counted in. */
const totalCurrency = 'USD';

interface Counted {
  number: string;
  currency: CurrencyRow;
  available: Decimal;
  held: Decimal;
  /** What the available and the held money are worth, unrounded: held money is the person's until it is out. */
  worth: Decimal;
}

/** One unit of `code` in the currency of the total; nothing where nobody gives rates. */
const rateTo = (config: Config, code: string, at: number): string => {
  if (code === totalCurrency) return '1';
  return config.providers === 'none' ? '0' : marketOf(config).rate(code, totalCurrency, at);
};

const count = async (db: Db, account: Account, config: Config): Promise<{ counted: Counted[]; total: CurrencyRow }> => {
  const currencies = await readCurrencies(db);
  const rows = await db
    .selectFrom('wallets')
    .select(['number', 'currency', 'available', 'held', sql<string>`clock_timestamp()`.as('now')])
    .where('account_id', '=', account.id)
    .execute();
  const counted = rows
    .map((row) => {
      const currency = currencyOf(currencies, row.currency);
      const [available, held] = [new Big(row.available), new Big(row.held)];
      const worth = available.plus(held).times(rateTo(config, row.currency, Date.parse(row.now)));
      return { number: row.number, currency, available, held, worth };
    })
    .toSorted((one, other) => one.currency.position - other.currency.position);
  return { counted, total: currencyOf(currencies, totalCurrency) };
};

/** The currency that the newest completed exchange paid into: its wallet is highlighted. */
const lastExchanged = async (db: Db, accountId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('operations')
    .select('get_currency')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'exchange')
    .where('status', '=', 'completed')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.get_currency;
};

export const readWallets = async (db: Db, account: Account, config: Config): Promise<ScannedValue<'wallets'>> => {
  const { counted, total } = await count(db, account, config);
  const last = await lastExchanged(db, account.id);
  return counted.map(({ number, currency, available, held, worth }) => {
    const { code, logo, name, scale, kind } = currencyEntity(currency, account.locale);
    return {
      number,
      currency: code,
      logo,
      balance: written(available, scale),
      last_exchange: code === last,
      name,
      value: written(round(worth, total.scale, 'floor'), total.scale),
      held: written(held, scale),
      scale,
      kind,
    };
  });
};

/** All wallets together, rounded down once: it can be a little more than the sum of the wallets' values. */
export const readTotalBalance = async (
  db: Db,
  account: Account,
  config: Config,
): Promise<ScannedValue<'total_balance'>> => {
  const { counted, total } = await count(db, account, config);
  const sum = counted.reduce((all, { worth }) => all.plus(worth), new Big('0'));
  return { amount: written(round(sum, total.scale, 'floor'), total.scale), logo: total.logo, currency: total.code };
};

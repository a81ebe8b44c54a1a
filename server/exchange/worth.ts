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

/** A wallet as it is at a moment of the database. */
export interface WalletRow {
  number: string;
  currency: string;
  available: string;
  held: string;
}

interface Sum {
  counted: Counted[];
  total: CurrencyRow;
}

const countOf = (rows: WalletRow[], at: number, currencies: Map<string, CurrencyRow>, config: Config): Sum => {
  const counted = rows
    .map((row) => {
      const currency = currencyOf(currencies, row.currency);
      const [available, held] = [new Big(row.available), new Big(row.held)];
      const worth = available.plus(held).times(rateTo(config, row.currency, at));
      return { number: row.number, currency, available, held, worth };
    })
    .toSorted((one, other) => one.currency.position - other.currency.position);
  return { counted, total: currencyOf(currencies, totalCurrency) };
};

const count = async (db: Db, account: Account, config: Config): Promise<Sum> => {
  const currencies = await readCurrencies(db);
  const rows = await db
    .selectFrom('wallets')
    .select(['number', 'currency', 'available', 'held', sql<string>`clock_timestamp()`.as('now')])
    .where('account_id', '=', account.id)
    .execute();
  return countOf(rows, Date.parse(rows[0]?.now ?? ''), currencies, config);
};

/** The newest exchange that went through, by an index of its own: nobody reads the checks behind it. */
export const newestExchange = (db: Db, accountId: string) =>
  db
    .selectFrom('operations')
    .select('get_currency')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'exchange')
    .where('status', '=', 'completed')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

/** The currency that the newest completed exchange paid into: its wallet is highlighted. */
const lastExchanged = async (db: Db, accountId: string): Promise<string | undefined> =>
  (await newestExchange(db, accountId).executeTakeFirst())?.get_currency;

export const readWallets = async (db: Db, account: Account, config: Config): Promise<ScannedValue<'wallets'>> => {
  const sum = await count(db, account, config);
  return walletsOf(sum, await lastExchanged(db, account.id), account.locale);
};

const walletsOf = ({ counted, total }: Sum, last: string | undefined, locale: 'ru' | 'en'): ScannedValue<'wallets'> =>
  counted.map(({ number, currency, available, held, worth }) => {
    const { code, logo, name, scale, kind } = currencyEntity(currency, locale);
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

/** All wallets together, rounded down once: it can be a little more than the sum of the wallets' values. */
export const readTotalBalance = async (
  db: Db,
  account: Account,
  config: Config,
): Promise<ScannedValue<'total_balance'>> => {
  return totalOf(await count(db, account, config));
};

const totalOf = ({ counted, total }: Sum): ScannedValue<'total_balance'> => {
  const sum = counted.reduce((all, { worth }) => all.plus(worth), new Big('0'));
  return { amount: written(round(sum, total.scale, 'floor'), total.scale), logo: total.logo, currency: total.code };
};

/** What somebody has, who has read it already: the wallets at one moment, and the currency that was exchanged into last. */
export interface Had {
  rows: WalletRow[];
  at: string;
  last: string | undefined;
  currencies: Map<string, CurrencyRow>;
}

/** The keys as `readWallets` and `readTotalBalance` tell them. */
export const worthOf = (
  { rows, at, last, currencies }: Had,
  locale: 'ru' | 'en',
  config: Config,
): { wallets: ScannedValue<'wallets'>; total_balance: ScannedValue<'total_balance'> } => {
  const sum = countOf(rows, Date.parse(at), currencies, config);
  return { wallets: walletsOf(sum, last, locale), total_balance: totalOf(sum) };
};

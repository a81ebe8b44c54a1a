import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Big, round, written, type Decimal } from '../money/decimal.ts';
import { promisingKinds } from '../operations/kinds.ts';

/** Any number will do, as long as every process of the product takes the same. */
const reserveLock = 732_901_451;

/**
 * What the house has and what it has promised of it, by currency; null is every currency. What it has are the marks and the postings
 * behind them (`reserve-marks.ts`). All are read by one statement, so that an exchange that settles meanwhile, and a posting
 * that comes under the marks, counts once.
 */
export const reserveQuery = (currency: string | null, without: readonly string[] = []) =>
  // The postings behind the marks have an end as well, above every id: of a range without one PostgreSQL expects a third of the
  // table, and would plan for that. There are few operations that are not over, and they have an index of their own.
  sql<{ currency: string; amount: string }>`
    select currency, sum(amount) as amount from (
      select m.currency, m.amount from reserve_marks m where ${currency}::text is null or m.currency = ${currency}
      union all
      select c.code, behind.amount from currencies c cross join lateral (
        select sum(p.amount) as amount from postings p
        where p.house = 'exchange' and p.currency = c.code
          and p.id > (select r.through from reserve_reach r) and p.id <= 9223372036854775807) behind
      where behind.amount is not null and (${currency}::text is null or c.code = ${currency})
      union all
      select o.get_currency, -o.get from operations o
      where o.kind = any(${promisingKinds}::text[]) and o.status in ('awaiting_payment', 'processing')
        and not (o.id = any(${without}::text[])) and (${currency}::text is null or o.get_currency = ${currency})
    ) part group by currency`;

/**
 * What the house can still promise, by currency: what it has on its exchange account, less what submitted operations
 * are going to get, but for those `without` which it is asked; never less than nothing. Remainders make the house's own balance finer than
 * the currency: rounded down.
 */
export const reserves = async (
  db: Db,
  currency?: string,
  without?: readonly string[],
): Promise<(code: string, scale: number) => Decimal> => {
  const { rows } = await reserveQuery(currency ?? null, without).execute(db);
  const balances = new Map(rows.map((row) => [row.currency, new Big(row.amount)]));
  return (code, scale) => {
    const balance = balances.get(code) ?? new Big('0');
    return balance.gt('0') ? round(balance, scale, 'floor') : new Big('0');
  };
};

/** One currency's reserve as an amount; `without` are operations that do not count themselves. */
export const reserveOf = async (
  db: Db,
  { code, scale }: { code: string; scale: number },
  without?: readonly string[],
): Promise<string> => written((await reserves(db, code, without))(code, scale), scale);

/**
 * From here to the end of the transaction nobody else promises this currency. Take it as the last lock of all: who
 * has it waits for nothing more.
 */
export const lockReserve = async (db: Db, code: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${reserveLock}, hashtext(${code}))`.execute(db);
};

import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Big, round, written, type Decimal } from '../money/decimal.ts';

/** Any number will do, as long as every process of the product takes the same. */
const reserveLock = 732_901_451;

/**
 * What the house can still promise, by currency: what it has on its exchange account, less what submitted exchanges
 * are going to get; never less than nothing. Both are read by one statement, so that an exchange that settles
 * meanwhile counts once. Remainders make the house's own balance finer than the currency: rounded down.
 */
export const reserves = async (db: Db, currency?: string): Promise<(code: string, scale: number) => Decimal> => {
  const one = currency ?? null;
  // Every submitted exchange has a job until it ends, and there are few of them.
  const { rows } = await sql<{ currency: string; amount: string }>`
    select currency, sum(amount) as amount from (
      select p.currency, p.amount from postings p
      where p.house = 'exchange' and (${one}::text is null or p.currency = ${one})
      union all
      select o.get_currency, -o.get from jobs j join operations o on o.id = j.operation_id
      where o.kind = 'exchange' and o.status = 'processing' and (${one}::text is null or o.get_currency = ${one})
    ) part group by currency`.execute(db);
  const balances = new Map(rows.map((row) => [row.currency, new Big(row.amount)]));
  return (code, scale) => {
    const balance = balances.get(code) ?? new Big('0');
    return balance.gt('0') ? round(balance, scale, 'floor') : new Big('0');
  };
};

/** One currency's reserve as an amount. */
export const reserveOf = async (db: Db, { code, scale }: { code: string; scale: number }): Promise<string> =>
  written((await reserves(db, code))(code, scale), scale);

/**
 * From here to the end of the transaction nobody else promises this currency. Take it as the last lock of all: who
 * has it waits for nothing more.
 */
export const lockReserve = async (db: Db, code: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${reserveLock}, hashtext(${code}))`.execute(db);
};

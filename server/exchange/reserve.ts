import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Big, round, written, type Decimal } from '../money/decimal.ts';
import { promisingKinds } from '../operations/kinds.ts';

/** Any number will do, as long as every process of the product takes the same. */
const reserveLock = 732_901_451;

/**
 * What the house can still promise, by currency: what it has on its exchange account, less what submitted operations
 * are going to get, one of them left out; never less than nothing. Both are read by one statement, so that an exchange that settles
 * meanwhile counts once. Remainders make the house's own balance finer than the currency: rounded down.
 */
export const reserves = async (
  db: Db,
  currency?: string,
  without?: string,
): Promise<(code: string, scale: number) => Decimal> => {
  const one = currency ?? null;
  // There are few that are not over, and they have an index of their own.
  const { rows } = await sql<{ currency: string; amount: string }>`
    select currency, sum(amount) as amount from (
      select p.currency, p.amount from postings p
      where p.house = 'exchange' and (${one}::text is null or p.currency = ${one})
      union all
      select o.get_currency, -o.get from operations o
      where o.kind = any(${promisingKinds}::text[]) and o.status in ('awaiting_payment', 'processing')
        and o.id is distinct from ${without ?? null} and (${one}::text is null or o.get_currency = ${one})
    ) part group by currency`.execute(db);
  const balances = new Map(rows.map((row) => [row.currency, new Big(row.amount)]));
  return (code, scale) => {
    const balance = balances.get(code) ?? new Big('0');
    return balance.gt('0') ? round(balance, scale, 'floor') : new Big('0');
  };
};

/** One currency's reserve as an amount; `without` is the operation that does not count itself. */
export const reserveOf = async (
  db: Db,
  { code, scale }: { code: string; scale: number },
  without?: string,
): Promise<string> => written((await reserves(db, code, without))(code, scale), scale);

/**
 * From here to the end of the transaction nobody else promises this currency. Take it as the last lock of all: who
 * has it waits for nothing more.
 */
export const lockReserve = async (db: Db, code: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${reserveLock}, hashtext(${code}))`.execute(db);
};

import type { Selectable } from 'kysely';
import type { Db } from '../db/db.ts';
import type { LedgerTables } from '../db/tables/ledger.ts';
import { Refusal } from '../http/refusal.ts';
import { currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';

/** A pair of currencies as the fee table has it. */
export interface Pair {
  src: CurrencyRow;
  dst: CurrencyRow;
  row: Selectable<LedgerTables['exchange_pairs']>;
}

/** Pairs that are offered, in the order of their currencies. */
export const readPairs = async (db: Db, of: { src?: string; dst?: string } = {}): Promise<Pair[]> => {
  let query = db.selectFrom('exchange_pairs').selectAll().where('enabled', '=', true);
  if (of.src) query = query.where('src', '=', of.src);
  if (of.dst) query = query.where('dst', '=', of.dst);
  const rows = await query.execute();
  const currencies = await readCurrencies(db);
  return rows
    .map((row) => ({ row, src: currencyOf(currencies, row.src), dst: currencyOf(currencies, row.dst) }))
    .toSorted((one, other) => one.src.position - other.src.position || one.dst.position - other.dst.position);
};

/** @throws Refusal 422 for the same currency twice or one that we do not know, 409 for a pair that is not offered. */
export const readPair = async (db: Db, src: string, dst: string): Promise<Pair> => {
  const currencies = await readCurrencies(db);
  const give = currencies.get(src);
  const get = currencies.get(dst);
  if (!give) throw new Refusal(422, 'unknown_currency', { fields: { src: 'unknown_currency' } });
  if (!get) throw new Refusal(422, 'unknown_currency', { fields: { dst: 'unknown_currency' } });
  if (src === dst) throw new Refusal(422, 'same_currency', { fields: { dst: 'same_currency' } });
  const row = await db
    .selectFrom('exchange_pairs')
    .selectAll()
    .where('src', '=', src)
    .where('dst', '=', dst)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!row) throw new Refusal(409, 'pair_unavailable');
  return { src: give, dst: get, row };
};

import type { Selectable } from 'kysely';
import type { Db } from '../db/db.ts';
import type { LedgerTables } from '../db/tables/ledger.ts';
import { Refusal } from '../http/refusal.ts';
import { currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import { levelOf } from '../payments/methods.ts';

/** What a transfer in one currency costs, and how much one account may send at once. */
export interface TransferTerms {
  row: Selectable<LedgerTables['transfer_terms']>;
  give: CurrencyRow;
  get: CurrencyRow;
  maximum: string;
}

/** What one may send at once whose identity is known so well. */
export const maximumAt = <Amount>(level: 0 | 1, of: { maximum: Amount; maximum_unverified: Amount }): Amount =>
  level === 0 ? of.maximum_unverified : of.maximum;

/** By currency, in the order that people see. */
export const readTransferTerms = async (db: Db, accountId: string): Promise<TransferTerms[]> => {
  const currencies = await readCurrencies(db);
  const rows = await db.selectFrom('transfer_terms').selectAll().execute();
  const level = await levelOf(db, accountId);
  return rows
    .map((row) => {
      const currency = currencyOf(currencies, row.currency);
      return { row, give: currency, get: currency, maximum: maximumAt(level, row) };
    })
    .toSorted((one, other) => one.give.position - other.give.position);
};

/** @throws Refusal 422 `unknown_currency` for one that cannot be sent. */
export const transferTermsOf = async (db: Db, accountId: string, currency: string): Promise<TransferTerms> => {
  const terms = (await readTransferTerms(db, accountId)).find(({ row }) => row.currency === currency);
  if (!terms) throw new Refusal(422, 'unknown_currency', { fields: { currency: 'unknown_currency' } });
  return terms;
};

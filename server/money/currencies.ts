import type { Selectable } from 'kysely';
import type { Currency } from '../../contract/money.ts';
import type { Db } from '../db/db.ts';
import type { LedgerTables } from '../db/tables/ledger.ts';

export type CurrencyRow = Selectable<LedgerTables['currencies']>;

/** Every currency by its code, in the order that people see. */
export const readCurrencies = async (db: Db): Promise<Map<string, CurrencyRow>> => {
  const rows = await db.selectFrom('currencies').selectAll().orderBy('position').execute();
  return new Map(rows.map((row) => [row.code, row]));
};

let told: { text: string; rows: Map<string, CurrencyRow> } | undefined;

/** The same of what the database wrote as one JSON text: they change once in a while, and are asked for all the time. */
export const currenciesIn = (text: string): Map<string, CurrencyRow> => {
  if (told?.text !== text) {
    const rows = JSON.parse(text) as CurrencyRow[];
    told = { text, rows: new Map(rows.map((row) => [row.code, row])) };
  }
  return told.rows;
};

export const currencyOf = (currencies: Map<string, CurrencyRow>, code: string): CurrencyRow => {
  const row = currencies.get(code);
  if (!row) throw new Error(`no currency ${code}`);
  return row;
};

/** The contract's currency, with its name in the person's language. */
export const currencyEntity = (row: CurrencyRow, locale: 'ru' | 'en'): Currency => ({
  code: row.code,
  name: locale === 'ru' ? row.name_ru : row.name_en,
  logo: row.logo,
  scale: row.scale,
  kind: row.kind,
});

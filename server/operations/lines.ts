import type { OperationLine } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import { currencyEntity, currencyOf, type CurrencyRow } from '../money/currencies.ts';
import { Big, plain, written } from '../money/decimal.ts';
import type { OperationRow } from './row.ts';

const stopped: readonly OperationLine['status'][] = ['failed', 'cancelled', 'expired'];

/** What the lines bring together: those that failed are left out, unless all have. */
export const sumOfLines = (lines: OperationLine[]): string => {
  const moving = lines.filter(({ status }) => !stopped.includes(status));
  const counted = moving.length > 0 ? moving : lines;
  return counted.reduce((sum, { terms }) => sum.plus(terms.get.amount), new Big('0')).toFixed();
};

/** The lines of those among these rows that move several wallets, by the row's id, in the order of the wallets. */
export const readLines = async (
  db: Db,
  rows: OperationRow[],
  currencies: Map<string, CurrencyRow>,
  locale: 'ru' | 'en',
): Promise<Map<string, OperationLine[]>> => {
  const parents = rows.filter(({ kind }) => kind === 'exchange_all').map(({ id }) => id);
  if (parents.length === 0) return new Map();
  const children = await db.selectFrom('operations').selectAll().where('parent_id', 'in', parents).execute();
  const lines = children
    .map((row) => {
      const give = currencyOf(currencies, row.give_currency);
      const get = currencyOf(currencies, row.get_currency);
      const line: OperationLine = {
        id: row.id,
        status: row.status,
        terms: {
          give: { amount: written(row.give, give.scale), currency: give.code },
          get: { amount: written(row.get, get.scale), currency: get.code },
          fee: { amount: written(row.fee, give.scale), currency: give.code },
          rate: plain(row.rate),
        },
        give_currency: currencyEntity(give, locale),
        get_currency: currencyEntity(get, locale),
        ...(row.reason !== null && { reason: row.reason }),
      };
      return { parent: row.parent_id ?? '', position: give.position, line };
    })
    .toSorted((one, other) => one.position - other.position);
  return new Map(
    [...Map.groupBy(lines, ({ parent }) => parent)].map(([parent, its]) => [parent, its.map(({ line }) => line)]),
  );
};

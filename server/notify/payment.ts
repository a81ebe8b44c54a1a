import type { Db } from '../db/db.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { payerOf, type OperationRow } from '../operations/row.ts';

/** What whoever got the money is told. */
export const newsOfPayment = (row: OperationRow, scale: number) => ({
  id: `payment:${row.id}`,
  kind: 'payment',
  params: {
    operation: row.id,
    amount: written(row.get, scale),
    currency: row.get_currency,
    from: payerOf(row),
  },
});

/** Tells whoever got the money, once an operation. In the transaction that gave it to them. */
export const notifyOfPayment = async (db: Db, row: OperationRow): Promise<void> => {
  if (row.counterparty_id === null) throw new Error(`operation ${row.id} is nobody's payment`);
  const { scale } = currencyOf(await readCurrencies(db), row.get_currency);
  const { params, ...news } = newsOfPayment(row, scale);
  await db
    .insertInto('notifications')
    .values({ ...news, account_id: row.counterparty_id, params: JSON.stringify(params) })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute();
};

import type { Db } from '../db/db.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { kindOf } from '../operations/kinds.ts';
import type { OperationRow } from '../operations/row.ts';
import { raise } from '../revision.ts';

/**
 * Tells whoever paid otherwise than ordered, or too late, where the money is: they look at an order that is over, or at
 * nothing. In the transaction that took it in. The id begins otherwise than that of a transfer: nobody else sent this.
 */
export const notifyOfDeposit = async (db: Db, row: OperationRow): Promise<void> => {
  const account = row.account_id ?? '';
  const { scale } = currencyOf(await readCurrencies(db), row.get_currency);
  const params = {
    place: kindOf(row).place(row) ?? '/history/deposit',
    amount: written(row.get, scale),
    currency: row.get_currency,
    became: row.status === 'completed' ? 'credited' : 'waiting',
  };
  await db
    .insertInto('notifications')
    .values({ id: `deposit:${row.id}`, account_id: account, kind: 'deposit', params: JSON.stringify(params) })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute();
  await raise(db, account, 'notifications');
};

import type { Db } from '../db/db.ts';
import { depositPlace } from '../deposit/place.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import type { OperationRow } from '../operations/row.ts';
import { raise } from '../revision.ts';

/** What of a deposit is told as it stands: all that came, without a fee, where it is not credited. */
export const fateOfDeposit = async (db: Db, row: OperationRow): Promise<{ became: string; amount: string }> => {
  const { scale } = currencyOf(await readCurrencies(db), row.get_currency);
  const { status, reason, give, get } = row;
  if (status === 'failed')
    return { became: reason === 'sent_back' ? 'returned' : 'unconfirmed', amount: written(give, scale) };
  return { became: status === 'completed' ? 'credited' : 'waiting', amount: written(get, scale) };
};

/**
 * Tells whoever paid otherwise than ordered, or too late, where the money is: they look at an order that is over, or at
 * nothing. Where it waits for them in the transaction that took it in, else in that of its end. The id begins otherwise
 * than that of a transfer: nobody else sent this.
 */
export const notifyOfDeposit = async (db: Db, row: OperationRow): Promise<void> => {
  const account = row.account_id ?? '';
  const params = { place: depositPlace(row), currency: row.get_currency, ...(await fateOfDeposit(db, row)) };
  await db
    .insertInto('notifications')
    .values({ id: `deposit:${row.id}`, account_id: account, kind: 'deposit', params: JSON.stringify(params) })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute();
  await raise(db, account, 'notifications');
};

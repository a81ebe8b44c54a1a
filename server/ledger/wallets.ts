import type { Db } from '../db/db.ts';
import { Big, type Decimal } from '../money/decimal.ts';
import { newWalletNumber } from './ids.ts';

/** The id of the account's wallet in a currency; opens an empty one where there is none. Open before you move. */
export const openWallet = async (db: Db, accountId: string, currency: string): Promise<string> => {
  const opened = await db
    .insertInto('wallets')
    .values({ account_id: accountId, currency, number: newWalletNumber() })
    .onConflict((conflict) => conflict.columns(['account_id', 'currency']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (opened) return opened.id;
  const { id } = await db
    .selectFrom('wallets')
    .select('id')
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return id;
};

/** What can be spent; zero without a wallet. */
export const availableOf = async (db: Db, accountId: string, currency: string): Promise<Decimal> => {
  const row = await db
    .selectFrom('wallets')
    .select('available')
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return new Big(row?.available ?? '0');
};

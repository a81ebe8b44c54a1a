import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Big } from '../money/decimal.ts';
import { newOperationId } from './ids.ts';
import { move, type Line } from './movements.ts';
import { openWallet } from './wallets.ts';

interface Deposit {
  currency: string;
  /** More than zero, no finer than the currency. */
  amount: string;
  id?: string;
  /** When it happened, RFC 3339; now without it. */
  at?: string;
}

const completed = async (
  db: Db,
  accountId: string | null,
  { currency, amount, id = newOperationId(), at }: Deposit,
  to: Line['to'],
) => {
  const time = at ?? sql<string>`clock_timestamp()`;
  await db
    .insertInto('operations')
    .values({
      id,
      account_id: accountId,
      kind: accountId === null ? 'treasury' : 'deposit',
      status: 'completed',
      give_currency: currency,
      give: amount,
      get_currency: currency,
      get: amount,
      fee: '0',
      rate: '1',
      asked_side: 'get',
      asked_amount: amount,
      terms_version: 1,
      created_at: time,
      changed_at: time,
      submitted_at: time,
      expires_at: time,
    })
    .execute();
  await move(
    db,
    id,
    'settle',
    [
      { to: { house: 'outside' }, currency, amount: new Big(amount).neg(), note: 'deposit' },
      { to, currency, amount: new Big(amount), note: 'deposit' },
    ],
    at,
  );
  return id;
};

/** Money from outside into a person's wallet, as a completed operation. In a transaction; raise the revision after it. */
export const depositTo = async (db: Db, accountId: string, deposit: Deposit): Promise<string> => {
  const wallet = await openWallet(db, accountId, deposit.currency);
  return completed(db, accountId, deposit, { wallet, part: 'available' });
};

/** Money from outside into the house's exchange account: what it can pay out. In a transaction. */
export const depositToHouse = (db: Db, deposit: Deposit): Promise<string> =>
  completed(db, null, deposit, { house: 'exchange' });

import type { Db } from '../db/db.ts';
import type { HouseAccount } from '../db/tables/ledger.ts';
import type { Decimal } from '../money/decimal.ts';

/** One posting: where, how much (minus takes away), and why. */
export interface Line {
  to: { wallet: string; part: 'available' | 'held' } | { house: HouseAccount };
  currency: string;
  amount: Decimal;
  note:
    | 'hold'
    | 'release'
    | 'give'
    | 'fee'
    | 'net'
    | 'price'
    | 'remainder'
    | 'get'
    | 'deposit'
    | 'withdraw'
    | 'transfer'
    | 'purchase'
    | 'bonus';
}

/**
 * Moves money: one movement of an operation with its postings. Call it in a transaction; balances follow in the same
 * statement, which is refused unless the lines sum to zero per currency.
 * @throws the database's error, for example on `movements_one_effect` when the operation has had this step.
 * @param at when it happened, RFC 3339; now without it.
 */
export const move = async (
  db: Db,
  operationId: string,
  kind: 'hold' | 'settle' | 'release',
  lines: Line[],
  at?: string,
): Promise<void> => {
  const { id } = await db
    .insertInto('movements')
    .values({ operation_id: operationId, kind, ...(at !== undefined && { at }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const postings = lines
    .filter((line) => !line.amount.eq('0'))
    .map(({ to, currency, amount, note }) => ({
      movement_id: id,
      wallet_id: 'wallet' in to ? to.wallet : null,
      part: 'wallet' in to ? to.part : null,
      house: 'house' in to ? to.house : null,
      currency,
      amount: amount.toFixed(),
      note,
    }));
  await db.insertInto('postings').values(postings).execute();
};

/** Whether the database refused because a wallet would have gone below zero. */
export const isShortOfMoney = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (error as { constraint?: unknown }).constraint === 'wallets_available_not_negative';

import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import type { OperationRow } from '../operations/row.ts';
import { raise } from '../revision.ts';

/**
 * Whoever was told that a deposit waits is told what became of it, credited or sent back: in the place of the old words,
 * once more where those were closed, and not at all where it did not come. What is sent back is all that came, without a
 * fee. In the transaction of its end.
 */
export const endNoticeOfDeposit = async (db: Db, row: OperationRow): Promise<void> => {
  const account = row.account_id ?? '';
  const isBack = row.reason === 'sent_back';
  const isTold = row.status === 'completed' || isBack;
  const { scale } = currencyOf(await readCurrencies(db), row.get_currency);
  const change = { became: isBack ? 'returned' : 'credited', amount: written(isBack ? row.give : row.get, scale) };
  const told = await db
    .updateTable('notifications')
    .set({
      params: sql<string>`params || ${JSON.stringify(change)}::jsonb`,
      closed_at: isTold ? null : sql<string>`coalesce(closed_at, clock_timestamp())`,
    })
    .where('account_id', '=', account)
    .where('id', '=', `deposit:${row.id}`)
    .where(sql<string>`params ->> 'became'`, '=', 'waiting')
    .executeTakeFirst();
  if (told.numUpdatedRows > 0n) await raise(db, account, 'notifications');
};

/**
 * Whoever was told that their money goes back is told that it has left, in the place of those words. In the transaction
 * that notes it.
 */
export const noticeOfSentBack = async (
  db: Db,
  { id, account_id: accountId }: Pick<OperationRow, 'id' | 'account_id'>,
  { sent_at, reference }: { sent_at: string; reference: string },
): Promise<void> => {
  const account = accountId ?? '';
  await db
    .updateTable('notifications')
    .set({
      params: sql<string>`params || ${JSON.stringify({ became: 'sent', sent_at, reference })}::jsonb`,
      closed_at: null,
    })
    .where('account_id', '=', account)
    .where('id', '=', `deposit:${id}`)
    .execute();
  await raise(db, account, 'notifications');
};

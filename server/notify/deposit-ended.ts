import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import type { OperationRow } from '../operations/row.ts';
import { raise } from '../revision.ts';

type Told = Pick<OperationRow, 'id' | 'account_id'>;

/** What the notification of a deposit says changes. Shown once more, also where it was closed; unless it has nothing to say. */
const change = (db: Db, { id, account_id: account }: Told, says: Record<string, string>, isTold = true) =>
  db
    .updateTable('notifications')
    .set({
      params: sql<string>`params || ${JSON.stringify(says)}::jsonb`,
      closed_at: isTold ? null : sql<string>`coalesce(closed_at, clock_timestamp())`,
    })
    .where('account_id', '=', account ?? '')
    .where('id', '=', `deposit:${id}`);

/** Until the end of the transaction nobody closes it: whoever does holds it before the account, and so does whoever changes it. */
export const lockNoticeOfDeposit = async (db: Db, { id, account_id: account }: Told): Promise<void> => {
  await db
    .selectFrom('notifications')
    .select('id')
    .where('account_id', '=', account ?? '')
    .where('id', '=', `deposit:${id}`)
    .forNoKeyUpdate()
    .execute();
};

/**
 * Whoever was told that a deposit waits is told what became of it, credited or sent back: in the place of the old words,
 * once more where those were closed, and not at all where it did not come. What is sent back is all that came, without a
 * fee. In the transaction of its end.
 */
export const endNoticeOfDeposit = async (db: Db, row: OperationRow): Promise<void> => {
  const isBack = row.reason === 'sent_back';
  const { scale } = currencyOf(await readCurrencies(db), row.get_currency);
  const says = { became: isBack ? 'returned' : 'credited', amount: written(isBack ? row.give : row.get, scale) };
  const told = await change(db, row, says, row.status === 'completed' || isBack)
    .where(sql<string>`params ->> 'became'`, '=', 'waiting')
    .executeTakeFirst();
  if (told.numUpdatedRows > 0n) await raise(db, row.account_id ?? '', 'notifications');
};

/**
 * Whoever was told that their money goes back is told that it has left, in the place of those words. In the transaction
 * that notes it.
 */
export const noticeOfSentBack = async (
  db: Db,
  row: Told,
  sent: { sent_at: string; reference: string },
): Promise<void> => {
  await change(db, row, { became: 'sent', ...sent }).execute();
  await raise(db, row.account_id ?? '', 'notifications');
};

import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { OperationRow } from '../operations/row.ts';
import { receiptOf } from '../payments/receipt.ts';
import { raise } from '../revision.ts';
import { fateOfDeposit, notifyOfDeposit } from './deposit.ts';

type Told = Pick<OperationRow, 'id' | 'account_id'>;

/** What the notification of a deposit says changes. Shown once more, also where it was closed. */
const change = (db: Db, { id, account_id: account }: Told, says: Record<string, string>) =>
  db
    .updateTable('notifications')
    .set({
      params: sql<string>`params || ${JSON.stringify(says)}::jsonb`,
      closed_at: null,
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
 * Whoever paid otherwise than ordered is told what became of it: credited, not confirmed or sent back. Where they were told
 * that it waits, in the place of those words, once more where these were closed. In the transaction of its end.
 */
export const endNoticeOfDeposit = async (db: Db, row: OperationRow): Promise<void> => {
  const told = await change(db, row, await fateOfDeposit(db, row))
    .where(sql<string>`params ->> 'became'`, '=', 'waiting')
    .executeTakeFirst();
  if (told.numUpdatedRows > 0n) await raise(db, row.account_id ?? '', 'notifications');
  else if (await receiptOf(db, row.id).executeTakeFirst()) await notifyOfDeposit(db, row);
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

import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { OperationRow } from '../operations/row.ts';
import { raise } from '../revision.ts';

/**
 * Whoever was told that a deposit waits is told what became of it, credited or sent back: in the place of the old words,
 * once more where those were closed, and not at all where it did not come. In the transaction of its end.
 */
export const endNoticeOfDeposit = async (db: Db, row: OperationRow): Promise<void> => {
  const account = row.account_id ?? '';
  const isBack = row.reason === 'sent_back';
  const isTold = row.status === 'completed' || isBack;
  const told = await db
    .updateTable('notifications')
    .set({
      params: sql<string>`jsonb_set(params, '{became}', to_jsonb(${isBack ? 'returned' : 'credited'}::text))`,
      closed_at: isTold ? null : sql<string>`coalesce(closed_at, clock_timestamp())`,
    })
    .where('account_id', '=', account)
    .where('id', '=', `deposit:${row.id}`)
    .where(sql<string>`params ->> 'became'`, '=', 'waiting')
    .executeTakeFirst();
  if (told.numUpdatedRows > 0n) await raise(db, account, 'notifications');
};

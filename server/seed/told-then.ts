import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * A notification that was just written is one of the past, and read. What is unread stands on every page as soon as it
 * comes: the first look at a screen would be one at news, and what shows them would be weighed with it.
 */
export const toldThen = async (
  db: Db,
  { account, id, at }: { account: string; id: string; at: string },
): Promise<void> => {
  await db
    .updateTable('notifications')
    .set({ created_at: at, closed_at: sql<string>`${at}::timestamptz + interval '1 hour'` })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
};

import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * Overdue open operations become expired, at the time when they did. One operation, one account's, or (without a
 * filter) a hundred of anybody's. A row that another transaction decides about is left to it.
 */
export const expireOverdue = async (db: Db, of: { id?: string; account?: string } = {}): Promise<void> => {
  let overdue = db
    .selectFrom('operations')
    .select('id')
    .where('status', '=', 'open')
    .where('expires_at', '<=', sql<string>`clock_timestamp()`)
    .limit(100)
    .forUpdate()
    .skipLocked();
  if (of.id !== undefined) overdue = overdue.where('id', '=', of.id);
  if (of.account !== undefined) overdue = overdue.where('account_id', '=', of.account);
  await db
    .updateTable('operations')
    .set({ status: 'expired', reason: 'quote_expired', changed_at: sql`expires_at` })
    .where('id', 'in', overdue)
    .where('status', '=', 'open')
    .execute();
};

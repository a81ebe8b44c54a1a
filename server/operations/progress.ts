import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { lastingKinds } from './kinds.ts';
import type { OperationRow } from './row.ts';

/** More than anybody has under way, and than anybody has left on a review. */
const most = { underWay: 100, open: 10 };

/**
 * What goes on or waits to be paid, then what can still be confirmed, each newest first. Of kinds whose terms hold for a
 * minute alone nothing is open: it would be gone before anybody found it.
 */
export const inProgress = async (db: Db, account: string): Promise<OperationRow[]> => {
  const own = db
    .selectFrom('operations')
    .selectAll()
    .where('account_id', '=', account)
    .where('parent_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const underWay = await own.where('status', 'in', ['awaiting_payment', 'processing']).limit(most.underWay).execute();
  const open = await own
    .where('kind', 'in', lastingKinds)
    .where('status', '=', 'open')
    .where('expires_at', '>', sql<string>`clock_timestamp()`)
    .limit(most.open)
    .execute();
  return [...underWay, ...open];
};

import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import type { Db } from '../db/db.ts';
import type { OperationRow } from './row.ts';

/** Read once a statement: what may be otherwise for each row finds nothing by an index. */
const now = sql<string>`(select clock_timestamp())`;

/** A hundred operations of a status, whichever a filter then leaves; a row that another transaction decides about is left to it. */
const some = (db: Db, status: OperationRow['status']) =>
  db.selectFrom('operations').select('id').where('status', '=', status).limit(100).forUpdate().skipLocked();

/** Of the status that they were found in, as long as they still have it. */
const expire = async (
  db: Db,
  status: OperationRow['status'],
  overdue: ReturnType<typeof some>,
  /** Why, since when, and what there is no more to wait for. */
  [reason, since, over]: ['quote_expired' | 'not_paid', 'expires_at' | 'payment_until', 'expected_by' | 'payment'],
): Promise<void> => {
  await db
    // Looked for once: as a part of the update's own condition it is looked for anew for each row that there is.
    .with(
      (cte) => cte('overdue').materialized(),
      () => overdue,
    )
    .updateTable('operations as o')
    .from('overdue')
    .set({ status: 'expired', reason, changed_at: sql.ref<string>(`o.${since}`), [over]: null })
    .whereRef('o.id', '=', 'overdue.id')
    .where('o.status', '=', status)
    .execute();
};

/**
 * Open operations that nobody confirmed in time become expired, at the time when they did. Lines end with the operation
 * that they are of. One operation, one account's, or (without a filter) a hundred of anybody's.
 */
export const expireOverdue = async (db: Db, of: { id?: string; account?: string } = {}): Promise<void> => {
  let overdue = some(db, 'open').where('expires_at', '<=', now).where('parent_id', 'is', null);
  if (of.id !== undefined) overdue = overdue.where('id', '=', of.id);
  if (of.account !== undefined) overdue = overdue.where('account_id', '=', of.account);
  await expire(db, 'open', overdue, ['quote_expired', 'expires_at', 'expected_by']);
};

/**
 * As `expireOverdue`, of orders that nobody paid: a minute after their last moment, for whoever has asked the provider
 * about them just now. `unsure` are those of whom it said something that could not be taken in.
 */
export const expireUnpaid = async (
  db: Db,
  { id, unsure = [] }: { id?: string | undefined; unsure?: string[] } = {},
): Promise<void> => {
  const due = sql<string>`(select clock_timestamp() - ${added.paymentGrace}::integer * interval '1 millisecond')`;
  let overdue = some(db, 'awaiting_payment').where('payment_until', '<=', due);
  if (id !== undefined) overdue = overdue.where('id', '=', id);
  if (unsure.length > 0) overdue = overdue.where('id', 'not in', unsure);
  await expire(db, 'awaiting_payment', overdue, ['not_paid', 'payment_until', 'payment']);
};

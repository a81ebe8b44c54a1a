import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** Seconds after the last moment to pay, in which a provider may still tell of a payment that was made in time. */
const grace = 60;

/** Read once a statement: what may be otherwise for each row finds nothing by an index. */
const now = sql<string>`(select clock_timestamp())`;

/**
 * Open operations that nobody confirmed in time become expired, at the time when they did. Lines end with the operation
 * that they are of. One operation, one account's, or (without a filter) a hundred of anybody's. A row that another
 * transaction decides about is left to it.
 */
export const expireOverdue = async (db: Db, of: { id?: string; account?: string } = {}): Promise<void> => {
  let overdue = db
    .selectFrom('operations')
    .select('id')
    .where('status', '=', 'open')
    .where('expires_at', '<=', now)
    .where('parent_id', 'is', null)
    .limit(100)
    .forUpdate()
    .skipLocked();
  if (of.id !== undefined) overdue = overdue.where('id', '=', of.id);
  if (of.account !== undefined) overdue = overdue.where('account_id', '=', of.account);
  await db
    // Looked for once: as a part of the update's own condition it is looked for anew for each row that there is.
    .with(
      (cte) => cte('overdue').materialized(),
      () => overdue,
    )
    .updateTable('operations as o')
    .from('overdue')
    .set({ status: 'expired', reason: 'quote_expired', changed_at: sql`o.expires_at`, expected_by: null })
    .whereRef('o.id', '=', 'overdue.id')
    .where('o.status', '=', 'open')
    .execute();
};

/**
 * As `expireOverdue`, of orders that nobody paid: a minute after their last moment, for whoever has asked the provider
 * about them just now. `unsure` are those of whom it said something that could not be taken in.
 */
export const expireUnpaid = async (
  db: Db,
  { id, unsure = [] }: { id?: string | undefined; unsure?: string[] } = {},
): Promise<void> => {
  let overdue = db
    .selectFrom('operations')
    .select('id')
    .where('status', '=', 'awaiting_payment')
    .where('payment_until', '<=', sql<string>`(select clock_timestamp() - ${grace}::integer * interval '1 second')`)
    .limit(100)
    .forUpdate()
    .skipLocked();
  if (id !== undefined) overdue = overdue.where('id', '=', id);
  if (unsure.length > 0) overdue = overdue.where('id', 'not in', unsure);
  await db
    .with(
      (cte) => cte('overdue').materialized(),
      () => overdue,
    )
    .updateTable('operations as o')
    .from('overdue')
    .set({ status: 'expired', reason: 'not_paid', changed_at: sql`o.payment_until`, payment: null })
    .whereRef('o.id', '=', 'overdue.id')
    .where('o.status', '=', 'awaiting_payment')
    .execute();
};

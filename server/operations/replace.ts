import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { isOperationId } from '../ledger/ids.ts';
import type { OperationRow } from './row.ts';

/** Money moves, or may still: nothing takes its place. What failed, expired or was taken back has left everything as it was. */
const holdsItsPlace: readonly OperationRow['status'][] = ['awaiting_payment', 'processing', 'completed'];

/**
 * Ends an open operation that the person left for another one; a submit of it that is under way is waited for. Other
 * people's and absent ones are ignored, and those that ended without moving money. In the transaction that makes the other one, before anything else.
 * @throws Refusal 409 `already_submitted` when it was submitted before and goes on, or went through: then nothing must take its place.
 */
export const replaceOperation = async (
  db: Db,
  accountId: string,
  id: string,
  kind: OperationRow['kind'],
): Promise<void> => {
  if (!isOperationId(id)) return;
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set({ status: 'expired', reason: 'replaced', changed_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('parent_id', 'is', null)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const left = await db
    .selectFrom('operations')
    .select('status')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('parent_id', 'is', null)
    .executeTakeFirst();
  if (left && holdsItsPlace.includes(left.status)) throw new Refusal(409, 'already_submitted');
};

import { sql } from 'kysely';
import { finalStatuses } from '../../contract/operation.ts';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { askForNews } from '../payments/listen.ts';
import { closePayment } from '../payments/order.ts';
import { findKind } from './kinds.ts';
import { lockOperation, ownOperation } from './own.ts';
import type { OperationRow } from './row.ts';
import { close } from './settle.ts';

/**
 * Takes an operation back, once, however often it is asked: one that nobody has confirmed or paid, or one whose order
 * has not been placed and that nobody of the house decides about. What was held goes back in the same transaction. Where it is paid from outside, the provider is
 * asked before, and takes no payment any more.
 * @returns the operation as it is in the end: cancelled, or however it had ended before.
 * @throws Refusal 404; 409 `too_late` when it is under way and goes through.
 */
export const cancelOperation = async (ctx: SignedInCtx, id: string): Promise<OperationRow> => {
  const { status } = await ownOperation(ctx.db, ctx.account.id, id);
  if (status === 'awaiting_payment') await askForNews(ctx.house, id);
  return await ctx.transaction((db) => cancelOnce(db, ctx, id));
};

const cancelOnce = async (db: Db, { account, house }: SignedInCtx, id: string): Promise<OperationRow> => {
  const row = await lockOperation(db, account.id, id);
  if (finalStatuses.some((final) => final === row.status)) return row;
  const kind = findKind(row);
  const may =
    row.status === 'open' ||
    (kind?.cancellable === true &&
      (row.status === 'awaiting_payment' ||
        (row.status === 'processing' && row.placed_at === null && row.taken_by === null)));
  if (!may) throw new Refusal(409, 'too_late');
  if (row.status === 'awaiting_payment' && !(await closePayment(house, db, row))) throw new Refusal(409, 'too_late');
  const cancelled = await db
    .updateTable('operations')
    .set({ status: 'cancelled', reason: 'cancelled_by_person', changed_at: sql`clock_timestamp()`, expected_by: null })
    .where('id', '=', id)
    .where('status', '=', row.status)
    .where('placed_at', 'is', null)
    .where('taken_by', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!cancelled) throw new Refusal(409, 'too_late');
  // What was open has moved nothing.
  if (row.submitted_at !== null) await close(db, cancelled);
  return cancelled;
};

import type { Db } from '../db/db.ts';
import type { OperationRow } from '../operations/row.ts';
import { receiptOf } from './receipt.ts';

/**
 * What was paid and not confirmed, an order or the deposit of a payment for it, names the deposit of another payment for the
 * same order, where one came while it was under way. In the transaction that ends it and has locked its row, as whoever
 * takes a payment in does.
 */
export const withPaidAgain = async (db: Db, row: OperationRow): Promise<OperationRow> => {
  if (row.reason !== 'payment_not_confirmed') return row;
  const receipt = await receiptOf(db, row.id).executeTakeFirst();
  const another = await db
    .selectFrom('payment_receipts')
    .innerJoin('operations', 'operations.id', 'payment_receipts.became')
    .select('became')
    .where('operation_id', '=', receipt?.operation_id ?? row.id)
    .where('operations.status', '<>', 'failed')
    .orderBy('heard_at')
    .limit(1)
    .executeTakeFirst();
  if (!another) return row;
  return await db
    .updateTable('operations')
    .set({ replaced_by: another.became })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Whether money that came for an order before stands in its place still. Its row is locked until it is told what came besides. */
export const isReplaced = async (db: Db, { replaced_by: id }: OperationRow): Promise<boolean> => {
  if (id === null) return false;
  const { status } = await db
    .selectFrom('operations')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return status !== 'failed';
};

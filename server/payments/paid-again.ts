import type { Db } from '../db/db.ts';
import type { OperationRow } from '../operations/row.ts';

/**
 * An order whose payment was not confirmed names the deposit of another payment for it, where that one came while it was
 * under way. In the transaction that ends it and has locked its row, as whoever takes a payment in does.
 */
export const withPaidAgain = async (db: Db, row: OperationRow): Promise<OperationRow> => {
  if (row.reason !== 'payment_not_confirmed') return row;
  const another = await db
    .selectFrom('payment_receipts')
    .select('became')
    .where('operation_id', '=', row.id)
    .where('became', 'is not', null)
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

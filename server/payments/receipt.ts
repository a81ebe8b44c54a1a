import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/db.ts';
import type { AskedPayment } from '../providers/provider.ts';
import type { OperationRow } from '../operations/row.ts';

/** What was heard of the payment that a deposit was made for; nothing for one that was ordered. */
export const receiptOf = (db: Db, operation: string) =>
  db.selectFrom('payment_receipts').select(['provider', 'id', 'operation_id']).where('became', '=', operation);

/** What its provider is asked about: the payment that an operation was made for, or that came for it as ordered. */
export const askedPayment = async (db: Db, { id, kind }: OperationRow): Promise<AskedPayment | undefined> => {
  if (kind !== 'deposit' && kind !== 'purchase') return undefined;
  const asOrdered = () =>
    db
      .selectFrom('payment_receipts')
      .select(['id', 'operation_id'])
      .where('operation_id', '=', id)
      .where('became', 'is', null)
      .where('status', '=', 'received')
      .executeTakeFirst();
  const receipt = (await receiptOf(db, id).executeTakeFirst()) ?? (await asOrdered());
  return receipt && { id: receipt.id, order: receipt.operation_id };
};

/** By when its provider should be sure of money that has come. */
export const sureBy = ({ seconds = 60 }: OperationRow['details']): RawBuilder<string> =>
  sql<string>`clock_timestamp() + ${seconds}::integer * interval '1 second'`;

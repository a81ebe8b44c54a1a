import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { isOperationId } from '../ledger/ids.ts';
import type { OperationRow } from '../operations/row.ts';
import { close } from '../operations/settle.ts';

/**
 * Ends a deposit that waits for a verified identity, so that its money may be sent back outside: from then on nothing
 * credits it. One conditional update decides, so that of a verdict and of this the first counts. The person is told.
 * Nothing was posted for it, and nothing is.
 * @returns the deposit; undefined when this did not count.
 */
export const endToSendBack = async (db: Db, id: string): Promise<OperationRow | undefined> => {
  if (!isOperationId(id)) return undefined;
  return await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('operations')
      .set({ status: 'failed', reason: 'sent_back', changed_at: sql`clock_timestamp()`, expected_by: null })
      .where('id', '=', id)
      .where('kind', '=', 'deposit')
      .where('status', '=', 'processing')
      .where('reason', '=', 'needs_verification')
      .returningAll()
      .executeTakeFirst();
    if (row) await close(trx, row);
    return row;
  });
};

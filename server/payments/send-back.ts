import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { isOperationId } from '../ledger/ids.ts';
import { lockNoticeOfDeposit } from '../notify/deposit-ended.ts';
import type { OperationRow } from '../operations/row.ts';
import { close } from '../operations/settle.ts';

/**
 * Ends a deposit that waits for a verified identity, so that its money may be sent back outside: from then on nothing
 * credits it, and the house owes it until somebody notes that it was sent. The person is told. Nothing was posted for it,
 * and nothing is. What they were told before is locked first, as by whoever closes it, then the account, as by a verdict: of
 * a verdict and of this the first counts.
 * @returns the deposit; undefined when this did not count.
 */
export const endToSendBack = async (db: Db, id: string): Promise<OperationRow | undefined> => {
  if (!isOperationId(id)) return undefined;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockUnverified(trx, id))) return undefined;
    const row = await trx
      .updateTable('operations')
      .set({ status: 'failed', reason: 'sent_back', changed_at: sql`clock_timestamp()`, expected_by: null })
      .where('id', '=', id)
      .where('kind', '=', 'deposit')
      .where('status', '=', 'processing')
      .where('reason', '=', 'needs_verification')
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    await trx.insertInto('returned_deposits').values({ operation_id: id }).execute();
    await close(trx, row);
    return row;
  });
};

/** Whoever is verified meanwhile waits for the end of the transaction. @returns whether nobody has verified them yet. */
const lockUnverified = async (db: Db, id: string): Promise<boolean> => {
  const row = await db.selectFrom('operations').select(['id', 'account_id']).where('id', '=', id).executeTakeFirst();
  if (!row || row.account_id === null) return false;
  await lockNoticeOfDeposit(db, row);
  const account = await db
    .selectFrom('accounts')
    .select('verification_level')
    .where('id', '=', row.account_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account?.verification_level === 0;
};

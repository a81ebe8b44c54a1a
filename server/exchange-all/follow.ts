import { sql } from 'kysely';
import { finalStatuses, type OperationStatus } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import { writeOperationMail } from '../mail/operation-mail.ts';
import type { OperationRow } from '../operations/row.ts';

const isFinal = (status: OperationStatus): boolean => finalStatuses.some((final) => final === status);

/**
 * An operation of several lines ends when the last of them has: completed when one is, `some_failed` when not all are. In
 * the transaction of a line's end; of two that end at once the later one sees both.
 */
export const followLines = async (db: Db, parentId: string): Promise<void> => {
  await db.selectFrom('operations').select('id').where('id', '=', parentId).forUpdate().execute();
  const lines = await db
    .selectFrom('operations')
    .select(['status', 'reason'])
    .where('parent_id', '=', parentId)
    .orderBy('id')
    .execute();
  if (!lines.every(({ status }) => isFinal(status))) return;
  const missed = lines.filter(({ status }) => status !== 'completed');
  const none = missed.length === lines.length;
  const partly = missed.length > 0 ? 'some_failed' : null;
  const ended: OperationRow | undefined = await db
    .updateTable('operations')
    .set({
      status: none ? 'failed' : 'completed',
      reason: none ? (missed[0]?.reason ?? null) : partly,
      changed_at: sql`clock_timestamp()`,
      expected_by: null,
    })
    .where('id', '=', parentId)
    .where('status', '=', 'processing')
    .returningAll()
    .executeTakeFirst();
  if (ended) await writeOperationMail(db, ended);
};

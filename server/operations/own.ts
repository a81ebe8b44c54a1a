import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { isOperationId } from '../ledger/ids.ts';
import type { OperationRow } from './row.ts';
import { expireOverdue } from './expire.ts';

/** The account's own operation. @throws Refusal 404 for one that is absent, somebody else's, a line of another one or, where a kind is named, of another kind. */
export const ownOperation = async (
  db: Db,
  accountId: string,
  id: string,
  kind?: OperationRow['kind'],
): Promise<OperationRow> => {
  const row = isOperationId(id)
    ? await db
        .selectFrom('operations')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('parent_id', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!row || (kind !== undefined && row.kind !== kind)) throw new Refusal(404, 'not_found');
  return row;
};

/**
 * The account's own operation, locked until the transaction ends: who is deciding about it is waited for, and what is
 * read is what they left. A statement after this one sees it too.
 * @throws Refusal 404 as `ownOperation`.
 */
export const lockOperation = async (
  db: Db,
  accountId: string,
  id: string,
  kind?: OperationRow['kind'],
): Promise<OperationRow> => {
  await db
    .selectFrom('operations')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute();
  return await ownOperation(db, accountId, id, kind);
};

/**
 * The account's own operation as it truly is: one that seems open is looked at when no submit is under way, and is expired
 * when its time is over. Outside of a transaction.
 * @throws Refusal 404 as `ownOperation`; the database's `lock_not_available` when a submit takes longer than five seconds.
 */
export const trueOperation = async (
  db: Db,
  accountId: string,
  id: string,
  kind?: OperationRow['kind'],
): Promise<OperationRow> => {
  const seen = await ownOperation(db, accountId, id, kind);
  if (seen.status !== 'open') return seen;
  return await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '5s'`.execute(trx);
    await lockOperation(trx, accountId, id, kind);
    await expireOverdue(trx, { id, account: accountId });
    return await ownOperation(trx, accountId, id, kind);
  });
};

/**
 * What the account may read of an operation: its own as it truly is, or one that brought it money.
 * @throws Refusal 404 and the database's `lock_not_available` as `trueOperation`.
 */
export const readableOperation = async (
  db: Db,
  accountId: string,
  id: string,
  kind?: OperationRow['kind'],
): Promise<OperationRow> => {
  const received = isOperationId(id)
    ? await db
        .selectFrom('operations')
        .selectAll()
        .where('id', '=', id)
        .where('counterparty_id', '=', accountId)
        .where('status', '=', 'completed')
        .executeTakeFirst()
    : undefined;
  return received && (kind === undefined || received.kind === kind)
    ? received
    : await trueOperation(db, accountId, id, kind);
};

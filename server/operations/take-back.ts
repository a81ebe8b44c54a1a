import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { KindName } from './kind.ts';
import { findKind, kinds } from './kinds.ts';
import type { OperationRow } from './row.ts';
import { close } from './settle.ts';

/** Kinds whose money stays the person's until somebody outside has been asked for it. */
const holdingKinds = Object.entries(kinds)
  .filter(([, { holds }]) => holds)
  .map(([name]) => name as KindName);

type Under = Pick<OperationRow, 'id' | 'kind' | 'taken_by'>;

/** Those of an account that hold money of it and are under way, the oldest first. */
const underWay = (db: Db, accountId: string) =>
  db
    .selectFrom('operations')
    .select(['id', 'kind', 'taken_by'])
    .where('account_id', '=', accountId)
    .where('kind', 'in', holdingKinds)
    .where('status', '=', 'processing')
    .orderBy('created_at')
    .orderBy('id');

const takeBack = (db: Db, { id, kind }: Under): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('operations')
      // What nobody could take back has failed, and so has an operation of several that are of this kind.
      .set({
        status: findKind({ kind })?.cancellable ? 'cancelled' : 'failed',
        reason: 'cancelled_by_house',
        changed_at: sql`clock_timestamp()`,
        expected_by: null,
      })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .where('placed_at', 'is', null)
      .where('taken_by', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (row) await close(trx, row);
    return row !== undefined;
  });

/**
 * What holds money of an account that is stopped, and of which nobody was asked yet, is taken back: the money is in its wallets
 * again. What has been placed, or a person of the house decides about, goes on.
 */
export const takeBackUnplaced = async (db: Db, accountId: string): Promise<{ back: Under[]; goesOn: Under[] }> => {
  const back: Under[] = [];
  for (const one of await underWay(db, accountId).where('placed_at', 'is', null).execute())
    if (await takeBack(db, one)) back.push(one);
  return { back, goesOn: await underWay(db, accountId).execute() };
};

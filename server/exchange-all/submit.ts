import { sql } from 'kysely';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import type { OperationRow } from '../operations/row.ts';
import { carryOutLines, submitOperation } from '../operations/submit.ts';
import { openExchangeAll } from './check.ts';

const linesOf = (db: Db, { id }: OperationRow): Promise<OperationRow[]> =>
  db.selectFrom('operations').selectAll().where('parent_id', '=', id).orderBy('id').execute();

/** All lines leave `open` together, or none; each settles on its own. */
const submitLines = async (ctx: SignedInCtx, db: Db, parent: OperationRow): Promise<OperationRow> => {
  const lines = await db
    .updateTable('operations')
    .set({
      status: 'processing',
      changed_at: parent.changed_at,
      submitted_at: sql`clock_timestamp()`,
      expected_by: parent.expected_by,
    })
    .where('parent_id', '=', parent.id)
    .where('status', '=', 'open')
    .returningAll()
    .execute();
  if (lines.length === 0) throw new Error(`operation ${parent.id} has no lines`);
  await carryOutLines(ctx, db, lines);
  return parent;
};

/** Confirms an exchange of several wallets; terms of any of them that changed meanwhile are priced anew. @throws Refusal as `submitOperation`. */
export const submitExchangeAll = (ctx: SignedInCtx, id: string): Promise<OperationRow> =>
  submitOperation(ctx, 'exchange_all', {
    id,
    also: (db, parent) => submitLines(ctx, db, parent),
    reprice: async (db, expired) => {
      const into = currencyOf(await readCurrencies(db), expired.get_currency);
      const wallets = (await linesOf(db, expired)).map(({ give_currency: code }) => code);
      return await openExchangeAll(ctx, db, { into, wallets });
    },
  });

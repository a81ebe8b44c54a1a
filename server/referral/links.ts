import { sql } from 'kysely';
import { recruitId } from '../../contract/referral.ts';
import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';
import { maskedName } from '../transfer/masked-name.ts';

/** What names the account in its link; made when it is asked for first. */
export const linkOf = async (db: Db, accountId: string): Promise<string> => {
  for (let tries = 0; tries < 10; tries += 1) {
    await db
      .insertInto('referral_links')
      .values({ account_id: accountId, code: newOperationId().slice(0, 10) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await db
      .selectFrom('referral_links')
      .select('code')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (row) return row.code;
  }
  throw new Error('no free name of a link was found');
};

/** Whose link has that name; null for nobody’s, and for what can be none. */
export const recruiterOf = async (db: Db, code: string | undefined): Promise<string | null> => {
  const { success, data } = recruitId.safeParse(code);
  if (!success) return null;
  const row = await db.selectFrom('referral_links').select('account_id').where('code', '=', data).executeTakeFirst();
  return row?.account_id ?? null;
};

/** What an account is called by people who may know it. */
export const shownName = async (db: Db, accountId: string): Promise<string> => {
  const { rows } = await sql<{ name: string | null; email: string }>`
    select p.display_name as name, a.email from accounts a left join personal p on p.account_id = a.id
    where a.id = ${accountId}`.execute(db);
  return rows[0] ? maskedName(rows[0]) : '';
};

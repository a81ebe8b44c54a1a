import { sql } from 'kysely';
import * as z from 'zod/mini';
import { notification } from '../../contract/entities.ts';
import { accountNamed } from '../auth/accounts.ts';
import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';
import { raise } from '../revision.ts';

const { display, type, buttons } = notification.shape;
const plain = z.string().check(
  z.minLength(1),
  z.maxLength(10_000),
  z.refine((text) => !text.includes('\0')),
);

/** Whatever a notification may say, `to` an e-mail address or the number of an account. */
export const written = z.object({
  to: plain,
  display: z._default(display, 'inner'),
  type: z._default(type, 'secondary'),
  title: plain,
  text: plain,
  buttons: z._default(buttons, []),
  closable: z._default(z.boolean(), true),
});

/**
 * Tells somebody what a person of the house wrote. `once`: what stands there in the same words is not told again, for whoever says
 * it twice has not heard that it was told.
 * @returns the notification's id, and whether it stood there before; undefined where nobody has that name.
 */
export const tellWritten = async (
  db: Db,
  { to, buttons: links, closable, ...said }: z.output<typeof written>,
  { once }: { once: boolean },
): Promise<{ id: string; before: boolean } | undefined> =>
  await db.transaction().execute(async (trx) => {
    const account = await accountNamed(trx, to);
    if (!account) return undefined;
    const params = JSON.stringify({ ...said, buttons: JSON.stringify(links), closable: String(closable) });
    // One after the other, of whoever tells this person something.
    await trx.selectFrom('accounts').select('id').where('id', '=', account.id).forNoKeyUpdate().execute();
    const there = await trx
      .selectFrom('notifications')
      .select('id')
      .where('account_id', '=', account.id)
      .where('kind', '=', 'written')
      .where('closed_at', 'is', null)
      .where(sql<boolean>`params = ${params}::jsonb`)
      .executeTakeFirst();
    if (once && there) return { id: there.id, before: true };
    // A journal of the page keeps ids of this kind alone.
    const id = `house:${newOperationId()}`;
    await trx.insertInto('notifications').values({ id, account_id: account.id, kind: 'written', params }).execute();
    await raise(trx, account.id, 'notifications');
    return { id, before: false };
  });

/** Nobody has taken it back. */
export const isStanding = sql<boolean>`not params ? 'taken_back'`;

export interface WrittenNotice {
  id: string;
  created_at: string;
  /** Its reader has closed it: it stands in their inbox alone. */
  closed_at: string | null;
  title: string;
  closable: boolean;
}

/** What a person of the house wrote to somebody and nobody has taken back, the newest first; undefined where nobody has that name. */
export const listWritten = async (db: Db, to: string): Promise<WrittenNotice[] | undefined> => {
  const account = await accountNamed(db, to);
  if (!account) return undefined;
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'created_at', 'closed_at', 'params'])
    .where('account_id', '=', account.id)
    .where('kind', '=', 'written')
    .where(isStanding)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, created_at, closed_at, params: { title = '', closable } }) => ({
    ...{ id, created_at, closed_at, title, closable: closable !== 'false' },
  }));
};

/**
 * Takes one of them back, also one that its reader may not close, or has closed: it is on no screen any more, and in no inbox,
 * and its words are kept nowhere.
 * @returns false where there is none of that name, undefined as `listWritten`.
 */
export const takeBackWritten = async (db: Db, to: string, id: string): Promise<boolean | undefined> =>
  await db.transaction().execute(async (trx) => {
    const account = await accountNamed(trx, to);
    if (!account) return undefined;
    const { numUpdatedRows } = await trx
      .updateTable('notifications')
      .set({
        closed_at: sql<string>`coalesce(closed_at, clock_timestamp())`,
        params: sql`'{"taken_back": "true"}'`,
      })
      .where('account_id', '=', account.id)
      .where('id', '=', id)
      .where('kind', '=', 'written')
      .where(isStanding)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await raise(trx, account.id, 'notifications');
    return true;
  });

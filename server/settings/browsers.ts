import { sql } from 'kysely';
import { userBrowsers, userEndBrowser, userEndBrowsers, type SignedInBrowser } from '../../contract/calls/settings.ts';
import { handle, type SignedInCtx } from '../area.ts';
import { holdPassword } from '../auth/credentials.ts';
import { endSignIn } from '../auth/sessions.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';

const most = 50;

interface Row {
  handle: string;
  device: string;
  place: string;
  since: string;
  seen_at: string;
  signed_in_by: string;
}

/** Sign-ins that still hold: remembered ones while a token of theirs is good, others as long as their session. */
const signIns = (accountId: string) => sql<Row>`
    select handle, device, place, created_at as since, seen_at, 'family ' || id as signed_in_by
    from remember_families f
    where account_id = ${accountId} and ended_at is null and (
      exists (select 1 from remember_tokens t
              where t.family_id = f.id and t.replaced_at is null and t.expires_at > now())
      or exists (select 1 from sessions s where s.family_id = f.id and s.expires_at > now()))
    union all
    select handle, device, place, created_at, seen_at, 'session ' || id
    from sessions
    where account_id = ${accountId} and family_id is null and replaced_by is null and expires_at > now()`;

/** How many there are, also where a list would end before. */
export const countSignIns = async (db: Db, accountId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer from (${signIns(accountId)}) s`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Those that were seen last, the newest look first. `signedInBy` is the one that asks. */
export const readBrowsers = async (
  db: Db,
  accountId: string,
  signedInBy: string | null,
): Promise<SignedInBrowser[]> => {
  const { rows } = await sql<Row>`${signIns(accountId)} order by seen_at desc limit ${most}`.execute(db);
  const items = rows.map(({ handle: id, signed_in_by: by, ...row }) => ({ id, ...row, current: by === signedInBy }));
  return items.toSorted((one, other) => Number(other.current) - Number(one.current));
};

const listFor = async ({ account, signedInBy }: SignedInCtx, db: Db) => ({
  items: await readBrowsers(db, account.id, signedInBy),
});

export const browsersCalls = [
  handle(userBrowsers, (ctx) => listFor(ctx, ctx.db)),
  handle(userEndBrowser, (ctx, { params: { id } }) =>
    ctx.transaction(async (db) => {
      const found = await endSignIn(db, ctx.account.id, id);
      if (found === undefined) throw new Refusal(404, 'not_found');
      if (found === ctx.signedInBy) throw new Refusal(409, 'conflict');
      return await listFor(ctx, db);
    }),
  ),
  handle(userEndBrowsers, async (ctx) => {
    const { list, stay } = await ctx.transaction(async (db) => {
      // One that is being opened is waited for and ended, or waits and comes behind: the answer tells of all there are.
      await holdPassword(db, ctx.account.id, 'to change it');
      const staying = await ctx.endOthers(db);
      return { list: await listFor(ctx, db), stay: staying };
    });
    stay();
    return list;
  }),
];

import { sql } from 'kysely';
import { invitesADay, problemOfNote, type InviteForm } from '../../contract/referral.ts';
import type { SignedInCtx } from '../area.ts';
import { sameCase } from '../auth/accounts.ts';
import { waitFor } from '../auth/attempts.ts';
import { hashToken, newToken } from '../auth/tokens.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { newOperationId } from '../ledger/ids.ts';
import { invitationMail } from '../mail/invite-mail.ts';
import { putMail } from '../mail/outbox.ts';
import { lasts } from './join.ts';
import { linkOf, shownName } from './links.ts';

/** Days before somebody may write to the same address again, and before anybody else's letter goes there. */
const quiet = 7;

/** Letters of the last 24 hours, and when the oldest of them is older than that. */
const sentLately = async (db: Db, accountId: string): Promise<{ left: number; again: string; seconds: number }> => {
  const { rows } = await sql<{ sent: number; again: string | null; seconds: number | null }>`
    select count(*)::integer as sent, min(sent_at) + interval '1 day' as again,
      greatest(1, ceil(extract(epoch from min(sent_at) + interval '1 day' - now())))::integer as seconds
    from referral_invites where account_id = ${accountId} and sent_at > now() - interval '1 day'`.execute(db);
  const [row] = rows;
  return { left: Math.max(0, invitesADay - (row?.sent ?? 0)), again: row?.again ?? '', seconds: row?.seconds ?? 1 };
};

const mailingOf = async (ctx: SignedInCtx, db: Db) =>
  (await db
    .selectFrom('referral_mailings')
    .select(['locale', 'note'])
    .where('account_id', '=', ctx.account.id)
    .executeTakeFirst()) ?? { locale: ctx.locale, note: '' };

const letterOf = async (ctx: SignedInCtx, db: Db, stop?: string) => {
  const { locale, note } = await mailingOf(ctx, db);
  const link = `${ctx.request.origin}/?ref=${await linkOf(db, ctx.account.id)}`;
  const { productName } = ctx.house.config;
  const name = await shownName(db, ctx.account.id);
  const letter = invitationMail({
    ...{ locale, productName, name, note, link },
    ...(stop !== undefined && { stop: `${link}&stop=${stop}` }),
  });
  return { locale, note, ...letter };
};

/** How many letters may be sent still, and what the next one says. */
export const inviteFormOf = async (ctx: SignedInCtx, db: Db): Promise<InviteForm> => {
  const { left, again } = await sentLately(db, ctx.account.id);
  const { locale, note, subject, body } = await letterOf(ctx, db);
  return { left, ...(left === 0 && { again_at: again }), locale, note, letter: { subject, text: body } };
};

/** Whether a letter may go there: nobody has that letter box here, it has not refused, and nobody else's has come lately. */
const isWelcome = async (db: Db, email: string, accountId: string): Promise<boolean> => {
  const { rows } = await sql<{ welcome: boolean }>`
    select not exists (select 1 from accounts where letter_box = letter_box(${email}))
      and not exists (select 1 from referral_refusals where mail = letter_box(${email}))
      and not exists (
        select 1 from referral_invites
        where mail = letter_box(${email}) and account_id <> ${accountId}
          and reached_at > now() - ${quiet}::integer * interval '1 day') as welcome`.execute(db);
  return rows[0]?.welcome ?? false;
};

/**
 * Invites an address; `again` because the answer was lost, and then an invitation of this hour is the one that was meant.
 * Whether a letter goes out is told by nothing in the answer.
 * @throws Refusal 422 with `own_invite` or `already_invited` for the address, 429 `wait_before_retry` after ten letters in a day.
 */
export const invite = async (ctx: SignedInCtx, typed: string, again = false): Promise<InviteForm> =>
  await ctx.transaction(async (db) => {
    const { id, email: own } = ctx.account;
    const email = sameCase(typed);
    // Two at once: one after the other, for the limit and for who else writes there.
    await sql`select pg_advisory_xact_lock(hashtextextended('invites of ' || ${id}::text, 0))`.execute(db);
    await sql`select pg_advisory_xact_lock(hashtextextended('invites to ' || letter_box(${email}), 0))`.execute(db);
    const { rows } = await sql<{ own: boolean; young: boolean; taken: boolean }>`
      select letter_box(${email}) = letter_box(${own}) as own, exists (
        select 1 from referral_invites where account_id = ${id} and mail = letter_box(${email})
          and (joined_id is not null or sent_at > now() - ${quiet}::integer * interval '1 day')) as young,
      exists (
        select 1 from referral_invites where account_id = ${id} and mail = letter_box(${email})
          and sent_at > now() - interval '1 hour') as taken`.execute(db);
    if (rows[0]?.own) throw new Refusal(422, 'invalid', { fields: { email: 'own_invite' } });
    if (again && rows[0]?.taken) return await inviteFormOf(ctx, db);
    if (rows[0]?.young) throw new Refusal(422, 'invalid', { fields: { email: 'already_invited' } });
    const { left, seconds } = await sentLately(db, id);
    if (left === 0) throw waitFor(seconds);
    const welcome = await isWelcome(db, email, id);
    const stop = newToken();
    const reached = welcome ? sql`clock_timestamp()` : sql`null`;
    // Whoever writes again stays where they were among others, unless their invitation had lapsed.
    await sql`
      insert into referral_invites as i (id, account_id, email, first_reached_at, reached_at)
      values (${newOperationId()}, ${id}, ${email}, ${reached}, ${reached})
      on conflict (account_id, mail) do update set
        letters = i.letters + 1, sent_at = clock_timestamp(), reached_at = coalesce(excluded.reached_at, i.reached_at),
        first_reached_at = case
          when ${!welcome}::boolean or i.reached_at > now() - ${lasts}::integer * interval '1 day' then i.first_reached_at
          else excluded.reached_at end`.execute(db);
    // Also where no letter goes: the answer takes as long.
    await sql`insert into referral_stops (hash, mail) values (${hashToken(stop)}, letter_box(${email}))`.execute(db);
    const { locale, subject, body } = await letterOf(ctx, db, stop);
    const said = welcome ? { subject, body } : { subject: '', body: '' };
    await putMail(db, { kind: 'invitation', recipient: email, locale, ...said, unsendable: !welcome });
    return await inviteFormOf(ctx, db);
  });

/** Keeps what letters say. @throws Refusal 422 for the field `note`. */
export const saveMailing = async (
  ctx: SignedInCtx,
  { locale, note: typed }: { locale: 'ru' | 'en'; note: string },
): Promise<InviteForm> => {
  const note = typed.trim();
  const problem = problemOfNote(note);
  if (problem) throw new Refusal(422, 'invalid', { fields: { note: problem } });
  return await ctx.transaction(async (db) => {
    await db
      .insertInto('referral_mailings')
      .values({ account_id: ctx.account.id, locale, note })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ locale, note }))
      .execute();
    return await inviteFormOf(ctx, db);
  });
};

/** The letter box of whoever holds the token gets no invitation any more. @throws Refusal 404 `link_invalid`. */
export const stopInvites = async (db: Db, token: string): Promise<void> => {
  const { rows } = await sql<{ mail: string }>`
    select mail from referral_stops where hash = ${hashToken(token)}`.execute(db);
  if (!rows[0]) throw new Refusal(404, 'link_invalid');
  await sql`insert into referral_refusals (mail) values (${rows[0].mail}) on conflict do nothing`.execute(db);
};

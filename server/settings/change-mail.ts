import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { userChangeMail, userConfirmMail } from '../../contract/calls/user.ts';
import { added } from '../../contract/limits.ts';
import { handle, type SignedInCtx } from '../area.ts';
import { findAccount, sameCase } from '../auth/accounts.ts';
import { countInWindow } from '../auth/attempts.ts';
import { holdPassword, readPassword } from '../auth/credentials.ts';
import { voidResets } from '../auth/password-resets.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { countLetter, countOldPassword } from '../auth/places.ts';
import { unlinkTelegram } from '../auth/telegram-links.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { writeMailChanged, writeMailCodes } from '../mail/change-mail.ts';
import { maskEmail } from '../operations/second-step.ts';
import { raise } from '../revision.ts';

/** Seconds between two pairs of letters, and pairs of one account: more is no person. */
const againSeconds = 30;
const mostAnHour = { most: 5, seconds: 3_600 };

const hashCode = (code: string, salt: Buffer, whose: 'old' | 'new'): Buffer =>
  createHmac('sha256', salt).update(`${whose} ${code}`).digest();
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Where people sign in by password, whoever has one shows it; else the code to the old address is enough. */
const askPassword = async (ctx: SignedInCtx, password: string | undefined): Promise<void> => {
  if (ctx.authType !== 'password' || ctx.account.needSetPassword) return;
  const kept = await readPassword(ctx.db, ctx.account.id);
  if (!kept) return;
  if (password === undefined) throw new Refusal(422, 'invalid', { fields: { password: 'required' } });
  const takeBack = await countOldPassword(ctx);
  if (!(await verifyPassword(password, kept.password)))
    throw new Refusal(422, 'wrong_password', { fields: { password: 'wrong_password' } });
  await ctx.transaction(takeBack);
};

const refuseYoung = async (db: Db, accountId: string): Promise<void> => {
  const { rows } = await sql<{ young: number }>`
    select ceil(extract(epoch from asked_at - clock_timestamp()) + ${againSeconds}::int)::int as young from mail_changes
    where account_id = ${accountId} and used_at is null and voided_at is null for update`.execute(db);
  const seconds = rows[0]?.young ?? 0;
  if (seconds > 0) throw new Refusal(429, 'rate_limited', { retryAfter: seconds, params: { seconds } });
};

/** No codes that went out before change the address of an account any more. */
export const voidWishes = async (db: Db, accountId: string): Promise<void> => {
  await sql`update mail_changes set voided_at = now()
    where account_id = ${accountId} and used_at is null and voided_at is null`.execute(db);
};

/**
 * Asks for another address: a code to the old one and a code to the new. An address that somebody has is answered like a
 * free one, with letters like its; who proves that they read it is told. What was asked before is void.
 */
const change = handle(userChangeMail, async (ctx, { body }) => {
  const { account } = ctx;
  const email = sameCase(body.email);
  await askPassword(ctx, body.password);
  if (email === account.email) throw new Refusal(422, 'same_email', { fields: { email: 'same_email' } });
  await countLetter(ctx);
  return await ctx.transaction(async (db) => {
    // Two at once for one account: one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`mail change ${account.id}`}, 0))`.execute(db);
    await refuseYoung(db, account.id);
    await countInWindow(db, mostAnHour, 'mail change', account.id);
    await voidWishes(db, account.id);
    const codes = { old: newCode(), fresh: newCode() };
    const salt = randomBytes(16);
    const { rows } = await sql<{ expires_at: string; again_at: string }>`
      insert into mail_changes (account_id, email, old_hash, new_hash, salt, expires_at)
      values (${account.id}, ${email}, ${hashCode(codes.old, salt, 'old')}, ${hashCode(codes.fresh, salt, 'new')}, ${salt},
              clock_timestamp() + make_interval(secs => ${added.codeLifetime / 1000}))
      returning expires_at, asked_at + make_interval(secs => ${againSeconds}) as again_at`.execute(db);
    const [made] = rows;
    if (!made) throw new Error('a change of the address was not made');
    const isTaken = (await findAccount(db, email, account.locale)) !== undefined;
    await writeMailCodes(ctx.house, db, {
      ...{ from: account.email, to: email, locale: account.locale, maskedFrom: maskEmail(account.email) },
      ...{ codes, isTaken, until: made.expires_at },
    });
    return { email: account.email, sent_to: email, expires_at: made.expires_at, again_at: made.again_at };
  });
});

interface Tried {
  id: string;
  old_hash: Buffer;
  new_hash: Buffer;
  salt: Buffer;
  tries: number;
}

/**
 * Both codes against the open wish; each look is one of five, counted before the comparison and outside any transaction.
 * @returns its id; it is not used yet.
 * @throws Refusal 422 `wrong_code` at the fields, `params.left`; 409 `code_expired` | `code_used` | `too_many_tries`.
 */
const tryCodes = async (db: Db, accountId: string, codes: { old_code: string; new_code: string }): Promise<string> => {
  const { rows } = await sql<Tried>`
    update mail_changes set tries = tries + 1
    where account_id = ${accountId} and used_at is null and voided_at is null and expires_at > clock_timestamp()
      and tries < ${added.codeTries}
    returning id, old_hash, new_hash, salt, tries`.execute(db);
  const [wish] = rows;
  if (!wish) throw await whyNot(db, accountId);
  const isOld = timingSafeEqual(hashCode(codes.old_code, wish.salt, 'old'), wish.old_hash);
  const isNew = timingSafeEqual(hashCode(codes.new_code, wish.salt, 'new'), wish.new_hash);
  if (isOld && isNew) return wish.id;
  const left = added.codeTries - wish.tries;
  if (left === 0) throw new Refusal(409, 'too_many_tries');
  const fields = {
    ...(!isOld && { old_code: 'wrong_code' as const }),
    ...(!isNew && { new_code: 'wrong_code' as const }),
  };
  throw new Refusal(422, 'wrong_code', { fields, params: { left } });
};

const whyNot = async (db: Db, accountId: string): Promise<Refusal> => {
  const { rows } = await sql<{ used: boolean; gone: boolean }>`
    select used_at is not null as used, voided_at is not null or expires_at <= clock_timestamp() as gone
    from mail_changes where account_id = ${accountId} order by id desc limit 1`.execute(db);
  const [last] = rows;
  if (last?.used) return new Refusal(409, 'code_used');
  return new Refusal(409, last === undefined || last.gone ? 'code_expired' : 'too_many_tries');
};

/** Uses the wish up, once: of many at the same moment one gets the address. */
const use = async (db: Db, id: string): Promise<string> => {
  const { rows } = await sql<{ email: string }>`
    update mail_changes set used_at = clock_timestamp()
    where id = ${id} and used_at is null and voided_at is null and expires_at > clock_timestamp()
    returning email`.execute(db);
  if (!rows[0]) throw new Refusal(409, 'code_used');
  return rows[0].email;
};

/** Somebody may take the address in this very moment: the database has the last word. */
const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23505';

const confirm = handle(userConfirmMail, async (ctx, { body }) => {
  const { account } = ctx;
  const id = await tryCodes(ctx.db, account.id, body);
  const done = await ctx
    .transaction(async (db) => {
      // The account comes first, as wherever a password is set: two that need the same rows wait for each other once.
      await holdPassword(db, account.id, 'to change it');
      const email = await use(db, id);
      if (await findAccount(db, email, account.locale)) return undefined;
      await unlinkTelegram(db, account.id);
      // Whoever reads the letters of the address that is left sets no password by one of them.
      await voidResets(db, account.id);
      const staying = await ctx.endOthers(db);
      await sql`update accounts set email = ${email} where id = ${account.id}`.execute(db);
      await writeMailChanged(ctx.house, db, { from: account.email, to: email, locale: account.locale });
      await raise(db, account.id, 'user');
      return { staying, email };
    })
    .catch((error: unknown) => {
      if (isDuplicate(error)) return undefined;
      throw error;
    });
  if (!done) throw new Refusal(409, 'email_taken');
  done.staying();
  return { email: done.email };
});

export const mailCalls = [change, confirm];

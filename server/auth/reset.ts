import { authReset, authResetByToken, authResetInfo } from '../../contract/calls/auth.ts';
import { handle, type Ctx } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { writePasswordSet } from '../mail/password-mail.ts';
import { writeResetMail } from '../mail/reset-mail.ts';
import { forPuzzle } from '../puzzle/guard.ts';
import { raise } from '../revision.ts';
import { findAccount, sameCase } from './accounts.ts';
import { countAttempt, passwordLimit, puzzleFromLetter } from './attempts.ts';
import { holdPassword, readPassword, refuseWeak, setPassword } from './credentials.ts';
import { nameDevice } from './device.ts';
import { consumeReset, findReset, makeReset, resetsHere, type FoundReset, type NewReset } from './password-resets.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { countLetter, countPlace, forgetGuesses } from './places.ts';
import { closeAll } from './sessions.ts';
import { refuseWithoutPasswords } from './site-settings.ts';
import { unlinkTelegram } from './telegram-links.ts';

const open = { open: true } as const;

/**
 * Sends a link by which another password is set. Known and unknown addresses cost the same work and get the same answer:
 * an unknown one gets a row in the outbox that is never sent.
 */
export const reset = handle(
  authReset,
  async (ctx, { body }) => {
    refuseWithoutPasswords(ctx);
    const email = sameCase(body.email);
    const price = { from: puzzleFromLetter, key: resetsHere(email, ctx.request.ip) };
    const made = await forPuzzle(ctx, [price], () => sendReset(ctx, email));
    return { sent_to: email, expires_at: made.expiresAt, again_at: made.againAt };
  },
  open,
);

const sendReset = async (ctx: Ctx, email: string): Promise<NewReset> => {
  await countLetter(ctx);
  return await ctx.transaction(async (db) => {
    const known = await findAccount(db, email, ctx.locale);
    const fresh = await makeReset(db, { email, accountId: known?.id ?? null, place: ctx.request.ip });
    await writeResetMail(ctx.house, db, {
      to: email,
      wanted: known !== undefined,
      locale: known?.locale ?? ctx.locale,
      link: `${ctx.request.origin}/reset-password?token=${fresh.token}`,
      device: nameDevice(ctx.request.userAgent),
      place: ctx.request.ip,
      until: fresh.expiresAt,
    });
    return fresh;
  });
};

/** What a link is for. A link that never was, one that was used and one that is too old look alike. */
export const resetInfo = handle(
  authResetInfo,
  async (ctx, { params }) => {
    refuseWithoutPasswords(ctx);
    const found = await findReset(ctx.db, params.token);
    if (!found?.open) throw new Refusal(404, 'link_invalid');
    return { email: found.email, expires_at: found.expiresAt };
  },
  open,
);

/**
 * Sets another password by a link. It signs nobody in, for the link may have been opened by whoever reads the mail: the
 * password that was just chosen does. Telegram signs in to the account no more. Every session of it ends; only the browser that asks, if the account is
 * signed in there, keeps its own. The owner is told by a letter.
 */
export const resetByToken = handle(
  authResetByToken,
  async (ctx, { params, body }) => {
    refuseWithoutPasswords(ctx);
    await countPlace(ctx);
    const found = await findReset(ctx.db, params.token);
    if (found === undefined) throw new Refusal(404, 'link_invalid');
    refuseWeak(body.password, found.email);
    if (found.open) {
      const hash = await hashPassword(body.password);
      const stay = await ctx.transaction((db) => setByLink(ctx, db, found, hash));
      stay?.();
      if (stay) return {};
    }
    return await answerAgain(ctx, found, body.password);
  },
  open,
);

const setByLink = async (ctx: Ctx, db: Ctx['db'], found: FoundReset, hash: string) => {
  await holdPassword(db, found.accountId, 'to change it');
  if (!(await consumeReset(db, found))) return undefined;
  await setPassword(db, found.accountId, hash);
  await writePasswordSet(ctx, db, { account: found.accountId, how: 'by link' });
  await unlinkTelegram(db, found.accountId);
  const isHere = ctx.account?.id === found.accountId;
  const stay = isHere ? await ctx.endOthers(db) : () => {};
  if (!isHere) await closeAll(db, found.accountId);
  await forgetGuesses(db, found.email, ctx.request.ip);
  await raise(db, found.accountId, 'user');
  return stay;
};

/**
 * A submit whose answer was lost is sent again: the password is there by then, and it is answered the same.
 * @throws Refusal 404 `link_invalid` when another password was set by the link.
 */
const answerAgain = async (ctx: Ctx, { id, accountId }: FoundReset, password: string): Promise<{}> => {
  await countAttempt(ctx.db, passwordLimit, 'reset again', id);
  const kept = await readPassword(ctx.db, accountId);
  if (kept?.isFresh && (await verifyPassword(password, kept.password))) return {};
  throw new Refusal(404, 'link_invalid');
};

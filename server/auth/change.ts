import { authChange } from '../../contract/calls/auth.ts';
import { handle, type SignedInCtx } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { writePasswordSet } from '../mail/password-mail.ts';
import { raise } from '../revision.ts';
import { holdPassword, readPassword, refuseWeak, setPassword, type KeptPassword } from './credentials.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { voidResets } from './password-resets.ts';
import { countOldPassword, countPlace, type TakeBack } from './places.ts';
import { refuseWithoutPasswords } from './site-settings.ts';
import { unlinkTelegram } from './telegram-links.ts';

/**
 * Sets another password, ends every other session, and voids the links by which another one might still be set. Telegram signs
 * in to the account no more, unless it is its first password, which is a remedy for nothing. The old one is asked of whoever
 * has one and need not set it. A change whose answer was lost may be sent again: it is answered, and nothing is done. The owner is told by a letter.
 */
export const change = handle(authChange, async (ctx, { body }) => {
  const { account } = ctx;
  refuseWithoutPasswords(ctx);
  refuseWeak(body.password, account.email);
  const kept = await readPassword(ctx.db, account.id);
  const takeBack = kept ? await countTry(ctx) : async () => {};
  if (kept && !account.needSetPassword) {
    if (!(await verifyPassword(body.old_password ?? '', kept.password))) {
      if (!(await isDone(body.password, kept))) throw wrongOldPassword(body.old_password);
      await ctx.transaction(takeBack);
      return {};
    }
    if (body.password.normalize('NFC') === body.old_password?.normalize('NFC')) {
      await ctx.transaction(takeBack);
      throw new Refusal(422, 'same_password', { fields: { password: 'same_password' } });
    }
  }
  const hash = await hashPassword(body.password);
  const stay = await ctx.transaction(async (db) => {
    const now = await holdPassword(db, account.id, 'to change it');
    if (now?.password !== kept?.password) throw new Refusal(409, 'conflict');
    await setPassword(db, account.id, hash);
    await writePasswordSet(ctx, db, { account: account.id, how: kept ? 'another' : 'first' });
    await voidResets(db, account.id);
    if (kept) await unlinkTelegram(db, account.id);
    const staying = await ctx.endOthers(db);
    await takeBack(db);
    await raise(db, account.id, 'user');
    return staying;
  });
  stay();
  return {};
});

const countTry = async (ctx: SignedInCtx): Promise<TakeBack> => {
  const [ofPlace, ofGuesses] = [await countPlace(ctx), await countOldPassword(ctx)];
  return async (db) => {
    await ofPlace(db);
    await ofGuesses(db);
  };
};

/** Only of a change that was just made: else each try would be a guess at the old password twice. */
const isDone = async (password: string, { password: hash, isFresh }: KeptPassword): Promise<boolean> =>
  isFresh && (await verifyPassword(password, hash));

const wrongOldPassword = (given: string | undefined): Refusal =>
  given === undefined
    ? new Refusal(422, 'invalid', { fields: { old_password: 'required' } })
    : new Refusal(422, 'wrong_password', { fields: { old_password: 'wrong_password' } });

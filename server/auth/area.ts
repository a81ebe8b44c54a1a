import { sql } from 'kysely';
import {
  authCode,
  authLink,
  authLinkInfo,
  authLogin,
  authLoginByPassword,
  authLogout,
  authRegister,
  authSendAgain,
} from '../../contract/calls/auth.ts';
import { authCheck, langSet } from '../../contract/calls/page.ts';
import { handle, type Area, type Ctx } from '../area.ts';
import { cookieNames } from '../http/cookies.ts';
import { toUser } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { writeTelegramTied } from '../mail/telegram-mail.ts';
import { forPuzzle } from '../puzzle/guard.ts';
import { joinBy } from '../referral/join.ts';
import { raise } from '../revision.ts';
import type { Account } from '../scanned.ts';
import { holdAccount, makeAccount, sameCase } from './accounts.ts';
import { puzzleFrom } from './attempts.ts';
import { change } from './change.ts';
import { findCredential, holdPassword, refuseWeak } from './credentials.ts';
import { nameDevice } from './device.ts';
import { browserOf, sendLetter, sendLetterAgain } from './letter.ts';
import { verifyPassword } from './passwords.ts';
import { countGuess, countPlace, giveLetterBack, guessesHere } from './places.ts';
import { reset, resetByToken, resetInfo } from './reset.ts';
import { toAccount } from './sessions.ts';
import { forgetTries, readLink, tryCode, useRequest } from './sign-in-requests.ts';
import { refuseWithoutPasswords, settingsOf } from './site-settings.ts';
import { linkTelegram } from './telegram-links.ts';

const open = { open: true } as const;

/**
 * Ends a sign-in that began with a request: uses the request up and opens the session, in one transaction.
 * An address that nobody has: whoever asked for an account and proves the address gets it, with the password that was
 * chosen then; whoever came by Telegram gets one without. Without having asked, it is the same where people sign in
 * without passwords; where they sign in by password, it is refused like a wrong code, and no mail ever held a code for it.
 * Whoever said when they asked that they have an account gets none: they have proven the address, and are told.
 * Whoever came by Telegram signs in by it from then on; an account that was there before is told by a letter.
 * @throws Refusal 409 `telegram_stale` when what Telegram has proven was used already; `no_account` as said above.
 */
const signInBy = async (ctx: Ctx, requestId: string, remember: boolean): Promise<void> => {
  const signedIn = await ctx.transaction(async (db) => {
    const request = await useRequest(db, requestId);
    const { email, place, requestedAt, password, telegramRequest, referrer } = request;
    const known = await holdAccount(db, email, ctx.locale);
    if (known === undefined && password === null && telegramRequest === null && ctx.authType === 'password')
      throw new Refusal(422, 'wrong_code', { fields: { code: 'wrong_code' } });
    if (known === undefined && request.known) throw new Refusal(409, 'no_account');
    const account = known ?? (await makeAccount(ctx.house, db, { email, password, shown: ctx.locale }));
    if (known === undefined) await joinBy(db, account, referrer);
    if (telegramRequest !== null) await tie(ctx, db, { telegramRequest, account, isNew: known === undefined });
    await giveLetterBack(db, place, requestedAt);
    await forgetTries(db, email, place);
    const opened = await ctx.signIn(db, account, remember);
    return () => {
      opened();
      if (known === undefined && ctx.cookie(cookieNames.recruit) !== undefined)
        ctx.setCookie(cookieNames.recruit, '', 0);
      if (telegramRequest !== null) ctx.setCookie(cookieNames.telegram, '', 0);
    };
  });
  signedIn();
  ctx.setCookie(cookieNames.request, '', 0);
};

interface Tie {
  telegramRequest: string;
  account: Account;
  /** It was made in this transaction: nobody is there to be told. */
  isNew: boolean;
}

const tie = async (ctx: Ctx, db: Ctx['db'], { telegramRequest, account, isNew }: Tie): Promise<void> => {
  const replaces = await linkTelegram(db, telegramRequest, account.id);
  if (isNew && !replaces) return;
  const { email: to, locale } = account;
  const device = nameDevice(ctx.request.userAgent);
  await writeTelegramTied(ctx.house, db, { to, locale, device, place: ctx.request.ip });
};

/**
 * Sends a code and a link. Known and unknown addresses cost the same work and get the same answer: where sign-in is
 * by password an unknown address gets a row in the outbox that is never sent.
 */
const login = handle(
  authLogin,
  (ctx, { body: { email, known } }) => sendLetter(ctx, { email, known: known === true }),
  open,
);

/**
 * Asks for an account. Both kinds of address cost one hash and one letter: an unknown one is told how to begin, a
 * known one that its account is there, with a code that signs in and leaves the password as it is.
 */
const register = handle(
  authRegister,
  async (ctx, { body }) => {
    refuseWithoutPasswords(ctx);
    refuseWeak(body.password, body.email);
    return await sendLetter(ctx, body);
  },
  open,
);

/** It is a GET by the specification: all it ever does is to send what was asked for once more. */
const sendAgain = handle(authSendAgain, (ctx) => sendLetterAgain(ctx), open);

const code = handle(
  authCode,
  async (ctx, { body }) => {
    const requestId = await tryCode(ctx.db, browserOf(ctx), body.code);
    await signInBy(ctx, requestId, body.remember);
    return {};
  },
  open,
);

const linkInfo = handle(
  authLinkInfo,
  async (ctx, { params }) => {
    const link = await readLink(ctx.db, params.token, browserOf(ctx));
    return {
      same_browser: link.sameBrowser,
      ...(link.sameBrowser ? {} : { code: link.code }),
      device: link.device,
      place: link.place,
      requested_at: link.requestedAt,
      expires_at: link.expiresAt,
    };
  },
  open,
);

const link = handle(
  authLink,
  async (ctx, { params, body }) => {
    const found = await readLink(ctx.db, params.token, browserOf(ctx));
    if (!found.sameBrowser) throw new Refusal(403, 'forbidden');
    await signInBy(ctx, found.id, body.remember);
    return {};
  },
  open,
);

/** An unknown address, an account without a password and a wrong password look alike, and take as long. */
const loginByPassword = handle(
  authLoginByPassword,
  async (ctx, { body }) => {
    refuseWithoutPasswords(ctx);
    const email = sameCase(body.email);
    const price = { from: puzzleFrom, key: guessesHere(email, ctx.request.ip) };
    const { giveBackHere, forgetGuesses } = await forPuzzle(ctx, [price], async (puzzled) => ({
      giveBackHere: await countPlace(ctx),
      forgetGuesses: await countGuess(ctx, email, puzzled),
    }));
    const found = await findCredential(ctx.db, email);
    const right = await verifyPassword(body.password, found?.password ?? undefined);
    if (found === undefined || !right) throw new Refusal(422, 'wrong_credentials');
    const account = toAccount(found, ctx.locale);
    const signedIn = await ctx.transaction(async (db) => {
      // A change of the password ends the sessions that it finds: this one must be among them or come after it.
      if ((await holdPassword(db, found.id, 'to use it'))?.password !== found.password)
        throw new Refusal(422, 'wrong_credentials');
      await giveBackHere(db);
      await forgetGuesses(db);
      return await ctx.signIn(db, account, body.remember);
    });
    signedIn();
    return {};
  },
  open,
);

const check = handle(
  authCheck,
  async (ctx) => {
    ctx.carry({
      user: toUser(ctx.account),
      locale: ctx.locale,
      site_settings: settingsOf(ctx.authType, ctx.house),
    });
    return {};
  },
  open,
);

const logout = handle(
  authLogout,
  async (ctx) => {
    const signedOut = await ctx.transaction((db) => ctx.signOut(db));
    signedOut();
    if (ctx.cookie(cookieNames.telegram) !== undefined) ctx.setCookie(cookieNames.telegram, '', 0);
    return {};
  },
  open,
);

const lang = handle(
  langSet,
  async (ctx, { body }) => {
    const { account } = ctx;
    const changes = ctx.locale !== body.lang;
    ctx.speak(body.lang);
    if (account === null) return {};
    await ctx.transaction(async (db) => {
      const { numAffectedRows } = await sql`
        update accounts set locale = ${body.lang}
        where id = ${account.id} and locale is distinct from ${body.lang}`.execute(db);
      // Names of currencies, and what a notification says, are told in the person's language.
      if (numAffectedRows || changes) await raise(db, account.id, 'user', 'wallets', 'notifications');
    });
    return {};
  },
  open,
);

export const authArea: Area = {
  name: 'auth',
  calls: [
    login,
    register,
    sendAgain,
    code,
    linkInfo,
    link,
    loginByPassword,
    change,
    reset,
    resetInfo,
    resetByToken,
    check,
    logout,
    lang,
  ],
};

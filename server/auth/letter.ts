import type { CodeSent, SentAgain } from '../../contract/calls/auth.ts';
import { added } from '../../contract/limits.ts';
import type { Ctx } from '../area.ts';
import { cookieNames, requestKept } from '../http/cookies.ts';
import { writeSignInMail } from '../mail/sign-in-mail.ts';
import { recruiterOf } from '../referral/links.ts';
import { forPuzzle } from '../puzzle/guard.ts';
import { findAccount, sameCase } from './accounts.ts';
import { puzzleFrom, puzzleFromLetter } from './attempts.ts';
import { nameDevice } from './device.ts';
import { hashPassword } from './passwords.ts';
import { countLetter } from './places.ts';
import { againSeconds, lettersHere, makeRequest, renewRequest, wrongCodesHere } from './sign-in-requests.ts';
import { isToken } from './tokens.ts';

/** The cookie that ties a code and a link to the browser that asked. */
export const browserOf = (ctx: Ctx): string | undefined => {
  const token = ctx.cookie(cookieNames.request);
  return isToken(token) ? token : undefined;
};

/** Who asks: with a password for an account, with the request of a way to Telegram for a way in by that. */
interface Wish {
  email: string;
  password?: string;
  telegramRequest?: string;
  /** Whoever asks has an account: the code makes none. */
  known?: boolean;
}

/**
 * Makes a request and writes its letter; the one that this browser had before is void. The work and the answer are the same for every
 * address.
 */
export const sendLetter = async (ctx: Ctx, { email: typed, ...wish }: Wish): Promise<CodeSent> => {
  const email = sameCase(typed);
  const { ip } = ctx.request;
  const prices = [
    { from: puzzleFrom, key: wrongCodesHere(email, ip) },
    { from: puzzleFromLetter, key: lettersHere(email, ip) },
  ];
  return await forPuzzle(ctx, prices, () => makeLetter(ctx, { email, ...wish }));
};

const makeLetter = async (ctx: Ctx, { email, password, telegramRequest, known = false }: Wish): Promise<CodeSent> => {
  await countLetter(ctx);
  const hash = password === undefined ? null : await hashPassword(password);
  const device = nameDevice(ctx.request.userAgent);
  const made = await ctx.transaction(async (db) => {
    const request = await makeRequest(db, {
      email,
      device,
      place: ctx.request.ip,
      browser: browserOf(ctx),
      password: hash,
      telegramRequest: telegramRequest ?? null,
      known,
      referrer: await recruiterOf(db, ctx.cookie(cookieNames.recruit)),
    });
    const asked = { forAccount: hash !== null, forTelegram: telegramRequest !== undefined };
    await writeLetter(ctx, db, { ...request, ...asked, email, device, place: ctx.request.ip });
    return request;
  });
  ctx.setCookie(cookieNames.request, made.browser, requestKept);
  return { sent_to: email, expires_at: made.expiresAt, again_at: made.againAt };
};

/**
 * Another letter for the request that this browser has open, to the address that it was made for. Within half a minute of the
 * last letter nothing is sent and the answer is the same.
 * @throws Refusal 409 like `renewRequest`: whoever had a request knows that it is over, whoever has the address.
 */
export const sendLetterAgain = async (ctx: Ctx): Promise<SentAgain> => {
  const inFuture = (ms: number) => new Date(Date.parse(ctx.now) + ms).toISOString();
  if (ctx.request.idle) return { expires_at: inFuture(added.codeLifetime), again_at: inFuture(againSeconds * 1000) };
  await countLetter(ctx);
  const again = await ctx.transaction(async (db) => {
    const renewed = await renewRequest(db, browserOf(ctx));
    if (renewed.secrets) await writeLetter(ctx, db, { ...renewed, ...renewed.secrets });
    return renewed;
  });
  if (again.secrets) ctx.setCookie(cookieNames.request, browserOf(ctx) ?? '', requestKept);
  return { sent_to: again.email, expires_at: again.expiresAt, again_at: again.againAt };
};

interface Letter {
  email: string;
  code: string;
  link: string;
  device: string;
  place: string;
  expiresAt: string;
  /** It is an account that was asked for. */
  forAccount: boolean;
  /** A Telegram account is to sign in there from then on. */
  forTelegram: boolean;
}

/** The letter of a request; where nobody has the address, a row that is never sent. */
const writeLetter = async (ctx: Ctx, db: Ctx['db'], letter: Letter): Promise<void> => {
  const { email, code, link, device, place, expiresAt: until, forAccount, forTelegram } = letter;
  const known = await findAccount(db, email, ctx.locale);
  await writeSignInMail(ctx.house, db, {
    to: email,
    wanted: known !== undefined || ctx.authType !== 'password' || forAccount || forTelegram,
    about: forTelegram ? 'telegram' : !forAccount ? 'sign_in' : known === undefined ? 'sign_up' : 'sign_up_known',
    locale: known?.locale ?? ctx.locale,
    code,
    link: `${ctx.request.origin}/login?link=${link}`,
    device,
    place,
    until,
  });
};

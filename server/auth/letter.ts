import type { CodeSent } from '../../contract/calls/auth.ts';
import type { Ctx } from '../area.ts';
import { cookieNames } from '../http/cookies.ts';
import { writeSignInMail } from '../mail/sign-in-mail.ts';
import { findAccount, sameCase } from './accounts.ts';
import { nameDevice } from './device.ts';
import { hashPassword } from './passwords.ts';
import { countLetter } from './places.ts';
import { makeRequest } from './sign-in-requests.ts';
import { isToken } from './tokens.ts';

/** The cookie that ties a code and a link to the browser that asked. */
export const browserOf = (ctx: Ctx): string | undefined => {
  const token = ctx.cookie(cookieNames.request);
  return isToken(token) ? token : undefined;
};

/** Who asks; with a password it is an account that they ask for. */
interface Wish {
  email: string;
  password?: string;
}

/**
 * Makes a request and writes its letter; the one that this browser had before is void. The work and the answer are the same for every
 * address.
 */
export const sendLetter = async (ctx: Ctx, { email: typed, password }: Wish): Promise<CodeSent> => {
  const email = sameCase(typed);
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
    });
    const known = await findAccount(db, email, ctx.locale);
    const isWanted = known !== undefined || ctx.authType !== 'password' || hash !== null;
    await writeSignInMail(ctx.house, db, {
      to: email,
      wanted: isWanted,
      about: hash === null ? 'sign_in' : known === undefined ? 'sign_up' : 'sign_up_known',
      locale: known?.locale ?? ctx.locale,
      code: request.code,
      link: `${ctx.request.origin}/login?link=${request.link}`,
      device,
      place: ctx.request.ip,
    });
    return request;
  });
  ctx.setCookie(cookieNames.request, made.browser, 600);
  return { sent_to: email, expires_at: made.expiresAt, again_at: made.againAt };
};

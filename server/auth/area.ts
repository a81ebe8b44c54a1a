import { sql } from 'kysely';
import {
  authCheck,
  authCode,
  authLink,
  authLinkInfo,
  authLogin,
  authLoginByPassword,
  authLogout,
  langSet,
} from '../../contract/calls/auth.ts';
import type { SiteSettings } from '../../contract/entities.ts';
import { handle, type Area, type Ctx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { cookieNames } from '../http/cookies.ts';
import { toUser } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { isLoopback } from '../http/request-facts.ts';
import { writeSignInMail } from '../mail/sign-in-mail.ts';
import { raise } from '../revision.ts';
import { findAccount, makeAccount, sameCase } from './accounts.ts';
import {
  clearAttempts,
  countAttempt,
  countInWindow,
  giveBack,
  limitOfPlace,
  passwordLimit,
  passwordLimitOfAddress,
} from './attempts.ts';
import { nameDevice } from './device.ts';
import { verifyPassword } from './passwords.ts';
import { forgetWrongCodes, makeRequest, readLink, tryCode, useRequest } from './sign-in-requests.ts';
import { toAccount } from './sessions.ts';
import { isToken } from './tokens.ts';

const open = { open: true } as const;

/** The cookie that ties a code and a link to the browser that asked. */
const browserOf = (ctx: Ctx): string | undefined => {
  const token = ctx.cookie(cookieNames.request);
  return isToken(token) ? token : undefined;
};

/**
 * Counts a call of a place. A laptop is one place for all who test on it, and is not counted.
 * @returns what gives the attempt back in the transaction of a sign-in: an office that signs in stops nobody.
 */
const countPlace = async (ctx: Ctx): Promise<(db: Db) => Promise<void>> => {
  if (!ctx.house.config.production && isLoopback(ctx.request.ip)) return async () => {};
  const key = [ctx.call, ctx.request.ip];
  const at = await countInWindow(ctx.db, limitOfPlace, ...key);
  return (db) => giveBack(db, limitOfPlace, at, ...key);
};

/**
 * Ends a sign-in that began with a request: uses the request up and opens the session, in one transaction.
 * An address that nobody has: where people sign in without passwords, whoever proves the address gets a new account;
 * where they sign in by password, it is refused like a wrong code, and no mail ever held a code for it.
 */
const signInBy = async (ctx: Ctx, requestId: string, remember: boolean): Promise<void> => {
  const signedIn = await ctx.transaction(async (db) => {
    const { email, place, requestedAt } = await useRequest(db, requestId);
    const known = await findAccount(db, email, ctx.locale);
    if (known === undefined && ctx.authType === 'password')
      throw new Refusal(422, 'wrong_code', { fields: { code: 'wrong_code' } });
    const account = known ?? (await makeAccount(ctx.house, db, { email, shown: ctx.locale }));
    await giveBack(db, limitOfPlace, requestedAt, authLogin.name, place);
    await forgetWrongCodes(db, email);
    return await ctx.signIn(db, account, remember);
  });
  signedIn();
  ctx.setCookie(cookieNames.request, '', 0);
};

/**
 * Sends a code and a link. Known and unknown addresses cost the same work and get the same answer: where sign-in is
 * by password an unknown address gets a row in the outbox that is never sent.
 */
const login = handle(
  authLogin,
  async (ctx, { body }) => {
    const email = sameCase(body.email);
    await countPlace(ctx);
    const made = await ctx.transaction(async (db) => {
      const device = nameDevice(ctx.request.userAgent);
      const request = await makeRequest(db, { email, device, place: ctx.request.ip, browser: browserOf(ctx) });
      const known = await findAccount(db, email, ctx.locale);
      await writeSignInMail(ctx.house, db, {
        to: email,
        wanted: known !== undefined || ctx.authType !== 'password',
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
  },
  open,
);

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
    if (ctx.authType !== 'password') throw new Refusal(403, 'password_disabled');
    const email = sameCase(body.email);
    const here = ['password', email, ctx.request.ip];
    const giveBackHere = await countPlace(ctx);
    await countAttempt(ctx.db, passwordLimitOfAddress, 'password', email);
    await countAttempt(ctx.db, passwordLimit, ...here);
    const found = await findCredential(ctx.db, email);
    const right = await verifyPassword(body.password, found?.password ?? undefined);
    if (found === undefined || !right) throw new Refusal(422, 'wrong_credentials');
    const account = toAccount(found, ctx.locale);
    const signedIn = await ctx.transaction(async (db) => {
      await giveBackHere(db);
      await clearAttempts(db, ...here);
      await clearAttempts(db, 'password', email);
      return await ctx.signIn(db, account, body.remember);
    });
    signedIn();
    return {};
  },
  open,
);

const findCredential = (db: Db, email: string) =>
  db
    .selectFrom('accounts')
    .leftJoin('credentials', 'credentials.account_id', 'accounts.id')
    .selectAll('accounts')
    .select('credentials.password')
    .where('email', '=', email)
    .executeTakeFirst();

const settingsOf = ({ authType, house: { config } }: Ctx): SiteSettings => ({
  logo_url: '/api/icons/logo.svg',
  auth_type: authType,
  origins: config.origins,
  ...(config.rateListingUrl !== null && { rate_listing_url: config.rateListingUrl }),
});

const check = handle(
  authCheck,
  async (ctx) => {
    ctx.carry({
      user: toUser(ctx.account),
      locale: ctx.locale,
      site_settings: settingsOf(ctx),
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
    return {};
  },
  open,
);

const lang = handle(
  langSet,
  async (ctx, { body }) => {
    const { account } = ctx;
    if (account === null) return {};
    await ctx.transaction(async (db) => {
      const { numAffectedRows } = await sql`
        update accounts set locale = ${body.lang}
        where id = ${account.id} and locale is distinct from ${body.lang}`.execute(db);
      // Names of currencies are told in the person's language.
      if (numAffectedRows) await raise(db, account.id, 'user', 'wallets');
    });
    return {};
  },
  open,
);

export const authArea: Area = {
  name: 'auth',
  calls: [login, code, linkInfo, link, loginByPassword, check, logout, lang],
};

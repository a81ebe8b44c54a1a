import type { CallSpec } from '../../contract/call.ts';
import type { House } from '../area.ts';
import {
  closeSession,
  forget,
  markShown,
  noteSeen,
  rememberDays,
  restoreSession,
  type Facts,
  type From,
  type Opened,
} from '../auth/sessions.ts';
import { isToken } from '../auth/tokens.ts';
import { cookieNames, writeCookie } from './cookies.ts';
import { cookieOf, hasEnded, languageFor, type Passage } from './passage.ts';
import { Refusal } from './refusal.ts';

/** What the browser shows of who it is. */
export const tokensOf = (passage: Passage): { token: string | undefined; remembered: string | undefined } => {
  const token = cookieOf(passage, cookieNames.session);
  const remembered = cookieOf(passage, cookieNames.remember);
  const restores = isToken(remembered) && passage.request.method !== 'HEAD';
  return { token: isToken(token) ? token : undefined, remembered: restores ? remembered : undefined };
};

/** Who asks: the account of the session that is known, or the one that a remember token restores. HEAD restores nothing. */
export const recognise = async (
  passage: Passage,
  known: Facts,
  { from, remembered }: { from: From; remembered: string | undefined },
): Promise<Facts> => {
  const { db } = passage.service.house;
  let facts = known;
  if (facts.account !== null && remembered !== undefined && facts.firstShown) await markShown(db, remembered);
  if (facts.session !== null && facts.unseen) await noteSeen(db, facts.session, from);
  if (facts.account === null && remembered !== undefined && !facts.siteBlocked) {
    const restored = await db.transaction().execute((trx) => restoreSession(trx, remembered, passage.locale, from));
    if (restored) {
      keepSession(passage, restored);
      facts = { ...facts, account: restored.account, session: restored.session };
    }
  }
  passage.account = facts.account;
  passage.session = facts.session;
  passage.recognised = !facts.siteBlocked;
  if (facts.account) passage.locale = languageFor(passage, facts.account);
  return facts;
};

/** A visitor is asked to sign in where that is needed; a POST of a page that believes in another account is refused. */
export const checkAccount = (passage: Passage, spec: CallSpec, open: boolean): void => {
  const { account, asked } = passage;
  if (account === null && !open) {
    passage.keys.user = { is_authenticated: false };
    throw new Refusal(401, 'no_session');
  }
  if (spec.method === 'POST' && account !== null && asked.account !== undefined && asked.account !== account.number) {
    throw new Refusal(409, 'account_changed');
  }
};

/**
 * A body can come slowly: whoever sent it may have been signed out meanwhile. Somebody may have signed in since in the
 * same browser, so its cookies stay. @throws Refusal 401 `no_session`.
 */
export const refuseEnded = async (passage: Passage): Promise<void> => {
  if (await hasEnded(passage)) throw tooLate(passage);
};

export const tooLate = (passage: Passage): Refusal => {
  passage.isLate = true;
  passage.account = null;
  passage.keys.user = { is_authenticated: false };
  return new Refusal(401, 'no_session');
};

/** Ends what the browser holds: a sign-in never continues under an old session's id. */
export const endHere = async (passage: Passage, facts: Facts, db: House['db']): Promise<void> => {
  if (facts.session) await closeSession(db, facts.session);
  const remembered = cookieOf(passage, cookieNames.remember);
  if (isToken(remembered)) await forget(db, remembered);
};

export const keepSession = (passage: Passage, opened: Opened): void => {
  passage.out.push(writeCookie(cookieNames.session, opened.token, passage.https));
  if (opened.remember === undefined) return;
  passage.out.push(writeCookie(cookieNames.remember, opened.remember, passage.https, rememberDays * 86_400));
};

/**
 * An answer that says "not signed in" also takes back the cookies that came with its question: the page cannot, they are
 * HttpOnly. Those that were not there may be there by now: the answer to a sign-in may have come before this one.
 */
export const forgetCookies = (passage: Passage): void => {
  passage.out = passage.out.filter(
    (cookie) => !cookie.includes(`${cookieNames.session}=`) && !cookie.includes(`${cookieNames.remember}=`),
  );
  for (const name of [cookieNames.session, cookieNames.remember])
    if (cookieOf(passage, name) !== undefined) passage.out.push(writeCookie(name, '', passage.https, 0));
};

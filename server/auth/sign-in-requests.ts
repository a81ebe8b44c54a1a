import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { networkOf } from '../http/request-facts.ts';
import {
  clearAttempts,
  codeLimit,
  codeLimitOfAddress,
  countFailure,
  countInWindow,
  letterLimit,
  letterLimitOfAddress,
  refuseWhenFull,
  waitFor,
} from './attempts.ts';
import { seal, unseal } from './seal.ts';
import { hashToken, newToken } from './tokens.ts';

/** Before a request is this old, or used, its browser and its place get no other one for the same address. */
export const againSeconds = 30;

export interface NewRequest {
  /** Six digits, for the mail alone. */
  code: string;
  /** For the mail alone: whoever has it can read the code. */
  link: string;
  /** For the cookie of the browser that asked. */
  browser: string;
  expiresAt: string;
  againAt: string;
}

export interface Asking {
  email: string;
  device: string;
  place: string;
  /** The token in the cookie of the browser that asks, if it has one. */
  browser: string | undefined;
  /** Hash of the password that a new account is to have; null when none is asked for. */
  password: string | null;
  /** In which Telegram has named who is to sign in by this address from then on; null for none. */
  telegramRequest: string | null;
  /** No account is made by it. */
  known: boolean;
  /** Whose invitation the browser had opened. */
  referrer: string | null;
}

/** Open requests of one address: from one place, and from everywhere. */
const mostHere = 3;
const mostEverywhere = 12;

type Key = [what: string, ...parts: string[]];
const wrongCodes = (email: string): Key => ['wrong codes', email];
/** Wrong codes for an address (lower case) of the requests of one place. */
export const wrongCodesHere = (email: string, place: string): Key => ['wrong codes', email, networkOf(place)];

const letters = (email: string): Key => ['letters', email];
/** Letters with a code for an address (lower case) that one place has asked for. */
export const lettersHere = (email: string, place: string): Key => ['letters', email, networkOf(place)];

/** A person who signed in has mistyped, not guessed, and has had their letters. */
export const forgetTries = async (db: Db, email: string, place: string): Promise<void> => {
  for (const key of [wrongCodesHere(email, place), wrongCodes(email), lettersHere(email, place), letters(email)])
    await clearAttempts(db, ...key);
};

/** The place comes first: what it refuses is no letter to the address. @throws Refusal 429 `wait_before_retry`, `params.seconds`. */
const countLetterTo = async (db: Db, email: string, place: string): Promise<void> => {
  await countInWindow(db, letterLimit, ...lettersHere(email, place));
  await countInWindow(db, letterLimitOfAddress, ...letters(email));
};

interface OpenRequest {
  id: string;
  place: string;
  tries: number;
  own: boolean;
  /** Seconds until the same browser or place may ask again; 0 or less: now. */
  young: number;
  /** Seconds until it expires. */
  left: number;
}

/**
 * Makes a request for an address; `db` is a transaction. It voids the one that this browser had open, and of its place
 * the oldest beyond the third: what a stranger elsewhere asks for leaves the owner's letter as it is. An address or a
 * place with too many wrong codes gets no new request, so nobody has more guesses than those of the requests that are
 * open; a browser that has one may ask for a new letter, with the tries that it had left.
 * @throws Refusal 429 `rate_limited` when the last one of this browser or place is too young, `wait_before_retry` after
 * too many wrong codes or letters, or with too many requests open; `params.seconds`.
 */
export const makeRequest = async (
  db: Db,
  { email, device, place, browser, password, telegramRequest, known, referrer }: Asking,
): Promise<NewRequest> => {
  // Two at once for one address: one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign in ${email}`}, 0))`.execute(db);
  const open = await readOpen(db, email, browser);
  const own = open.find((request) => request.own);
  const here = open.filter((request) => networkOf(request.place) === networkOf(place));
  const seconds = Math.max(0, ...[...here, ...(own ? [own] : [])].map(({ young }) => young));
  if (seconds > 0) throw new Refusal(429, 'rate_limited', { retryAfter: seconds, params: { seconds } });

  const tries = await refuseGuesser(db, email, place, own);
  const others = here.filter((request) => request !== own);
  const voided = [...(own ? [own] : []), ...others.slice(0, Math.max(0, others.length - mostHere + 1))];
  const [first] = open;
  if (first && open.length - voided.length >= mostEverywhere) throw waitFor(first.left);
  await countLetterTo(db, email, place);
  for (const { id } of voided)
    await sql`update sign_in_requests set voided_at = now(), password = null where id = ${id}`.execute(db);
  const { code, link, salt } = newSecrets();
  const newBrowser = newToken();
  const { rows } = await sql<{ expires_at: string; again_at: string }>`
    insert into sign_in_requests (email, browser_hash, link_hash, code_hash, salt, sealed_code, tries, device, place, password,
                                  telegram_request, known, referrer_id, expires_at)
    values (${email}, ${hashToken(newBrowser)}, ${hashToken(link)}, ${hashCode(code, salt)}, ${salt}, ${seal(code, link)},
            ${tries}, ${device}, ${place}, ${password}, ${telegramRequest}, ${known}, ${referrer}, now() + make_interval(secs => ${added.codeLifetime / 1000}))
    returning expires_at, requested_at + make_interval(secs => ${againSeconds}) as again_at`.execute(db);
  const made = rows[0];
  if (made === undefined) throw new Error('a sign-in request was not made');
  return { code, link, browser: newBrowser, expiresAt: made.expires_at, againAt: made.again_at };
};

/** Letters of one request: the first one, and four more. */
const mostLetters = 5;

export interface Renewed {
  email: string;
  /** It is an account that was asked for. */
  forAccount: boolean;
  /** A Telegram account is to sign in there. */
  forTelegram: boolean;
  device: string;
  place: string;
  expiresAt: string;
  againAt: string;
  /** What the new letter holds; absent: the last one is too young for another. */
  secrets?: { code: string; link: string };
}

/**
 * Gives the open request of a browser another code and another link, and its ten minutes anew; `db` is a transaction.
 * The tries stay counted. Within half a minute of the last letter it changes nothing.
 * @throws Refusal 409 `code_expired` | `code_used` | `too_many_tries` without an open request; 429 `wait_before_retry` after
 * five letters, until the request is over, and after too many to its address.
 */
export const renewRequest = async (db: Db, browser: string | undefined): Promise<Renewed> => {
  if (browser === undefined) throw new Refusal(409, 'code_expired');
  type Row = Pick<OpenRequest, 'id' | 'young' | 'left' | 'place'> & {
    email: string;
    device: string;
    letters: number;
    for_account: boolean;
    for_telegram: boolean;
    expires_at: string;
    again_at: string;
  };
  const { rows } = await sql<Row>`
    select id, email, device, place, letters, password is not null as for_account,
           telegram_request is not null as for_telegram, expires_at,
           requested_at + make_interval(secs => ${againSeconds}) as again_at,
           ceil(extract(epoch from requested_at - now()) + ${againSeconds}::int)::int as young,
           ceil(extract(epoch from expires_at - now()))::int as left
    from sign_in_requests
    where browser_hash = ${hashToken(browser)} and used_at is null and voided_at is null and expires_at > now()
      and tries < ${added.codeTries} for update`.execute(db);
  const open = rows[0];
  if (open === undefined) throw await whyNot(db, browser);
  const { email, device, place, for_account: forAccount, for_telegram: forTelegram } = open;
  const same = { email, device, place, forAccount, forTelegram };
  if (open.young > 0) return { ...same, expiresAt: open.expires_at, againAt: open.again_at };
  if (open.letters >= mostLetters) throw waitFor(open.left);
  await countLetterTo(db, email, place);
  const { code, link, salt } = newSecrets();
  const { rows: renewed } = await sql<{ expires_at: string; again_at: string }>`
    update sign_in_requests set link_hash = ${hashToken(link)}, code_hash = ${hashCode(code, salt)}, salt = ${salt},
      sealed_code = ${seal(code, link)}, letters = letters + 1, requested_at = now(),
      expires_at = now() + make_interval(secs => ${added.codeLifetime / 1000})
    where id = ${open.id}
    returning expires_at, requested_at + make_interval(secs => ${againSeconds}) as again_at`.execute(db);
  const [times] = renewed;
  if (times === undefined) throw new Error('a sign-in request was not renewed');
  return { ...same, expiresAt: times.expires_at, againAt: times.again_at, secrets: { code, link } };
};

const newSecrets = () => ({
  code: String(randomInt(1_000_000)).padStart(6, '0'),
  link: newToken(),
  salt: randomBytes(16),
});

/** What is open for an address, the oldest first, and kept as it is until the transaction ends. */
const readOpen = async (db: Db, email: string, browser: string | undefined): Promise<OpenRequest[]> => {
  const { rows } = await sql<OpenRequest>`
    select id, place, tries, browser_hash is not distinct from ${browser === undefined ? null : hashToken(browser)} as own,
           ceil(extract(epoch from requested_at - now()) + ${againSeconds}::int)::int as young,
           ceil(extract(epoch from expires_at - now()))::int as left
    from sign_in_requests
    where email = ${email} and used_at is null and voided_at is null and expires_at > now()
    order by id for update`.execute(db);
  return rows;
};

/**
 * @returns how many tries a new request has behind it: those of the browser's own one where it would wait, else none.
 * @throws Refusal 429 `wait_before_retry` where the address or the place waits and the browser has no request with
 * tries left.
 */
const refuseGuesser = async (db: Db, email: string, place: string, own: OpenRequest | undefined): Promise<number> => {
  try {
    await refuseWhenFull(db, codeLimit, ...wrongCodesHere(email, place));
    await refuseWhenFull(db, codeLimitOfAddress, ...wrongCodes(email));
    return 0;
  } catch (error) {
    if (own === undefined || own.tries >= added.codeTries) throw error;
    return own.tries;
  }
};

/**
 * Checks a code against the request of this browser. Each check is one of five tries, counted before the comparison.
 * Outside any transaction: a wrong try stays counted.
 * @returns the request's id; it is not used yet.
 * @throws Refusal 422 `wrong_code` with `params.left`, 409 `code_elsewhere` | `code_expired` | `code_used` | `too_many_tries`.
 */
export const tryCode = async (db: Db, browser: string | undefined, code: string): Promise<string> => {
  if (browser === undefined) throw new Refusal(409, 'code_elsewhere');
  type Row = { id: string; email: string; place: string; code_hash: Buffer; salt: Buffer; tries: number };
  const { rows } = await sql<Row>`
    update sign_in_requests set tries = tries + 1
    where browser_hash = ${hashToken(browser)} and used_at is null and voided_at is null and expires_at > now()
      and tries < ${added.codeTries}
    returning id, email, place, code_hash, salt, tries`.execute(db);
  const request = rows[0];
  if (request === undefined) throw await whyNot(db, browser);
  if (timingSafeEqual(hashCode(code, request.salt), request.code_hash)) return request.id;
  await countFailure(db, codeLimit, ...wrongCodesHere(request.email, request.place));
  await countFailure(db, codeLimitOfAddress, ...wrongCodes(request.email));
  const left = added.codeTries - request.tries;
  if (left === 0) throw new Refusal(409, 'too_many_tries');
  throw new Refusal(422, 'wrong_code', { fields: { code: 'wrong_code' }, params: { left } });
};

const whyNot = async (db: Db, browser: string): Promise<Refusal> => {
  const { rows } = await sql<{ used: boolean; gone: boolean }>`
    select used_at is not null as used, voided_at is not null or expires_at <= now() as gone
    from sign_in_requests where browser_hash = ${hashToken(browser)}`.execute(db);
  const request = rows[0];
  if (request?.used) return new Refusal(409, 'code_used');
  return new Refusal(409, request === undefined || request.gone ? 'code_expired' : 'too_many_tries');
};

export interface UsedRequest {
  email: string;
  place: string;
  requestedAt: string;
  /** Hash of the password that a new account is to have. It is wiped here. */
  password: string | null;
  telegramRequest: string | null;
  /** No account is to be made by it. */
  known: boolean;
  referrer: string | null;
}

/**
 * Uses a request up, once: of many at the same moment one gets the address, in the transaction of the sign-in.
 * @throws Refusal 409 `code_used`.
 */
export const useRequest = async (db: Db, id: string): Promise<UsedRequest> => {
  type Row = {
    email: string;
    place: string;
    requested_at: string;
    password: string | null;
    telegram_request: string | null;
    known: boolean;
    referrer_id: string | null;
  };
  const { rows } = await sql<Row>`
    with open as (
      select id, password from sign_in_requests
      where id = ${id} and used_at is null and voided_at is null and expires_at > now() for update
    )
    update sign_in_requests r set used_at = now(), password = null
    from open where r.id = open.id
    returning r.email, r.place, r.requested_at, open.password, r.telegram_request,
      r.known, r.referrer_id`.execute(db);
  const [used] = rows;
  if (used === undefined) throw new Refusal(409, 'code_used');
  const { email, place, requested_at: requestedAt, password, telegram_request: telegramRequest, known } = used;
  return { email, place, requestedAt, password, telegramRequest, known, referrer: used.referrer_id };
};

/**
 * No code and no link that was asked for before signs in to an address any more. `db` is a transaction that holds nothing yet:
 * whoever signs in by one holds it before the account.
 */
export const voidRequests = async (db: Db, email: string): Promise<void> => {
  await sql`
    update sign_in_requests set voided_at = now(), password = null
    where id in (select id from sign_in_requests
      where email = ${email} and used_at is null and voided_at is null order by id for update)
      and used_at is null`.execute(db);
};

export interface LinkFacts {
  id: string;
  sameBrowser: boolean;
  code: string;
  device: string;
  place: string;
  requestedAt: string;
  expiresAt: string;
}

/** What a link belongs to; reads and changes nothing. @throws Refusal 404 `link_invalid`, whatever the reason. */
export const readLink = async (db: Db, link: string, browser: string | undefined): Promise<LinkFacts> => {
  const row = await db
    .selectFrom('sign_in_requests')
    .selectAll()
    .where('link_hash', '=', hashToken(link))
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'link_invalid');
  return {
    id: row.id,
    sameBrowser: browser !== undefined && timingSafeEqual(hashToken(browser), row.browser_hash),
    code: unseal(row.sealed_code, link),
    device: row.device,
    place: row.place,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
  };
};

const hashCode = (code: string, salt: Buffer): Buffer => createHmac('sha256', salt).update(code).digest();

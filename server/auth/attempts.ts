import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';

/** From `slowAt` attempts on each next one waits 2, 4, 8 … seconds; from `stopAt` on it waits `stopSeconds`. */
export interface Limit {
  slowAt: number;
  stopAt: number;
  stopSeconds: number;
}

/** The old password of one sign-in, or another thing that only its owner tries: about sixteen tries in an hour. */
export const passwordLimit: Limit = { slowAt: 5, stopAt: 10, stopSeconds: 600 };
/** One address from one place. From `puzzleFrom` on each try costs a puzzle; about sixteen tries in an hour. */
export const guessLimit: Limit = { slowAt: 10, stopAt: 10, stopSeconds: 600 };
/** After so many failures a puzzle is asked for. */
export const puzzleFrom = 5;
/** After so many letters for one address, asked for at one place, a puzzle is asked for. */
export const puzzleFromLetter = 3;

/** Seconds from the last attempt until its key is forgotten. The windows in which sign-ins are counted are no longer than that. */
export const attemptKept = 3_600;

/** At most `most` attempts from the first one until `seconds` later, however many come in between. */
export interface Window {
  most: number;
  seconds: number;
}

/** One address from everywhere: many machines guess one password. More than one place, or a few, can fill it. */
export const passwordLimitOfAddress: Window = { most: 100, seconds: 3600 };
/** One place, all addresses: one machine tries many accounts, or sends mail to strangers. A sign-in gives its attempt back. */
export const limitOfPlace: Window = { most: 60, seconds: 600 };
/** One address: wrong codes of the requests of one place, and of all. A sign-in by code forgets both. */
export const codeLimit: Window = { most: 10, seconds: 3600 };
export const codeLimitOfAddress: Window = { most: 40, seconds: 3600 };

/** Letters for one address with a code: asked for at one place, and everywhere. A sign-in by code forgets both. */
export const letterLimit: Window = { most: 10, seconds: 3600 };
export const letterLimitOfAddress: Window = { most: 60, seconds: 3600 };
/** Letters for one address by which another password is set: asked for at one place, and everywhere. */
export const resetLimit: Window = { most: 5, seconds: 3600 };
export const resetLimitOfAddress: Window = { most: 20, seconds: 3600 };

/** Keys are hashed: the table holds neither addresses nor places. */
const toKey = (parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url');

/**
 * Counts one attempt before it is made, so that many at once are counted too; a success calls `clearAttempts`. All
 * processes count in the database. Forgotten an hour after the last attempt.
 * @throws Refusal 429 `wait_before_retry`, `params.seconds`, while the key has to wait.
 */
export const countAttempt = async (db: Db, limit: Limit, ...parts: string[]): Promise<void> => {
  await countBelow(db, limit, null, ...parts);
};

/**
 * The same, unless the key has `most` attempts behind it; null for any number.
 * @returns false when it has, and nothing was counted.
 */
export const countBelow = async (db: Db, limit: Limit, most: number | null, ...parts: string[]): Promise<boolean> => {
  const key = toKey(parts);
  const { slowAt, stopAt, stopSeconds } = limit;
  const { rows } = await sql`
    insert into attempts as a (key, failures, expires_at) values (${key}, 1, now() + make_interval(secs => ${attemptKept}))
    on conflict (key) do update set
      failures = case when a.expires_at <= now() then 1 else a.failures + 1 end,
      wait_until = case
        when a.expires_at <= now() then null
        when a.failures + 1 >= ${stopAt}::int then now() + make_interval(secs => ${stopSeconds})
        when a.failures + 1 >= ${slowAt}::int then now() + make_interval(secs => 2 ^ (a.failures + 2 - ${slowAt}::int))
      end,
      expires_at = now() + make_interval(secs => ${attemptKept})
    where (a.wait_until is null or a.wait_until <= now())
      and (${most}::int is null or a.failures < ${most}::int or a.expires_at <= now())
    returning 1`.execute(db);
  if (rows.length > 0) return true;
  const { failures, seconds } = await readAttempts(db, ...parts);
  if (seconds === 0 && most !== null && failures >= most) return false;
  throw waitFor(Math.max(1, seconds));
};

/** What is counted of a key by now, and for how many seconds it waits. */
export const readAttempts = async (db: Db, ...parts: string[]): Promise<{ failures: number; seconds: number }> => {
  const { rows } = await sql<{ failures: number; seconds: number }>`
    select failures, greatest(0, coalesce(ceil(extract(epoch from wait_until - now())), 0))::int as seconds
    from attempts where key = ${toKey(parts)} and expires_at > now()`.execute(db);
  return rows[0] ?? { failures: 0, seconds: 0 };
};

export const clearAttempts = async (db: Db, ...parts: string[]): Promise<void> => {
  await db.deleteFrom('attempts').where('key', '=', toKey(parts)).execute();
};

export const waitFor = (seconds: number): Refusal =>
  new Refusal(429, 'wait_before_retry', { retryAfter: seconds, params: { seconds } });

/**
 * Counts one attempt in its window before it is made; a success gives it back with `giveBack`.
 * @returns the moment that it counts from.
 * @throws Refusal 429 `wait_before_retry`, `params.seconds`, until the window is over.
 */
export const countInWindow = async (db: Db, window: Window, ...parts: string[]): Promise<string> => {
  const at = await addToWindow(db, window, window.most, parts);
  if (at !== undefined) return at;
  await refuseWhenFull(db, window, ...parts);
  // The window ended between the two questions.
  return await countInWindow(db, window, ...parts);
};

/** Counts what has gone wrong, whether or not the window is full. */
export const countFailure = async (db: Db, window: Window, ...parts: string[]): Promise<void> => {
  await addToWindow(db, window, null, parts);
};

/** @throws Refusal like `countInWindow`, and counts nothing. */
export const refuseWhenFull = async (db: Db, window: Window, ...parts: string[]): Promise<void> => {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from expires_at - now())))::int as seconds from attempts
    where key = ${toKey(parts)} and failures >= ${window.most}::int and expires_at > now()`.execute(db);
  if (rows[0]) throw waitFor(rows[0].seconds);
};

/** Takes an attempt of the moment `at` out of its window; a window that began later never counted it. */
export const giveBack = async (db: Db, window: Window, at: string, ...parts: string[]): Promise<void> => {
  await sql`
    update attempts set failures = failures - 1
    where key = ${toKey(parts)} and failures > 0
      and expires_at - make_interval(secs => ${window.seconds}) <= ${at}::timestamptz`.execute(db);
};

/** Adds one unless the window holds `most`. The first one decides when it ends. */
const adding = (window: Window, most: number | null, parts: string[]): RawBuilder<{ at: string }> => sql`
    insert into attempts as a (key, failures, expires_at)
    values (${toKey(parts)}, 1, now() + make_interval(secs => ${window.seconds}))
    on conflict (key) do update set
      failures = case when a.expires_at <= now() then 1 else a.failures + 1 end,
      expires_at = case when a.expires_at <= now() then excluded.expires_at else a.expires_at end
    where ${most}::int is null or a.failures < ${most}::int or a.expires_at <= now()
    returning now() as at`;

const addToWindow = async (db: Db, window: Window, most: number | null, parts: string[]): Promise<string | undefined> =>
  (await adding(window, most, parts).execute(db)).rows[0]?.at;

/** `countInWindow` as a part of the statement that it counts: no row where the window is full, of which `refuseWhenFull` tells. */
export const countedIn = (window: Window, ...parts: string[]): RawBuilder<{ at: string }> =>
  adding(window, window.most, parts);

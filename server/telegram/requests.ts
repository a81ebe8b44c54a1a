import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import { hashToken, isToken, newToken } from '../auth/tokens.ts';
import type { Db } from '../db/db.ts';
import type { TelegramPerson } from './answer.ts';

/** How long a request lives, and, once it is answered, the wait for an address. */
const requestSeconds = added.telegramLifetime / 1000;

interface Asking {
  remember: boolean;
  place: string;
}

/** A browser goes to Telegram. @returns what it keeps in its cookie, and what stands in the address that leads back. */
export const makeRequest = async (db: Db, { remember, place }: Asking): Promise<{ browser: string; state: string }> => {
  const [browser, state] = [newToken(), newToken()];
  await sql`
    insert into telegram_requests (browser_hash, state_hash, remember, asked_from, expires_at)
    values (${hashToken(browser)}, ${hashToken(state)}, ${remember}, ${place},
            now() + make_interval(secs => ${requestSeconds}))`.execute(db);
  return { browser, state };
};

export interface FoundRequest {
  id: string;
  remember: boolean;
  /** Where and when it was made. */
  place: string;
  at: string;
  /** It was answered before, or is too old. */
  stale: boolean;
}

/** The request of this browser that the address names, for a day; undefined in any other browser. */
export const findRequest = async (
  db: Db,
  browser: string | undefined,
  state: string,
): Promise<FoundRequest | undefined> => {
  if (!isToken(browser)) return undefined;
  const { rows } = await sql<FoundRequest>`
    select id, remember, asked_from as place, asked_at as at, used_at is not null or expires_at <= now() as stale
    from telegram_requests
    where browser_hash = ${hashToken(browser)} and state_hash = ${hashToken(state)}`.execute(db);
  return rows[0];
};

/** Uses a request up, and the answer for every browser: of many at once one gets true. `db` is a transaction. */
export const useRequest = async (db: Db, id: string, { mark }: TelegramPerson, place: string): Promise<boolean> => {
  const { rows } = await sql`
    update telegram_requests set used_at = now(), answered_from = ${place}
    where id = ${id} and used_at is null and expires_at > now() returning 1`.execute(db);
  if (rows.length === 0) return false;
  // An answer is refused by its age when the mark is gone.
  const marked = await sql`
    insert into telegram_answers (mark, expires_at) values (${mark}, now() + interval '1 hour')
    on conflict do nothing returning 1`.execute(db);
  return marked.rows.length > 0;
};

/** Nobody here knows whom Telegram has named: the request holds it until an address is proven. */
export const keepProof = async (db: Db, id: string, telegramId: string): Promise<void> => {
  await sql`
    update telegram_requests
    set telegram_id = ${telegramId}, expires_at = now() + make_interval(secs => ${requestSeconds})
    where id = ${id}`.execute(db);
};

/**
 * Whether this very answer was taken in this request before, and whom it names is held there still: whoever lost what they
 * were told then may be told it again.
 */
export const isProven = async (db: Db, id: string, { id: telegramId, mark }: TelegramPerson): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from telegram_requests r
    where r.id = ${id} and r.telegram_id = ${telegramId} and r.expires_at > now()
      and exists (select 1 from telegram_answers a where a.mark = ${mark} and a.expires_at > now())`.execute(db);
  return rows.length > 0;
};

/** The request in which Telegram has named somebody to this browser whom nobody here knows; for ten minutes. */
export const provenIn = async (db: Db, browser: string | undefined): Promise<string | undefined> => {
  if (!isToken(browser)) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from telegram_requests
    where browser_hash = ${hashToken(browser)} and telegram_id is not null and expires_at > now()`.execute(db);
  return rows[0]?.id;
};

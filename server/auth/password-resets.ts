import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { networkOf } from '../http/request-facts.ts';
import { countInWindow, resetLimit, resetLimitOfAddress } from './attempts.ts';
import { hashToken, newToken } from './tokens.ts';

/** Before the last letter is this old a place gets no other one for the same address. */
const againSeconds = 30;

export interface NewReset {
  /** For the mail alone. */
  token: string;
  expiresAt: string;
  againAt: string;
}

interface Asking {
  email: string;
  /** Null: nobody has the address. */
  accountId: string | null;
  place: string;
}

/**
 * Writes down that an address asks for another password; `db` is a transaction. Links that were asked for before go on
 * working: a stranger who asks voids nobody's letter.
 * @throws Refusal 429 `rate_limited` when the last one of this place is too young, `wait_before_retry` after too many;
 * `params.seconds`.
 */
export const makeReset = async (db: Db, { email, accountId, place }: Asking): Promise<NewReset> => {
  // Two at once for one address: one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reset ${email}`}, 0))`.execute(db);
  await refuseTooSoon(db, email, place);
  // The place comes first: what it refuses is no letter to the address.
  await countInWindow(db, resetLimit, ...resetsHere(email, place));
  await countInWindow(db, resetLimitOfAddress, 'reset', email);
  const token = newToken();
  const { rows } = await sql<{ expires_at: string; again_at: string }>`
    insert into password_resets (email, account_id, token_hash, place, expires_at)
    values (${email}, ${accountId}, ${hashToken(token)}, ${place},
            now() + make_interval(secs => ${added.resetLifetime / 1000}))
    returning expires_at, requested_at + make_interval(secs => ${againSeconds}) as again_at`.execute(db);
  const made = rows[0];
  if (made === undefined) throw new Error('a reset was not made');
  return { token, expiresAt: made.expires_at, againAt: made.again_at };
};

/** Letters for an address (lower case) that one place has asked for. */
export const resetsHere = (email: string, place: string): string[] => ['reset', email, networkOf(place)];

const refuseTooSoon = async (db: Db, email: string, place: string): Promise<void> => {
  const { rows } = await sql<{ place: string; young: number }>`
    select place, ceil(extract(epoch from requested_at - now()) + ${againSeconds}::int)::int as young
    from password_resets
    where email = ${email} and requested_at > now() - make_interval(secs => ${againSeconds})`.execute(db);
  const seconds = Math.max(
    0,
    ...rows.filter((one) => networkOf(one.place) === networkOf(place)).map(({ young }) => young),
  );
  if (seconds > 0) throw new Refusal(429, 'rate_limited', { retryAfter: seconds, params: { seconds } });
};

export interface FoundReset {
  id: string;
  email: string;
  accountId: string;
  expiresAt: string;
  /** It can still be used; else it was, less than ten minutes ago. */
  open: boolean;
}

/**
 * What a link belongs to; reads and changes nothing. A link is good for the address that it was sent to alone: whoever left
 * that address may have lost it. One that was used is found for ten minutes, by whoever sends a lost submit again.
 */
export const findReset = async (db: Db, token: string): Promise<FoundReset | undefined> => {
  const { rows } = await sql<{ id: string; email: string; account_id: string; expires_at: string; open: boolean }>`
    select r.id, r.email, r.account_id, r.expires_at, r.used_at is null as open
    from password_resets r join accounts a on a.id = r.account_id and a.email = r.email
    where r.token_hash = ${hashToken(token)} and r.voided_at is null
      and (r.used_at > now() - interval '10 minutes' or r.used_at is null and r.expires_at > now())`.execute(db);
  const row = rows[0];
  return row && { id: row.id, email: row.email, accountId: row.account_id, expiresAt: row.expires_at, open: row.open };
};

/** No link that was sent before sets a password any more; `db` is a transaction that holds the account. */
export const voidResets = async (db: Db, accountId: string): Promise<void> => {
  await sql`
    update password_resets set voided_at = now()
    where account_id = ${accountId} and used_at is null and voided_at is null`.execute(db);
};

/**
 * Uses a link up, and voids all others of its account, which `db` holds.
 * @returns false when somebody else was first, or the account has left the address.
 */
export const consumeReset = async (db: Db, { id, accountId }: FoundReset): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update password_resets set used_at = now()
    where id = ${id} and used_at is null and voided_at is null and expires_at > now()
      and email = (select email from accounts where id = ${accountId})`.execute(db);
  if (!numAffectedRows) return false;
  await voidResets(db, accountId);
  return true;
};

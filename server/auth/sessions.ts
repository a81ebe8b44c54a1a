import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import type { Db } from '../db/db.ts';
import { gathered } from '../db/gather.ts';
import { prepared } from '../db/prepared.ts';
import { newOperationId } from '../ledger/ids.ts';
import type { Account } from '../scanned.ts';
import { noteShown } from './shown-language.ts';
import { hashToken, newToken } from './tokens.ts';

/** A session without `remember me` ends after this long, or with the browser. */
export const sessionHours = 12;
export const rememberDays = 30;
/**
 * Tabs that a browser restores all at once show the same remember token. For this long after its replacement an old
 * token still opens a session, and is not replaced again, even when another tab has shown the new one already: for as
 * long as a page waits for the answer to what it has sent with it.
 */
const graceSeconds = added.answer / 1000;

const seenMinutes = added.seenEvery / 60_000;

/** Where a call comes from, as the person is told of it later. `place` is a network, not an address. */
export interface From {
  device: string;
  place: string;
}
const nowhere: From = { device: '—', place: '' };

export interface Session {
  id: string;
  familyId: string | null;
  /** Hash of the token that showed it: its own, or one that was replaced a moment ago. */
  shown: Buffer;
}

/** What is true at the beginning of every call, in one question to the database. */
export interface Facts {
  /** Database time. */
  now: string;
  authType: string;
  siteBlocked: boolean;
  /** Where a sign-in sends the page; null for nowhere. */
  signInRedirect: string | null;
  account: Account | null;
  session: Session | null;
  /** The remember token has never been shown before. */
  firstShown: boolean;
  /** It is a while since the session was noted as seen. */
  unseen: boolean;
}

export interface AccountRow {
  id: string;
  number: string;
  email: string;
  locale: 'ru' | 'en' | null;
  need_set_password: boolean;
}

/** `shown` is the language of the browser that asks: it counts until the person chooses one. */
export const toAccount = (row: AccountRow, shown: 'ru' | 'en'): Account => ({
  id: row.id,
  number: row.number,
  email: row.email,
  locale: row.locale ?? shown,
  needSetPassword: row.need_set_password,
});

/** What is asked of who asks, as `who` says it and `toFacts` reads it. */
export interface FactsRow extends Omit<AccountRow, 'id'> {
  now: string;
  auth_type: string;
  site_blocked: boolean;
  sign_in_redirect: string | null;
  session_id: string | null;
  family_id: string | null;
  token_hash: Buffer;
  account_id: string;
  first_shown: boolean;
  unseen: boolean;
}

/** Of each `q`, which shows hashes of tokens: columns, and where they are from. */
export const who = {
  columns: `clock_timestamp() as now, s.auth_type, s.site_blocked, s.sign_in_redirect,
      coalesce(v.replaced_by, v.id) as session_id, v.family_id, v.token_hash,
      a.id as account_id, a.number, a.email, a.locale, a.need_set_password,
      q.remember is not null
        and exists (select 1 from remember_tokens where token_hash = q.remember and used_at is null) as first_shown,
      coalesce(v.seen_at < now() - interval '${seenMinutes} minutes', false) as unseen`,
  joins: `left join sessions v on v.token_hash = q.session and v.expires_at > now()
    left join accounts a on a.id = v.account_id`,
};

const askFacts = prepared<FactsRow>(
  'facts',
  `select ${who.columns}
    from settings s
    cross join unnest((select $1::bytea[]), (select $2::bytea[])) with ordinality as q (session, remember, place)
    ${who.joins}
    order by q.place`,
);

/** Hashes of the tokens that a browser shows: that of its session, and that which remembers somebody. */
export interface Shown {
  session: Buffer | null;
  remember: Buffer | null;
}

const factsOf = gathered<Shown, FactsRow | undefined>({
  ...{ lanes: 2, most: 32 },
  ask: (db, all) => askFacts(db, [all.map(({ session }) => session), all.map(({ remember }) => remember)]),
});

/** `remember` is the token that the browser shows beside that of its session. */
export const shownBy = (token: string | undefined, remember: string | undefined): Shown => {
  const hashOf = (text: string | undefined) => (text === undefined ? null : hashToken(text));
  return { session: hashOf(token), remember: hashOf(remember) };
};

export const readFacts = async (db: Db, shown: Shown, locale: 'ru' | 'en'): Promise<Facts> =>
  toFacts(await factsOf(db, shown), locale);

/** `shown` is the language of the browser that asks. */
export const toFacts = (row: FactsRow | undefined, shown: 'ru' | 'en'): Facts => {
  if (row === undefined) throw new Error('the settings have no row');
  return {
    now: row.now,
    authType: row.auth_type,
    siteBlocked: row.site_blocked,
    signInRedirect: row.sign_in_redirect,
    account: row.session_id === null ? null : toAccount({ ...row, id: row.account_id }, shown),
    session: row.session_id === null ? null : { id: row.session_id, familyId: row.family_id, shown: row.token_hash },
    firstShown: row.first_shown,
    unseen: row.unseen,
  };
};

/** New tokens that the browser is to keep; a `remember` token for `rememberDays`. */
export interface Opened {
  token: string;
  remember?: string;
}

/** Opens a session with a new id, and a family of remember tokens when asked. */
export const openSession = async (
  db: Db,
  accountId: string,
  remember: boolean,
  from: From = nowhere,
): Promise<Opened> => {
  const familyId = remember ? await openFamily(db, accountId, from) : null;
  const token = await insertSession(db, accountId, familyId, from);
  return familyId === null ? { token } : { token, remember: await insertRememberToken(db, familyId) };
};

/** Whether a session has not been ended meanwhile. */
export const isOpen = async (db: Db, { id }: Session): Promise<boolean> => {
  const { rows } = await sql`select 1 from sessions where id = ${id} and expires_at > clock_timestamp()`.execute(db);
  return rows.length > 0;
};

/** Ends a session, and with it the remember tokens that it came from. */
export const closeSession = async (db: Db, session: Session): Promise<void> => {
  // The family first, as whoever restores a session from it takes it.
  if (session.familyId !== null) await endFamily(db, session.familyId);
  await db.deleteFrom('sessions').where('id', '=', session.id).execute();
};

/**
 * Ends the sign-in that a person knows by its handle, with its sessions and what remembers it.
 * @returns what `signedInBy` calls it; undefined when the account has none of that name.
 */
export const endSignIn = async (db: Db, accountId: string, handle: string): Promise<string | undefined> => {
  const family = await sql<{ id: string }>`
    select id from remember_families
    where account_id = ${accountId} and handle = ${handle} and ended_at is null for update`.execute(db);
  const [remembered] = family.rows;
  if (remembered) {
    await endFamily(db, remembered.id);
    return `family ${remembered.id}`;
  }
  const session = await sql<{ id: string }>`
    delete from sessions
    where account_id = ${accountId} and handle = ${handle} and family_id is null and expires_at > now()
    returning id`.execute(db);
  return session.rows[0] && `session ${session.rows[0].id}`;
};

/** The session is in use, from here; so is what it was restored by. */
export const noteSeen = async (db: Db, { id, familyId }: Session, { device, place }: From): Promise<void> => {
  await sql`update sessions set seen_at = now(), device = ${device}, place = ${place} where id = ${id}`.execute(db);
  if (familyId !== null)
    await sql`update remember_families set seen_at = now(), device = ${device}, place = ${place}
      where id = ${familyId}`.execute(db);
};

/**
 * Until the transaction ends: sign-ins of an account are opened beside one another, and what ends all of them is alone. Neither
 * passes the other unseen, and whoever holds the account for its money holds up no sign-in.
 */
export const holdSignIns = async (db: Db, accountId: string, how: 'to open one' | 'to end them'): Promise<void> => {
  const key = sql`hashtextextended(${`sign-ins of ${accountId}`}, 0)`;
  await (
    how === 'to open one' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`
  ).execute(db);
};

/**
 * Ends every session of an account but one, and every remember token. The one that stays gets other tokens: whoever has copied
 * those that it had is out as well, but for the seconds in which its browser may still show the old one.
 * @returns them; undefined where there are none to give. A token that was replaced meanwhile gets no other, whenever its call
 * began: of two presses at once one does. And a session that has ended meanwhile ends with all of them.
 */
export const closeOthers = async (db: Db, accountId: string, kept: Session): Promise<Opened | undefined> => {
  // Families first: whoever restores a session from one at this moment holds its row, and is seen by the lines below.
  await sql`
    update remember_families set ended_at = now()
    where account_id = ${accountId} and ended_at is null and id is distinct from ${kept.familyId}::bigint`.execute(db);
  if (kept.familyId !== null)
    await sql`select 1 from remember_families where id = ${kept.familyId} for update`.execute(db);
  const { rows } = await sql<{ is_shown: boolean }>`
    select token_hash = ${kept.shown} as is_shown from sessions where id = ${kept.id} for update`.execute(db);
  const [staying] = rows;
  if (staying === undefined) {
    await closeAll(db, accountId);
    return undefined;
  }
  // Tokens that it had before end by themselves: a call that is under way with one, and found nobody, would take its cookies back.
  await sql`
    delete from sessions where account_id = ${accountId} and id <> ${kept.id}
      and replaced_by is distinct from ${kept.id}::bigint`.execute(db);
  if (!staying.is_shown) return undefined;
  const token = await replaceToken(db, kept);
  if (kept.familyId === null) return { token };
  await sql`delete from remember_tokens where family_id = ${kept.familyId}`.execute(db);
  return { token, remember: await insertRememberToken(db, kept.familyId) };
};

/** The old one leads to the session for as long as calls may be under way with it. */
const replaceToken = async (db: Db, { id, shown }: Session): Promise<string> => {
  const token = newToken();
  await sql`update sessions set token_hash = ${hashToken(token)} where id = ${id}`.execute(db);
  await sql`
    insert into sessions (token_hash, account_id, family_id, handle, device, place, expires_at, replaced_by)
    select ${shown}::bytea, account_id, family_id, ${newOperationId()}, device, place,
           least(expires_at, now() + make_interval(secs => ${graceSeconds})), id
    from sessions where id = ${id}`.execute(db);
  return token;
};

/** Ends every session of an account, and every remember token. */
export const closeAll = async (db: Db, accountId: string): Promise<void> => {
  await sql`update remember_families set ended_at = now() where account_id = ${accountId} and ended_at is null`.execute(
    db,
  );
  await db.deleteFrom('sessions').where('account_id', '=', accountId).execute();
};

/** Ends the family that a remember token belongs to, if there is one. */
export const forget = async (db: Db, rememberToken: string): Promise<void> => {
  const found = await findRememberToken(db, rememberToken);
  if (found) await endFamily(db, found.family_id);
};

/**
 * Opens a session by a remember token and replaces the token. An old token whose successor nobody has shown was not
 * heard of again because an answer was cut: it is replaced once more, and what the lost answer held is worth nothing.
 * An old token whose successor has been shown ends its family: every session and every token that came from that
 * sign-in, because one of two holders has stolen it.
 * @returns undefined when the token opens nothing.
 */
export const restoreSession = async (
  db: Db,
  rememberToken: string,
  shown: 'ru' | 'en',
  from: From,
): Promise<(Opened & { account: Account; session: Session }) | undefined> => {
  const found = await findRememberToken(db, rememberToken);
  if (found === undefined || found.ended || found.expired) return undefined;
  const stale = found.replaced && !found.graceful;
  if (stale && found.followed) {
    await endFamily(db, found.family_id);
    return undefined;
  }
  if (stale) await db.deleteFrom('sessions').where('family_id', '=', found.family_id).execute();
  let remember: string | undefined;
  if (!found.graceful) {
    await sql`
      update remember_tokens set replaced_at = clock_timestamp()
      where family_id = ${found.family_id} and (id = ${found.id} or replaced_at is null)`.execute(db);
    remember = await insertRememberToken(db, found.family_id);
  }
  await markShown(db, rememberToken);
  const token = await insertSession(db, found.account_id, found.family_id, from);
  await noteShown(db, found.account_id, shown);
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', found.account_id).executeTakeFirstOrThrow();
  const { session } = await readFacts(db, shownBy(token, undefined), shown);
  if (session === null) return undefined;
  await noteSeen(db, session, from);
  return { token, ...(remember === undefined ? {} : { remember }), account: toAccount(row, shown), session };
};

interface FoundToken {
  id: string;
  family_id: string;
  account_id: string;
  expired: boolean;
  ended: boolean;
  replaced: boolean;
  graceful: boolean;
  /** A browser has shown a later token of the family. */
  followed: boolean;
}

/** A token that a browser shows has arrived there. */
export const markShown = async (db: Db, rememberToken: string): Promise<void> => {
  await sql`
    update remember_tokens set used_at = clock_timestamp()
    where token_hash = ${hashToken(rememberToken)} and used_at is null`.execute(db);
};

/** Locks the family, so that two uses of one token are one after the other. */
const findRememberToken = async (db: Db, token: string): Promise<FoundToken | undefined> => {
  await sql`
    select 1 from remember_families f join remember_tokens t on t.family_id = f.id
    where t.token_hash = ${hashToken(token)} for update of f`.execute(db);
  const { rows } = await sql<FoundToken>`
    select t.id, t.family_id, f.account_id, t.expires_at <= clock_timestamp() as expired, f.ended_at is not null as ended,
           t.replaced_at is not null as replaced,
           coalesce(t.replaced_at > clock_timestamp() - make_interval(secs => ${graceSeconds}), false) as graceful,
           exists (select 1 from remember_tokens l where l.family_id = t.family_id and l.id > t.id and l.used_at is not null)
             as followed
    from remember_tokens t join remember_families f on f.id = t.family_id
    where t.token_hash = ${hashToken(token)}`.execute(db);
  return rows[0];
};

const endFamily = async (db: Db, familyId: string): Promise<void> => {
  await sql`update remember_families set ended_at = now() where id = ${familyId} and ended_at is null`.execute(db);
  await db.deleteFrom('sessions').where('family_id', '=', familyId).execute();
};

const openFamily = async (db: Db, accountId: string, from: From): Promise<string> => {
  const family = { account_id: accountId, handle: newOperationId(), ...from };
  return (await db.insertInto('remember_families').values(family).returning('id').executeTakeFirstOrThrow()).id;
};

const insertSession = async (
  db: Db,
  accountId: string,
  familyId: string | null,
  { device, place }: From,
): Promise<string> => {
  const token = newToken();
  await sql`
    insert into sessions (token_hash, account_id, family_id, handle, device, place, expires_at)
    values (${hashToken(token)}, ${accountId}, ${familyId}, ${newOperationId()}, ${device}, ${place},
            now() + make_interval(hours => ${sessionHours}))`.execute(db);
  return token;
};

const insertRememberToken = async (db: Db, familyId: string): Promise<string> => {
  const token = newToken();
  await sql`
    insert into remember_tokens (family_id, token_hash, expires_at)
    values (${familyId}, ${hashToken(token)}, now() + make_interval(days => ${rememberDays}))`.execute(db);
  return token;
};

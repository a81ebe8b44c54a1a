import { sql } from 'kysely';
import { scanned, type ScannedKey } from '../../contract/envelope.ts';
import type { Failure } from '../../contract/errors.ts';
import type { User } from '../../contract/entities.ts';
import type { House } from '../area.ts';
import { prepared } from '../db/prepared.ts';
import type { Account, AccountKey, Readers, ScannedValue } from '../scanned.ts';
import { toAccount, type AccountRow } from '../auth/sessions.ts';

export type Keys = { [K in ScannedKey]?: ScannedValue<K> };

/** What the answer to one request needs to know about who asked. */
export interface Asked {
  /** Last revision that the page has applied, 0 for none. */
  rev: number;
  /** Account number that the page believes in; undefined for a visitor. */
  account: string | undefined;
}

const isAboutAnother = (asked: Asked, account: Account | null): boolean => asked.account !== account?.number;

/** What the page holds of this account: nothing, where it believes in another one. */
export const heldRevision = (asked: Asked, account: Account | null): number =>
  isAboutAnother(asked, account) ? 0 : asked.rev;

export const toUser = (account: Account | null): User =>
  account === null
    ? { is_authenticated: false }
    : {
        is_authenticated: true,
        account_id: account.number,
        need_set_password: account.needSetPassword,
        locale: account.locale,
        email: account.email,
      };

/** What was read in the same moment as the revision: values of these keys are not asked for once more. */
export interface KnownNews {
  now: string;
  rev: string;
  keyRevs: Record<string, number>;
  values: Keys;
}

/**
 * `now`, `rev` and the scanned keys of an answer, read after everything that the call did. The revision is read
 * before the values: a value may be newer than the revision beside it, never older.
 * A page that believes in another account gets every key, as if it held none; so does one that holds more than there is, since
 * the database was set back. Without an account it is told that nobody is signed in only where that is known: `recognised`.
 */
export const readNews = async (
  { db, config }: Pick<House, 'db' | 'config'>,
  readers: Readers,
  {
    account,
    recognised,
    asked,
    locale,
    known,
  }: {
    account: Account | null;
    recognised: boolean;
    asked: Asked;
    locale: 'ru' | 'en';
    known: KnownNews | null;
  },
): Promise<{ now: string; rev: number; keys: Keys }> => {
  const mismatch = isAboutAnother(asked, account);
  if (account === null) {
    const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
    return { now: rows[0]?.now ?? '', rev: 0, keys: mismatch && recognised ? { user: toUser(null) } : {} };
  }
  const held = heldRevision(asked, account);
  const isNewer = (revs: Record<string, number>, key: string) => (revs[key] ?? 1) > held;
  // How the account itself is told of was not read with the rest.
  const told = known === null || mismatch || isNewer(known.keyRevs, 'user') ? null : known;
  const row = told === null ? await readAccount(db, account.id) : undefined;
  const { now, rev, keyRevs } = told ?? { now: row?.now ?? '', rev: row?.rev ?? '', keyRevs: row?.key_revs ?? {} };
  const fresh = row === undefined ? account : toAccount(row, account.locale);
  const wentBack = held > Number(rev);
  const wanted = (Object.keys(readers) as AccountKey[]).filter((key) => wentBack || isNewer(keyRevs, key));
  const reader = { ...fresh, locale };
  const values = await Promise.all(
    wanted.map(async (key) => [key, told?.values[key] ?? (await readers[key]?.(db, reader, config))] as const),
  );
  const keys: Keys = Object.fromEntries(values);
  if (mismatch || isNewer(keyRevs, 'user')) keys.user = toUser(fresh);
  return { now, rev: Number(rev), keys };
};

interface NewsRow extends AccountRow {
  now: string;
  rev: string;
  key_revs: Record<string, number>;
}

const askAccount = prepared<NewsRow>(
  'account',
  `select clock_timestamp() as now, id, number, email, locale, need_set_password, rev, key_revs from accounts where id = $1`,
);

const readAccount = async (db: House['db'], id: string): Promise<NewsRow> => {
  const [row] = await askAccount(db, [id]);
  if (row === undefined) throw new Error('the account of a session is gone');
  return row;
};

export type Outcome =
  | { status: 'ok'; payload: unknown }
  | { status: 'error'; payload: Failure }
  | { status: 'redirect'; payload: { status: string; redirect_url: string } };

/** @throws Error when a scanned key is not what the contract says; the page would drop it in silence. */
export const checkKeys = (keys: Keys): Keys => {
  for (const [key, value] of Object.entries(keys)) {
    const parsed = scanned[key as ScannedKey].safeParse(value);
    if (!parsed.success)
      throw new Error(`scanned key ${key} breaks the contract: ${JSON.stringify(parsed.error.issues)}`);
  }
  return keys;
};

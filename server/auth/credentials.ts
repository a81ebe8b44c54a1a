import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import { weaknessOf } from '../../contract/password.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { sameCase } from './accounts.ts';
import { commonPasswords } from './common-passwords.ts';
import { holdSignIns } from './sessions.ts';

const isGuessable = (password: string, email: string): boolean => {
  const plain = password.normalize('NFC').toLowerCase().trim();
  const address = sameCase(email);
  return plain === address || plain === address.split('@')[0] || commonPasswords.has(plain);
};

/** @throws Refusal 422 `invalid` with the code of what is wrong with a new password. */
export const refuseWeak = (password: string, email: string): void => {
  const weakness = weaknessOf(password) ?? (isGuessable(password, email) ? 'too_simple' : null);
  if (weakness === null) return;
  const params = { minimum: added.passwordShortest };
  throw new Refusal(422, 'invalid', { fields: { password: weakness }, params });
};

/** The account of an address with the hash of its password; `email` in lower case. */
export const findCredential = (db: Db, email: string) =>
  db
    .selectFrom('accounts')
    .leftJoin('credentials', 'credentials.account_id', 'accounts.id')
    .selectAll('accounts')
    .select('credentials.password')
    .where('email', '=', sameCase(email))
    .executeTakeFirst();

export interface KeptPassword {
  /** Its hash. */
  password: string;
  /** Set less than ten minutes ago. */
  isFresh: boolean;
}

/** The password of an account, if it has one. */
export const readPassword = async (db: Db, accountId: string): Promise<KeptPassword | null> => {
  const row = await db
    .selectFrom('credentials')
    .select(['password', sql<boolean>`changed_at > now() - interval '10 minutes'`.as('isFresh')])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
};

/**
 * The same, which nobody changes until the transaction ends. In two questions: the second one sees what the holder
 * before has committed. Whoever changes it ends sign-ins, and so holds them as well.
 */
export const holdPassword = async (
  db: Db,
  accountId: string,
  how: 'to use it' | 'to change it',
): Promise<KeptPassword | null> => {
  if (how === 'to change it') await holdSignIns(db, accountId, 'to end them');
  const lock = how === 'to change it' ? sql`for no key update` : sql`for share`;
  await sql`select 1 from accounts where id = ${accountId} ${lock}`.execute(db);
  return await readPassword(db, accountId);
};

/** Gives an account a password, its first or another one; `hash` by `hashPassword`. Whoever had to set one has done so. */
export const setPassword = async (db: Db, accountId: string, hash: string): Promise<void> => {
  await sql`
    insert into credentials (account_id, password) values (${accountId}, ${hash})
    on conflict (account_id) do update set password = excluded.password, changed_at = now()`.execute(db);
  await sql`update accounts set need_set_password = false where id = ${accountId}`.execute(db);
};

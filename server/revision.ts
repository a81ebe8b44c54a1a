import { sql } from 'kysely';
import type { Db } from './db/db.ts';
import type { AccountKey } from './scanned.ts';

/**
 * Raises the account's revision, in the transaction of the change, and marks the scanned keys that it changed: the
 * next answer to this account carries them. Holds the account's row until the transaction ends, so raise last, and
 * several accounts in the order of their ids.
 * @returns the new revision, and whether the house has stopped the account.
 */
export const raiseAndLook = async (
  db: Db,
  accountId: string,
  ...keys: AccountKey[]
): Promise<{ rev: number; isStopped: boolean }> => {
  const { rows } = await sql<{ rev: string; stopped: boolean }>`
    update accounts
    set rev = rev + 1,
        key_revs = key_revs || coalesce((select jsonb_object_agg(key, rev + 1) from unnest(${keys}::text[]) as key), '{}')
    where id = ${accountId}
    returning rev, stopped_at is not null as stopped`.execute(db);
  return { rev: Number(rows[0]?.rev ?? 0), isStopped: rows[0]?.stopped ?? false };
};

/** The same, of an account that may be stopped or not. */
export const raise = async (db: Db, accountId: string, ...keys: AccountKey[]): Promise<number> =>
  (await raiseAndLook(db, accountId, ...keys)).rev;

import { sql } from 'kysely';
import { toAccount, type AccountRow } from '../auth/sessions.ts';
import type { Db } from '../db/db.ts';
import type { Account } from '../scanned.ts';

/** The account that a Telegram account signs in to. */
export const findLinked = async (db: Db, telegramId: string, shown: 'ru' | 'en'): Promise<Account | undefined> => {
  const { rows } = await sql<AccountRow>`
    select a.id, a.number, a.email, a.locale, a.need_set_password
    from telegram_links l join accounts a on a.id = l.account_id where l.telegram_id = ${telegramId}`.execute(db);
  return rows[0] && toAccount(rows[0], shown);
};

/**
 * From now on this Telegram account signs in to this account: one to one, the last proof counts. `db` is the transaction
 * in which the address was proven.
 */
export const linkTelegram = async (db: Db, telegramId: string, accountId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('telegram links', 0))`.execute(db);
  await sql`delete from telegram_links where telegram_id = ${telegramId} or account_id = ${accountId}`.execute(db);
  await sql`insert into telegram_links (telegram_id, account_id) values (${telegramId}, ${accountId})`.execute(db);
};

/** What is held about it, for the file with all that is held. */
export const readLink = async (db: Db, accountId: string): Promise<{ id: string; linked_at: string } | null> => {
  const { rows } = await sql<{ id: string; linked_at: string }>`
    select telegram_id as id, linked_at from telegram_links where account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
};

import { sql } from 'kysely';
import { authTelegram, authTelegramStart } from '../../contract/calls/telegram.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import type { Account } from '../scanned.ts';
import { giveCallBack } from './places.ts';
import { holdSignIns, toAccount, type AccountRow } from './sessions.ts';

/**
 * The account that a Telegram account signs in to. `db` is the transaction of the sign-in: whoever unties the two at this
 * moment, or ends all sign-ins of the account, waits for it, and ends its session too.
 */
export const findLinked = async (db: Db, telegramId: string, shown: 'ru' | 'en'): Promise<Account | undefined> => {
  // Before the link, as wherever all sign-ins end: two in another order would wait for each other.
  const links = await sql<{ account_id: string }>`
    select account_id from telegram_links where telegram_id = ${telegramId}`.execute(db);
  const [link] = links.rows;
  if (!link) return undefined;
  await holdSignIns(db, link.account_id, 'to open one');
  const { rows } = await sql<AccountRow>`
    select a.id, a.number, a.email, a.locale, a.need_set_password
    from telegram_links l join accounts a on a.id = l.account_id
    where l.telegram_id = ${telegramId} for share of l`.execute(db);
  // It may have been tied to another one meanwhile.
  const [row] = rows;
  return row?.id === link.account_id ? toAccount(row, shown) : await findLinked(db, telegramId, shown);
};

interface Proof {
  telegram_id: string;
  asked_from: string;
  asked_at: string;
  answered_from: string;
  used_at: string;
}

/** Takes what Telegram has proven in a browser: of many at the same moment one gets it. */
const takeProof = async (db: Db, telegramRequest: string): Promise<Proof> => {
  const { rows } = await sql<Proof>`
    delete from telegram_requests where id = ${telegramRequest} and telegram_id is not null
    returning telegram_id, asked_from, asked_at, answered_from, used_at`.execute(db);
  if (!rows[0]) throw new Refusal(409, 'telegram_stale');
  return rows[0];
};

/**
 * From now on the Telegram account that was named in that request signs in to this account: one to one, the last proof
 * counts. The tries of its place are given back. `db` is the transaction in which the address was proven.
 * @returns whether it took the place of another tie. @throws Refusal 409 `telegram_stale` when the proof was used before.
 */
export const linkTelegram = async (db: Db, telegramRequest: string, accountId: string): Promise<boolean> => {
  const proof = await takeProof(db, telegramRequest);
  const id = proof.telegram_id;
  await sql`select pg_advisory_xact_lock(hashtextextended('telegram links', 0))`.execute(db);
  const replaced = await sql`
    delete from telegram_links where telegram_id = ${id} or account_id = ${accountId} returning 1`.execute(db);
  await sql`insert into telegram_links (telegram_id, account_id) values (${id}, ${accountId})`.execute(db);
  // After the links, as a sign-in does that holds one: two in another order would wait for each other.
  await giveCallBack(db, authTelegramStart.name, proof.asked_from, proof.asked_at);
  await giveCallBack(db, authTelegram.name, proof.answered_from, proof.used_at);
  return replaced.rows.length > 0;
};

/**
 * Nobody signs in to this account by Telegram any more. It waits for whoever signs in at this moment, so what ends sessions
 * comes after it, in the same transaction.
 */
export const unlinkTelegram = async (db: Db, accountId: string): Promise<void> => {
  await sql`delete from telegram_links where account_id = ${accountId}`.execute(db);
};

/** The Telegram account that signs in to this one. */
export const readLink = async (db: Db, accountId: string): Promise<{ id: string; linked_at: string } | null> => {
  const { rows } = await sql<{ id: string; linked_at: string }>`
    select telegram_id as id, linked_at from telegram_links where account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
};

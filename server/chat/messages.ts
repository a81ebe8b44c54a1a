import type { Db } from '../db/db.ts';
import { countInWindow } from '../auth/attempts.ts';
import { Refusal } from '../http/refusal.ts';
import { newOperationId } from '../ledger/ids.ts';
import { raise } from '../revision.ts';
import type { KeptFile } from './files.ts';

interface NewMessage {
  chat: string;
  /** Account of the author, null for support. */
  author: string | null;
  text: string;
  files?: KeptFile[];
  /** What the author's browser calls it, and a digest of all that was sent: sent again it is the same message. */
  sent?: { clientId: string; digest: Buffer };
  /** RFC 3339; now when absent. */
  at?: string;
}

/** Messages of one account: faster is no person. */
const mostAMinute = { most: 60, seconds: 60 };

/** @throws Refusal 409 `message_differs` when something else, or to somebody else, was sent under the name. */
export const findSent = async (
  db: Db,
  { author, chat, sent }: Pick<NewMessage, 'author' | 'chat' | 'sent'>,
): Promise<number | undefined> => {
  const found = await db
    .selectFrom('chat_messages')
    .select(['seq', 'chat_id', 'digest'])
    .where('author_id', '=', author)
    .where('client_id', '=', sent?.clientId ?? null)
    .executeTakeFirst();
  if (!found) return undefined;
  const isSame = found.chat_id === chat && sent !== undefined && found.digest?.equals(sent.digest) === true;
  if (!isSame) throw new Refusal(409, 'message_differs');
  return Number(found.seq);
};

/** Support has read a chat up to a message; never less than before. */
export const supportRead = async (db: Db, chat: string, seq: number): Promise<void> => {
  await db
    .updateTable('chats')
    .set({ support_read: String(seq) })
    .where('id', '=', chat)
    .where('support_read', '<', String(seq))
    .execute();
};

/**
 * Writes a message and raises the revision of every member of the chat; `db` is a transaction. The chat's row is held
 * until it ends: a message is seen only when all with smaller numbers are. What somebody's browser sent is counted, once.
 * @returns its number in the chat.
 * @throws Refusal 409 `message_differs`, 429 `wait_before_retry`.
 */
export const writeMessage = async (db: Db, message: NewMessage): Promise<number> => {
  const { chat, author, text, files = [], sent, at } = message;
  const { last_seq: last } = await db
    .selectFrom('chats')
    .select('last_seq')
    .where('id', '=', chat)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const seq = Number(last) + 1;
  const written = await db
    .insertInto('chat_messages')
    .values({
      ...{ chat_id: chat, seq: String(seq), author_id: author, text },
      ...{ client_id: sent?.clientId ?? null, digest: sent?.digest ?? null, ...(at && { created_at: at }) },
    })
    .onConflict((conflict) => conflict.columns(['author_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (written === undefined) {
    const known = await findSent(db, message);
    if (known === undefined) throw new Error('a message is gone');
    return known;
  }
  if (sent) await countInWindow(db, mostAMinute, 'messages', author ?? '');
  if (files.length > 0)
    await db
      .insertInto('chat_files')
      .values(files.map((file, position) => ({ id: newOperationId(), message_id: written.id, position, ...file })))
      .execute();
  await db
    .updateTable('chats')
    // Also of an answer: what came while it was typed has been read by nobody.
    .set({ last_seq: String(seq) })
    .where('id', '=', chat)
    .execute();
  const members = await db
    .selectFrom('chat_members')
    .select('account_id')
    .where('chat_id', '=', chat)
    .orderBy('account_id')
    .execute();
  for (const { account_id } of members) await raise(db, account_id, 'unread_msgs');
  return seq;
};

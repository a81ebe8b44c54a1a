import type { Db } from '../db/db.ts';
import { raise } from '../revision.ts';

interface NewMessage {
  chat: string;
  /** Account of the author, null for support. */
  author: string | null;
  text: string;
  /** What the author's browser calls it: sent again under the same name it is the same message. */
  clientId?: string;
  /** RFC 3339; now when absent. */
  at?: string;
}

/**
 * Writes a message and raises the revision of every member of the chat; `db` is a transaction. The chat's row is held
 * until it ends: ids within a chat grow in the order in which they can be read.
 * @returns the id of the message.
 */
export const writeMessage = async (db: Db, { chat, author, text, clientId, at }: NewMessage): Promise<string> => {
  await db.selectFrom('chats').select('id').where('id', '=', chat).forNoKeyUpdate().executeTakeFirstOrThrow();
  const written = await db
    .insertInto('chat_messages')
    .values({ chat_id: chat, author_id: author, text, client_id: clientId ?? null, ...(at && { created_at: at }) })
    .onConflict((conflict) => conflict.columns(['author_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (written === undefined) return await findSent(db, author, clientId);
  const members = await db
    .selectFrom('chat_members')
    .select('account_id')
    .where('chat_id', '=', chat)
    .orderBy('account_id')
    .execute();
  for (const { account_id } of members) await raise(db, account_id, 'unread_msgs');
  return written.id;
};

const findSent = async (db: Db, author: string | null, clientId: string | undefined): Promise<string> => {
  const { id } = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('author_id', '=', author)
    .where('client_id', '=', clientId ?? null)
    .executeTakeFirstOrThrow();
  return id;
};

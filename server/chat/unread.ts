import { sql } from 'kysely';
import type { UnreadMsgs } from '../../contract/entities.ts';
import type { Db } from '../db/db.ts';

/** What others wrote to the account since it last read; its own messages do not count. */
export const readUnread = async (db: Db, { id }: { id: string }): Promise<UnreadMsgs> => {
  const { rows } = await sql<Record<'private' | 'support', string>>`
    select count(*) filter (where chat.kind = 'private') as private,
           count(*) filter (where chat.kind = 'support') as support
    from chat_members member
    join chats chat on chat.id = member.chat_id
    join chat_messages message on message.chat_id = member.chat_id and message.seq > member.last_read_message
    where member.account_id = ${id} and message.author_id is distinct from member.account_id`.execute(db);
  return { private: Number(rows[0]?.private), support: Number(rows[0]?.support) };
};

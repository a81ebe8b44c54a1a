import { sql } from 'kysely';
import type { UnreadMsgs } from '../../contract/entities.ts';
import type { Db } from '../db/db.ts';

/** What others wrote to the account since it last read; its own messages do not count. */
export const readUnread = async (db: Db, { id }: { id: string }): Promise<UnreadMsgs> => {
  const { rows } = await sql<Record<'private' | 'support', string>>`
    select coalesce(sum(member.unread) filter (where chat.kind = 'private'), 0) as private,
           coalesce(sum(member.unread) filter (where chat.kind = 'support'), 0) as support
    from chat_members member
    join chats chat on chat.id = member.chat_id
    where member.account_id = ${id} and member.unread > 0`.execute(db);
  return { private: Number(rows[0]?.private), support: Number(rows[0]?.support) };
};

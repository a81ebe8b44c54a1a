import type { ColumnType } from 'kysely';
import type { Id, TimeWithDefault } from './ground.ts';

export interface ChatTables {
  chats: {
    /** Opaque: it stands in paths. */
    id: string;
    kind: 'private' | 'support';
    /** Of a private chat the lower id of the two. */
    account_id: string;
    /** Null for the chat with support. */
    other_id: string | null;
    created_at: TimeWithDefault;
  };
  chat_members: {
    chat_id: string;
    account_id: string;
    /** Id of a message; 0 when none was read. */
    last_read_message: ColumnType<string, string | undefined, string>;
  };
  chat_messages: {
    id: Id;
    chat_id: string;
    /** Null for support. */
    author_id: string | null;
    text: string;
    /** What the author's browser called it. */
    client_id: ColumnType<string | null, string | null | undefined, never>;
    created_at: TimeWithDefault;
  };
}

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { MessageFile } from '../../../contract/chat.ts';
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
    /** Number of the last message, 0 where there is none. */
    last_seq: Generated<string>;
    /** Up to which message support has read. */
    support_read: Generated<string>;
    /**
     * Of a thread with support: when the first message of the person was written that support has not read, or that has no answer
     * behind it; and where there is none, when the last word was said. Both follow by themselves.
     */
    waits_since: GeneratedAlways<string | null>;
    answered_at: GeneratedAlways<string | null>;
    created_at: TimeWithDefault;
  };
  chat_members: {
    chat_id: string;
    account_id: string;
    /** Number of a message in its chat; 0 when none was read. */
    last_read_message: ColumnType<string, string | undefined, string>;
    /** When the chat was written in last, or began; and what others wrote after that number. Both follow by themselves. */
    moved_at: ColumnType<string, never, never>;
    unread: GeneratedAlways<number>;
  };
  chat_messages: {
    id: Id;
    chat_id: string;
    /** Its number in the chat. */
    seq: string;
    /** Null for support. */
    author_id: string | null;
    text: string;
    /** What the author's browser called it. */
    client_id: ColumnType<string | null, string | null | undefined, never>;
    /** Of all that was sent, files as they came: under one name there is one message. */
    digest: ColumnType<Buffer | null, Buffer | null | undefined, never>;
    created_at: TimeWithDefault;
  };
  chat_files: {
    id: string;
    message_id: string;
    position: number;
    kind: MessageFile['kind'];
    name: string;
    media: string;
    /** Of a picture, in pixels. */
    width: number | null;
    height: number | null;
    content: Buffer;
    size: GeneratedAlways<number>;
  };
}

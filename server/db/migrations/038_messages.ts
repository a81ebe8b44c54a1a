import { sql, type Kysely } from 'kysely';

const statements = [
  // The number of a message in its chat: 1, 2, 3 without a gap. By it people say how far they have read.
  `alter table chat_messages add column seq bigint, add column digest bytea check (octet_length(digest) = 32)`,
  `update chat_messages m set seq = n.seq
    from (select id, row_number() over (partition by chat_id order by id) as seq from chat_messages) n
    where n.id = m.id`,
  `alter table chat_messages alter column seq set not null, add check (seq > 0)`,
  `create unique index messages_of_chat_in_order on chat_messages (chat_id, seq)`,
  `drop index messages_of_chat`,
  `update chat_members r set last_read_message = coalesce((
    select max(m.seq) from chat_messages m where m.chat_id = r.chat_id and m.id <= r.last_read_message), 0)`,

  // Support has no row among the members: how far it has read stands with the chat.
  `alter table chats
    add column last_seq bigint not null default 0 check (last_seq >= 0),
    add column support_read bigint not null default 0 check (support_read >= 0),
    add check (kind = 'support' or support_read = 0)`,
  `update chats c set
    last_seq = coalesce((select max(m.seq) from chat_messages m where m.chat_id = c.id), 0),
    support_read = coalesce((
      select max(m.seq) from chat_messages m where m.chat_id = c.id and c.kind = 'support' and m.author_id is null), 0)`,

  // What came with a message: pictures of our own making, and documents to be saved.
  `create table chat_files (
    id text primary key check (length(id) between 20 and 64),
    message_id bigint not null references chat_messages (id),
    position smallint not null check (position between 0 and 9),
    kind text not null check (kind in ('picture', 'document')),
    name text not null check (length(name) between 1 and 110),
    media text not null check (media in ('image/jpeg', 'application/pdf')),
    width integer check (width > 0),
    height integer check (height > 0),
    content bytea not null,
    size integer not null generated always as (octet_length(content)) stored,
    unique (message_id, position),
    check ((kind = 'picture') = (media = 'image/jpeg')),
    check ((kind = 'picture') = (width is not null and height is not null))
  )`,
  // They are packed already.
  `alter table chat_files alter column content set storage external`,
];

/** Messages are numbered in their chat, can bring files, and tell how far the other side has read. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

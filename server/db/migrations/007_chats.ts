import { sql, type Kysely } from 'kysely';

/**
 * Chats: with support (of one account) and private (of two), their members and what was written. The messages of a
 * chat are written one after the other (`writeMessage`), so a member has read all up to an id and nothing after it.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // A private chat names the account of the lower id first: there is one between two people, whoever began it.
  `create table chats (
    id text primary key check (id ~ '^[A-Za-z0-9_-]{20}$'),
    kind text not null check (kind in ('private', 'support')),
    account_id bigint not null references accounts,
    other_id bigint references accounts,
    created_at timestamptz not null default now(),
    check ((kind = 'support') = (other_id is null)),
    check (account_id < other_id)
  )`,
  `create unique index one_support_chat_an_account on chats (account_id) where kind = 'support'`,
  `create unique index one_private_chat_a_pair on chats (account_id, other_id) where kind = 'private'`,
  `create table chat_members (
    chat_id text not null references chats,
    account_id bigint not null references accounts,
    last_read_message bigint not null default 0 check (last_read_message >= 0),
    primary key (chat_id, account_id)
  )`,
  `create index chats_of_account on chat_members (account_id)`,
  // Support has no account: a message without an author is theirs. The author's browser names a message, so that one
  // sent again is the same one.
  `create table chat_messages (
    id bigint generated always as identity primary key,
    chat_id text not null references chats,
    author_id bigint references accounts,
    text text not null check (length(text) <= 4000),
    client_id text check (length(client_id) between 1 and 64),
    created_at timestamptz not null default clock_timestamp()
  )`,
  `create index messages_of_chat on chat_messages (chat_id, id)`,
  `create unique index one_message_a_sending on chat_messages (author_id, client_id)`,
];

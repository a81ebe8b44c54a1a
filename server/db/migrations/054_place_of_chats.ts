import { sql, type Kysely } from 'kysely';

/**
 * Each member's row knows when its chat was written in last and how much of it the member has not read: a page of the list and
 * the counts of any answer look at as many rows as they tell of, however many chats and messages there are.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table chat_members
    add column moved_at timestamptz not null default now(),
    add column unread integer not null default 0 check (unread >= 0)`,
  `update chat_members r set
    moved_at = coalesce(
      (select m.created_at from chat_messages m where m.chat_id = c.id and m.seq = c.last_seq), c.created_at),
    unread = (select count(*) from chat_messages m
      where m.chat_id = c.id and m.seq > r.last_read_message and m.author_id is distinct from r.account_id)
    from chats c where c.id = r.chat_id`,
  `create index chats_of_account_by_place on chat_members (account_id, moved_at desc, chat_id desc)`,
  `create index unread_chats_of_account on chat_members (account_id) where unread > 0`,
  `drop index chats_of_account`,

  `create function chat_messages_move_chats() returns trigger language plpgsql as $$
  begin
    update chat_members r set
      moved_at = (select f.created_at from fresh f where f.chat_id = r.chat_id order by f.seq desc limit 1),
      unread = r.unread + (select count(*) from fresh f
        where f.chat_id = r.chat_id and f.seq > r.last_read_message and f.author_id is distinct from r.account_id)
    where r.chat_id in (select f.chat_id from fresh f);
    return null;
  end $$`,
  `create trigger move_chats after insert on chat_messages referencing new table as fresh
    for each statement execute function chat_messages_move_chats()`,

  // Counted anew where somebody reads on: a message that comes at the same moment waits for this row, or is seen here.
  `create function chat_members_count_unread() returns trigger language plpgsql as $$
  begin
    new.unread := (select count(*) from chat_messages m
      where m.chat_id = new.chat_id and m.seq > new.last_read_message and m.author_id is distinct from new.account_id);
    return new;
  end $$`,
  `create trigger count_unread before update of last_read_message on chat_members
    for each row execute function chat_members_count_unread()`,
];

import { sql, type Kysely } from 'kysely';

/**
 * A thread with support knows since when it waits, and one that does not when its last word was said: whoever looks for them
 * looks at as many as wait, however many have been answered. Both follow from the messages, and from what support has read.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table chats add column waits_since timestamptz, add column answered_at timestamptz`,

  // A message that is written at the same moment holds the chat's row: it is seen here, or waits for this.
  `create function chats_keep_waiting() returns trigger language plpgsql as $$
  begin
    new.waits_since := (
      select m.created_at from chat_messages m
      where m.chat_id = new.id and m.author_id is not null and m.seq > least(new.support_read, coalesce((
        select o.seq from chat_messages o where o.chat_id = new.id and o.author_id is null order by o.seq desc limit 1), 0))
      order by m.seq limit 1);
    new.answered_at := case when new.waits_since is null then (
      select m.created_at from chat_messages m where m.chat_id = new.id order by m.seq desc limit 1) end;
    return new;
  end $$`,
  `create trigger keep_waiting before update of waits_since, support_read on chats
    for each row when (new.kind = 'support') execute function chats_keep_waiting()`,

  // What is written behind a message that waits changes nothing, unless it is an answer.
  `create function chat_messages_keep_waiting() returns trigger language plpgsql as $$
  begin
    update chats c set waits_since = null
    from (select chat_id, bool_or(author_id is null) as answered from fresh group by 1) f
    where c.id = f.chat_id and c.kind = 'support' and (f.answered or c.waits_since is null);
    return null;
  end $$`,
  `create trigger keep_waiting after insert on chat_messages referencing new table as fresh
    for each statement execute function chat_messages_keep_waiting()`,
];

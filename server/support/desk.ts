import { sql } from 'kysely';
import { plainText, problemOfMessage, type MessagesPage } from '../../contract/chat.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import type { KeptFile } from '../chat/files.ts';
import { writeMessage } from '../chat/messages.ts';
import { pageOfChat, supportHead } from '../chat/page.ts';
import type { Db } from '../db/db.ts';

/** A chat with support, as support sees it. `since`: of the first message that has no answer yet, null where all have. */
export interface Thread {
  id: string;
  number: string;
  since: string | null;
  /** Messages that support has not read. */
  unread: number;
  /** The beginning of what was written last. */
  text: string;
}

/** Whoever waits for an answer comes first, the longest of all before the others. */
const threadsWhere = async (db: Db, named?: string): Promise<Thread[]> => {
  const { rows } = await sql<Thread>`
    select c.id, a.number, left(last.text, 80) as text,
      (select min(m.created_at) from chat_messages m
       where m.chat_id = c.id and m.seq > coalesce((
         select max(o.seq) from chat_messages o where o.chat_id = c.id and o.author_id is null), 0)) as since,
      (select count(*)::integer from chat_messages m
       where m.chat_id = c.id and m.author_id is not null and m.seq > c.support_read) as unread
    from chats c
    join accounts a on a.id = c.account_id
    join chat_messages last on last.chat_id = c.id and last.seq = c.last_seq
    where c.kind = 'support' and (${named ?? null}::text is null or c.id = ${named ?? null} or a.number = ${named ?? null})
    order by since nulls last, last.created_at desc, c.id
    limit 200`.execute(db);
  return rows;
};

/** What can be the id of anything; of other words the database is not asked. */
const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

export const listThreads = (db: Db): Promise<Thread[]> => threadsWhere(db);

/** By its own id, or by the number of the account that it belongs to. */
export const findThread = async (db: Db, named: string): Promise<Thread | undefined> =>
  isId(named) ? (await threadsWhere(db, named))[0] : undefined;

/** A page of a thread; with the latest one support has read what stands there. */
export const readThread = async (db: Db, { id }: Thread, page?: string): Promise<MessagesPage> => {
  const read = await pageOfChat(db, supportHead('en'), { id, looker: null }, page);
  if (page === undefined)
    await db
      .updateTable('chats')
      .set({ support_read: String(read.latest) })
      .where('id', '=', id)
      .where('support_read', '<', String(read.latest))
      .execute();
  return read;
};

/** Writes as support. @returns why not, as a code with words; null when it was written. */
export const answerThread = async (db: Db, { id }: Thread, typed: string): Promise<ErrorCode | null> => {
  const text = plainText(typed);
  const problem = text.includes('\0') ? 'too_long' : problemOfMessage(text, 0);
  if (problem) return problem;
  await db.transaction().execute((trx) => writeMessage(trx, { chat: id, author: null, text }));
  return null;
};

type File = Pick<KeptFile, 'name' | 'media' | 'content'>;

/** A file that somebody sent to support; of a private chat none is found. */
export const fileToSupport = async (db: Db, id: string): Promise<File | undefined> =>
  isId(id)
    ? await db
        .selectFrom('chat_files as f')
        .innerJoin('chat_messages as m', 'm.id', 'f.message_id')
        .innerJoin('chats as c', 'c.id', 'm.chat_id')
        .select(['f.name', 'f.media', 'f.content'])
        .where('f.id', '=', id)
        .where('c.kind', '=', 'support')
        .executeTakeFirst()
    : undefined;

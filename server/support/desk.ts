import { sql } from 'kysely';
import { plainText, problemOfMessage, type MessagesPage } from '../../contract/chat.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import type { KeptFile } from '../chat/files.ts';
import { supportRead, writeMessage } from '../chat/messages.ts';
import { pageOfChat, supportHead } from '../chat/page.ts';
import type { Db } from '../db/db.ts';

/**
 * A chat with support, as support sees it. `since`: of the person's first message that support has not read, or that has no
 * answer behind it; null where all have one, and are read.
 */
export interface Thread {
  id: string;
  number: string;
  since: string | null;
  /** Messages that support has not read. */
  unread: number;
  /** The beginning of what was written last. */
  text: string;
}

/** `waiting`: how many threads wait for an answer, also where a list ends before. */
export interface ListedThread extends Thread {
  waiting: number;
}

const mostListed = 200;

/** Of chats `c`; each comes with its last message. */
const threadColumns = sql`
  c.id, a.number, c.waits_since as since, left(last.text, 80) as text,
  (select count(*)::integer from chat_messages m
   where m.chat_id = c.id and m.author_id is not null and m.seq > c.support_read) as unread`;
const threadJoins = sql`
  join accounts a on a.id = c.account_id
  join chat_messages last on last.chat_id = c.id and last.seq = c.last_seq`;

/** What can be the id of anything; of other words the database is not asked. */
const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Whoever waits for an answer comes first, the longest of all before the others. */
export const listThreads = async (db: Db): Promise<ListedThread[]> => {
  const { rows } = await sql<ListedThread>`
    select ${threadColumns}, (select count(*)::integer from chats where waits_since is not null) as waiting
    from (
      (select * from chats where waits_since is not null order by waits_since, id limit ${mostListed})
      union all
      (select * from chats where answered_at is not null order by answered_at desc, id limit ${mostListed})
    ) c ${threadJoins}
    order by c.waits_since nulls last, c.answered_at desc, c.id
    limit ${mostListed}`.execute(db);
  return rows;
};

/** By its own id, or by the number of the account that it belongs to. */
export const findThread = async (db: Db, named: string): Promise<Thread | undefined> => {
  if (!isId(named)) return undefined;
  const { rows } = await sql<Thread>`
    select ${threadColumns} from chats c ${threadJoins}
    where c.kind = 'support' and (c.id = ${named} or c.account_id = (select id from accounts where number = ${named}))`.execute(
    db,
  );
  return rows[0];
};

/** The number of the person's first message that support has not read. */
const firstUnread = async (db: Db, chat: string): Promise<number | undefined> => {
  const found = await db
    .selectFrom('chat_messages as m')
    .innerJoin('chats as c', 'c.id', 'm.chat_id')
    .select('m.seq')
    .where('m.chat_id', '=', chat)
    .where('m.author_id', 'is not', null)
    .whereRef('m.seq', '>', 'c.support_read')
    .orderBy('m.seq')
    .limit(1)
    .executeTakeFirst();
  return found && Number(found.seq);
};

/**
 * A page of a thread: the latest one, or, where that would pass over what nobody has read, the one that begins there. Support
 * has read what is shown to it, and nothing behind a message that was not.
 */
export const readThread = async (db: Db, { id }: Thread, page?: string): Promise<MessagesPage> => {
  const look = (at?: string) => pageOfChat(db, supportHead('en'), { id, looker: null }, at);
  const unread = await firstUnread(db, id);
  const isPassed = ({ items }: MessagesPage) => unread !== undefined && unread < (items[0]?.seq ?? 0);
  const found = await look(page);
  const shown = page === undefined && isPassed(found) ? await look(`after-${(unread ?? 1) - 1}`) : found;
  const last = shown.items.at(-1);
  if (last && !isPassed(shown)) await supportRead(db, id, last.seq);
  return shown;
};

/**
 * `overtaken`: more was written than was looked at, by the person or by another of support. `said`: it was the last word already.
 * `unwritten`: the message that was looked at is none.
 */
export type NoAnswer = ErrorCode | 'overtaken' | 'said' | 'unwritten';

/**
 * Writes as support; that moves nothing that support has read. `latest` is the number of the last message that whoever
 * answers was shown, where that is known.
 * @returns why not, as a code, all of which but those that `NoAnswer` adds have words; null when it was written.
 */
export const answerThread = async (
  db: Db,
  { id }: Thread,
  typed: string,
  latest?: number,
): Promise<NoAnswer | null> => {
  const text = plainText(typed);
  const problem = text.includes('\0') ? 'too_long' : problemOfMessage(text, 0);
  if (problem) return problem;
  return await db.transaction().execute(async (trx) => {
    const last = await lastOf(trx, id);
    // Sent once more, since nobody had heard that it was written, or by a second press.
    if (last?.author_id === null && last.text === text) return 'said';
    const written = Number(last?.seq ?? 0);
    if (latest !== undefined && written !== latest) return written > latest ? 'overtaken' : 'unwritten';
    await writeMessage(trx, { chat: id, author: null, text });
    return null;
  });
};

/** What was written last; nobody writes into the chat until the transaction ends. */
const lastOf = async (db: Db, chat: string) => {
  await db.selectFrom('chats').select('id').where('id', '=', chat).forNoKeyUpdate().executeTakeFirstOrThrow();
  return await db
    .selectFrom('chat_messages')
    .select(['seq', 'author_id', 'text'])
    .where('chat_id', '=', chat)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
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

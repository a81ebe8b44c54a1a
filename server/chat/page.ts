import { sql, type RawBuilder } from 'kysely';
import {
  chatsOfPage,
  messagesOfPage,
  type ChatsPage,
  type ListedChat,
  type Message,
  type MessageFile,
  type MessagesPage,
} from '../../contract/chat.ts';
import type { Db } from '../db/db.ts';
import { say } from '../http/words.ts';
import { maskedName } from '../transfer/masked-name.ts';

/** Who looks: an account, or support when null. */
type Looker = string | null;

interface Bounds {
  after?: number;
  before?: number;
}

/** Messages between two numbers, the oldest first: the last of them, or without an end the first. */
export const messagesBetween = async (
  db: Db,
  chat: string,
  looker: Looker,
  { after = 0, before }: Bounds,
): Promise<Message[]> => {
  const isForward = before === undefined;
  const rows = await db
    .selectFrom('chat_messages')
    .select(['id', 'seq', 'author_id', 'text', 'created_at', 'client_id'])
    .where('chat_id', '=', chat)
    .where('seq', '>', String(after))
    .$if(before !== undefined, (query) => query.where('seq', '<', String(before)))
    .orderBy('seq', isForward ? 'asc' : 'desc')
    .limit(messagesOfPage)
    .execute();
  const files = await filesOf(
    db,
    rows.map(({ id }) => id),
  );
  return (isForward ? rows : rows.toReversed()).map(({ id, seq, author_id: author, client_id, text, created_at }) => ({
    ...{ seq: Number(seq), side: author === looker ? 'own' : 'other', text, created_at },
    files: files.get(id) ?? [],
    ...(author === looker && client_id !== null && { client_id }),
  }));
};

const filesOf = async (db: Db, messages: string[]): Promise<Map<string, MessageFile[]>> => {
  if (messages.length === 0) return new Map();
  const rows = await db
    .selectFrom('chat_files')
    .select(['id', 'message_id', 'kind', 'name', 'media', 'size', 'width', 'height'])
    .where('message_id', 'in', messages)
    .orderBy('message_id')
    .orderBy('position')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ message_id: message }) => message)].map(([message, its]) => [
      message,
      its.map(({ id, kind, name, media, size, width, height }) => ({
        ...{ id, kind, name, media, size },
        ...(width !== null && height !== null && { width, height }),
      })),
    ]),
  );
};

/** `before-51`, `after-100`, as a page gave it; a number beyond the end is the end, or what comes next would be passed over. */
const boundsOf = (page: string | undefined, latest: number): Bounds & { from: number } => {
  const [where, number] = (page ?? 'before-').split('-');
  const from = number ? Math.min(Number(number), latest + 1) : latest + 1;
  return where === 'after' ? { after: Math.min(from, latest), from: Math.min(from, latest) } : { before: from, from };
};

/** One page of a chat that the looker takes part in. */
export const pageOfChat = async (
  db: Db,
  chat: MessagesPage['chat'],
  { id, looker }: { id: string; looker: Looker },
  page?: string,
): Promise<MessagesPage> => {
  const { rows } = await sql<{ last: string; own: string; other: string }>`
    select c.last_seq as last,
      coalesce(max(r.last_read_message) filter (where r.account_id = ${looker}), c.support_read) as own,
      coalesce(max(r.last_read_message) filter (where r.account_id is distinct from ${looker}), c.support_read) as other
    from chats c join chat_members r on r.chat_id = c.id where c.id = ${id} group by c.id`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('a chat is gone');
  const known = Number(facts.last);
  const { from, ...bounds } = boundsOf(page, known);
  const items = await messagesBetween(db, id, looker, bounds);
  const [first, last] = [items[0]?.seq ?? from, items.at(-1)?.seq ?? (bounds.after === undefined ? from - 1 : from)];
  return {
    chat,
    items,
    older: first > 1 && items.length > 0 ? `before-${first}` : null,
    newer: `after-${Math.max(0, last)}`,
    latest: Math.max(known, last),
    read: { own: Number(facts.own), other: Number(facts.other) },
  };
};

export const supportHead = (locale: string): MessagesPage['chat'] => ({
  ...{ id: 'support', title: say(locale, 'chats.support'), kind: 'support' },
});

/** What is told of a chat before anybody has written. */
export const emptyPage = (chat: MessagesPage['chat']): MessagesPage => ({
  ...{ chat, items: [], older: null, newer: 'after-0', latest: 0, read: { own: 0, other: 0 } },
});

/** Most signs of a message in the list. */
const mostShown = 140;

interface Row {
  id: string;
  kind: ListedChat['kind'];
  number: string | null;
  email: string | null;
  name: string | null;
  unread: number;
  seq: string | null;
  author: string | null;
  text: string | null;
  created_at: string | null;
  files: string;
  /** When it was written in last, in microseconds. */
  moved: string;
}

/** Private chats that were written in before a moment, or at it and by their ids before: `before-1767225600000000-0123…`. */
const placeOf = (page: string): { moved: string; id: string } => {
  const [, moved = '', id = ''] = /^before-(\d+)-(.+)$/.exec(page) ?? [];
  return { moved, id };
};

/** Chats of an account with what stands at their ends, the one that was written in last before the others. */
const rowsOf = async (db: Db, account: string, which: RawBuilder<unknown>): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select c.id, c.kind, a.number, a.email, p.display_name as name, r.unread,
      m.seq, m.author_id as author, left(m.text, ${mostShown}) as text, m.created_at,
      (extract(epoch from r.moved_at) * 1000000)::bigint as moved,
      (select count(*) from chat_files f where f.message_id = m.id) as files
    from chat_members r
    join chats c on c.id = r.chat_id
    left join accounts a on c.kind = 'private' and a.id = case r.account_id when c.account_id then c.other_id else c.account_id end
    left join personal p on p.account_id = a.id
    left join chat_messages m on m.chat_id = c.id and m.seq = c.last_seq
    where r.account_id = ${account} and ${which}
    order by r.moved_at desc, r.chat_id desc
    limit ${chatsOfPage + 1}`.execute(db);
  return rows;
};

const supportRows = (db: Db, account: string): Promise<Row[]> =>
  rowsOf(db, account, sql`c.kind = 'support' and c.account_id = ${account}`);

const privateRows = (db: Db, account: string, page: string | undefined): Promise<Row[]> => {
  if (page === undefined) return rowsOf(db, account, sql`c.kind = 'private'`);
  const { moved, id } = placeOf(page);
  const place = sql`timestamptz 'epoch' + ${moved}::bigint * interval '1 microsecond'`;
  return rowsOf(db, account, sql`c.kind = 'private' and (r.moved_at, r.chat_id) < (${place}, ${id})`);
};

const headOf = ({ id, kind, number, email, name }: Row, locale: string): MessagesPage['chat'] =>
  kind === 'support' || number === null || email === null
    ? supportHead(locale)
    : { id, title: maskedName({ name, email }), kind, number };

/** What a private chat of the account is called. */
export const privateHead = async (db: Db, account: string, chat: string): Promise<MessagesPage['chat']> => {
  const other = await db
    .selectFrom('chat_members as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .leftJoin('personal as p', 'p.account_id', 'a.id')
    .select(['a.number', 'a.email', 'p.display_name as name'])
    .where('r.chat_id', '=', chat)
    .where('r.account_id', '<>', account)
    .executeTakeFirstOrThrow();
  return { id: chat, title: maskedName(other), kind: 'private', number: other.number };
};

/** Support first, then private ones, the one that was written in last before the others; or what comes after a page. */
export const listOfChats = async (
  db: Db,
  { account, locale }: { account: string; locale: string },
  page?: string,
): Promise<ChatsPage> => {
  const rows = await privateRows(db, account, page);
  const last = rows[chatsOfPage - 1];
  const support = page === undefined ? await supportRows(db, account) : [];
  const listed = [...support, ...rows.slice(0, chatsOfPage)].map((row): ListedChat => {
    const { seq, author, text, created_at: at, files } = row;
    return {
      ...headOf(row, locale),
      unread_msgs: row.unread,
      ...(seq !== null &&
        text !== null &&
        at !== null && {
          last: {
            ...{ seq: Number(seq), side: author === account ? 'own' : 'other', text },
            ...{ created_at: at, files: Number(files) },
          },
        }),
    };
  });
  const isSupportDue = page === undefined && support.length === 0;
  return {
    items: [...(isSupportDue ? [{ ...supportHead(locale), unread_msgs: 0 }] : []), ...listed],
    older: last && rows.length > chatsOfPage ? `before-${last.moved}-${last.id}` : null,
  };
};

import type { Message, MessagesPage } from '../../contract/chat.ts';
import type { Trouble } from '../form/trouble.ts';

export interface ThreadInput {
  account: string | null;
  /** `support`; or the id of a private chat, or the number of the other's account. */
  thread: string;
}

export interface ThreadContext extends ThreadInput {
  head: MessagesPage['chat'] | null;
  /** Without a gap, the oldest first. */
  items: readonly Message[];
  older: string | null;
  newer: string;
  read: MessagesPage['read'];
  /** The first one that nobody saw come: when the chat was opened, or later; and how far it was read then. */
  divider: number | null;
  readThen: number;
  /** Of the other side, what came last since it was opened: together, the oldest first. */
  come: readonly Message[];
  /** The server's time of the last answer, for dates in words. */
  now: string | null;
  /** Why it could not be read; while it is open: why what is new could not. */
  trouble: Trouble | null;
  olderTrouble: Trouble | null;
  fileTrouble: Trouble | null;
  /** The page is hidden. */
  away: boolean;
  /** The last page came by another tab: that one asks first. */
  heard: boolean;
  /** The end of the chat is on the screen. */
  atEnd: boolean;
  /** The file that is saved or opened; and the handle of a picture that is open. */
  file: string;
  picture: string;
}

export const begun = (input: ThreadInput): ThreadContext => ({
  ...input,
  ...{
    head: null,
    items: [],
    older: null,
    newer: 'after-0',
    read: { own: 0, other: 0 },
    divider: null,
    readThen: 0,
    come: [],
    now: null,
  },
  ...{ trouble: null, olderTrouble: null, fileTrouble: null },
  ...{ away: false, heard: false, atEnd: false, file: '', picture: '' },
});

/** A chat that is named by a number may not have begun: who has it is found out by writing. */
export const mayBegin = (thread: string): boolean => /^\d{8}$/.test(thread);

export const lastOf = (items: readonly Message[]): number => items.at(-1)?.seq ?? 0;

/** Where the first message stands that comes after that one; as many as there are when none does. */
export const placeAfter = (items: readonly Message[], seq: number): number => {
  let [from, end] = [0, items.length];
  while (from < end) {
    const middle = (from + end) >> 1;
    if (items[middle]!.seq > seq) end = middle;
    else from = middle + 1;
  }
  return from;
};

/** The first message of the other side that has not been read; null where all are. */
const firstUnread = (items: readonly Message[], own: number): number | null => {
  for (let at = placeAfter(items, own); at < items.length; at += 1)
    if (items[at]!.side === 'other') return items[at]!.seq;
  return null;
};

export const isUnread = ({ items, read }: ThreadContext): boolean => firstUnread(items, read.own) !== null;

const atLeast = (one: MessagesPage['read'], other: MessagesPage['read']): MessagesPage['read'] => ({
  own: Math.max(one.own, other.own),
  other: Math.max(one.other, other.other),
});

export const withFirst = ({ chat, items, older, newer, read }: MessagesPage) => ({
  ...{ head: chat, items, older, newer, read },
  divider: firstUnread(items, read.own),
  readThen: read.own,
  come: [],
});

/** Nothing is passed over between what is held and this page. */
export function followsOn({ items: held }: ThreadContext, { items, latest }: MessagesPage): boolean {
  const [first] = items;
  const last = lastOf(held);
  return (first === undefined || first.seq <= last + 1) && Math.max(last, lastOf(items)) >= latest;
}

/** Nobody sees what comes now, and all that came before has been read. An empty chat has no end to be away from. */
const goesUnseen = (context: ThreadContext): boolean =>
  (context.away || (!context.atEnd && context.items.length > 0)) && !isUnread(context);

/** Where what is new begins; where somebody sees it come, or has not read what came before, it stays where it was. */
const dividedBy = (context: ThreadContext, fresh: readonly Message[], own: number) => {
  const first = goesUnseen(context) ? firstUnread(fresh, own) : null;
  return first === null ? {} : { divider: first, readThen: own };
};

/** What has been written since. What is held stays as it is. */
export const withNewer = (context: ThreadContext, { chat, items, newer, read }: MessagesPage) => {
  const fresh = items.filter(({ seq }) => seq > lastOf(context.items));
  const told = { head: chat, read: atLeast(context.read, read) };
  if (fresh.length === 0) return told;
  const come = fresh.filter(({ side }) => side === 'other');
  return {
    ...told,
    ...dividedBy(context, fresh, told.read.own),
    ...{ items: [...context.items, ...fresh], newer },
    ...(come.length > 0 && { come }),
  };
};

export const withOlder = (context: ThreadContext, { items, older }: MessagesPage) => {
  const first = context.items[0]?.seq ?? Infinity;
  const all = [...items.filter(({ seq }) => seq < first), ...context.items];
  return { items: all, older, divider: context.divider === null ? null : firstUnread(all, context.readThen) };
};

/** Names that this browser gave to own messages. */
export const namesIn = (items: readonly Message[]): string[] => items.flatMap(({ client_id: name }) => name ?? []);

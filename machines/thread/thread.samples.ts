import type { ListedChat, Message, MessageFile, MessagesPage } from '../../contract/chat.ts';
import type { Asked } from '../model.ts';
import { answered, at, failures, refused } from '../operation/operation.samples.ts';

const minutes = (before: number): string => new Date(at - before * 60_000).toISOString();

const samplePicture: MessageFile = {
  ...{ id: 'filesample0000000000001', kind: 'picture', name: 'receipt.jpg', media: 'image/jpeg' },
  ...{ size: 240_000, width: 800, height: 600 },
};
const samplePaper: MessageFile = {
  ...{ id: 'filesample0000000000002', kind: 'document', name: 'statement.pdf', media: 'application/pdf' },
  size: 90_000,
};
const ownName = 'opsample0000000000001';

const other = (seq: number, text: string, changes: Partial<Message> = {}): Message => ({
  ...{ seq, side: 'other', text, created_at: minutes(200 - seq), files: [] },
  ...changes,
});
const own = (seq: number, text: string, changes: Partial<Message> = {}): Message => ({
  ...other(seq, text, changes),
  side: 'own',
});

const older = [
  other(41, 'Good morning.', { created_at: minutes(1600) }),
  own(42, 'When does my transfer arrive?', { created_at: minutes(1590) }),
];
const latest = [
  other(43, 'It has arrived. The receipt is at https://example.com/receipt.', { files: [samplePicture, samplePaper] }),
  own(44, 'Thank you.', { client_id: 'opsample0000000000009' }),
];
const fresh = [own(45, 'One more question.', { client_id: ownName }), other(46, 'Please ask.')];

const head: MessagesPage['chat'] = { id: 'support', title: 'Support', kind: 'support' };
const page = (items: Message[], changes: Partial<MessagesPage> = {}): MessagesPage => {
  const last = items.at(-1)?.seq ?? 0;
  return {
    ...{ chat: head, items, older: null, newer: `after-${last}`, latest: last, read: { own: last, other: 44 } },
    ...changes,
  };
};

const pageOf = ({ input }: Asked): string => (input as { query?: { page?: string } }).query?.page ?? '';
const afterOf = (asked: Asked): number =>
  [...latest, ...fresh].find(({ seq }) => pageOf(asked).endsWith(`-${seq}`))?.seq ?? 0;

/** By what is asked for: the latest page, what stands before it, or what has come since. */
const told =
  (first: MessagesPage, before: MessagesPage, after: (from: number) => MessagesPage) =>
  (asked: Asked): unknown => {
    const where = pageOf(asked).split('-')[0];
    if (where === 'before') return answered(before);
    return answered(where === 'after' ? after(afterOf(asked)) : first);
  };

const nothingNew = (from: number): MessagesPage => page([], { newer: `after-${from}`, latest: from });
const since = (from: number, read: number): MessagesPage =>
  page(
    fresh.filter(({ seq }) => seq > from),
    { newer: 'after-46', latest: Math.max(from, 46), read: { own: read, other: 45 } },
  );

/** What has come, one message before the other: more follows. */
const halfOf = (from: number): MessagesPage =>
  from < 45 ? page(fresh.slice(0, 1), { latest: 46, read: { own: 44, other: 44 } }) : since(from, 44);

export const messagesOutcomes = {
  done: {
    'messages, and older ones before them': told(
      page(latest, { older: 'before-43', read: { own: 40, other: 44 } }),
      page([...older, ...latest.slice(0, 1)]),
      (from) => since(from, 44),
    ),
    'messages, and no more': told(page(latest), page(older, { older: 'before-41' }), nothingNew),
    'messages, and more has been written by then': told(page(latest), page(older), halfOf),
    'messages, and word of more that do not come': told(page(latest), page(older), (from) =>
      page([], { newer: `after-${from}`, latest: 99, read: { own: 44, other: 44 } }),
    ),
    'nobody has written': told(page([], { read: { own: 0, other: 0 } }), page([]), nothingNew),
  },
  error: {
    'there is no such chat': refused('not_found', 404),
    'it is their own number': refused('own_account', 422),
    ...failures,
  },
};

const toldPages = {
  'another tab has read what is new': page(fresh, { read: { own: 44, other: 45 } }),
  'another tab is further on': page(fresh.slice(1)),
  'another tab has read that nothing is new': nothingNew(44),
};

/** Whatever tabs tell next, by what stands here: nothing is told twice. */
export const newsOutcomes = {
  next: Object.fromEntries(
    Object.entries(toldPages).map(([name, told]) => [name, { type: 'port.thread told', page: told }]),
  ),
};

export const markOutcomes = {
  done: {
    'it is noted': answered({ last_read_message: 46 }),
    'it stands where it stood': answered({ last_read_message: 0 }),
  },
  error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
};
export const chatFileOutcomes = {
  done: { 'the file is saved': answered(null) },
  error: { 'it is not there': refused('not_found', 404), ...failures },
};
export const pictureOutcomes = {
  done: { 'the picture is there': { handle: 'file 7' } },
  error: {
    'it is no picture': { name: 'PortError', code: 'file_broken', message: 'none' },
    'it is not there': refused('not_found', 404),
  },
};
export const lifeOutcomes = {
  next: {
    'the page is hidden': { type: 'port.hidden', at: at + 1_000 },
    'the page is seen': { type: 'port.shown', at: at + 2_000 },
    'the line is back': { type: 'port.online', at: at + 2_000 },
  },
};
export const chatLifeOutcomes = {
  next: { ...lifeOutcomes.next, 'the line is gone': { type: 'port.offline', at: at + 1_000 } },
};

const privateChat = (id: string, title: string, number: string, before: number): ListedChat => ({
  ...{ id, title, kind: 'private', number, unread_msgs: 0 },
  last: { seq: 7, side: 'other', text: 'See you.', created_at: minutes(before), files: 0 },
});
/** Those of a second page; and others, that have been written in since. */
export const earlierChats = [privateChat('opsample0000000000032', 'B••• C.', '10000009', 3_000)];
export const movedChats = [privateChat('opsample0000000000033', 'C••• D.', '10000017', 1)];
export const sampleChats: ListedChat[] = [
  {
    ...{ id: 'support', title: 'Support', kind: 'support', unread_msgs: 1 },
    last: { seq: 46, side: 'other', text: 'Please ask.', created_at: minutes(5), files: 0 },
  },
  {
    ...{ id: 'opsample0000000000031', title: 'A••• B.', kind: 'private', number: '10000002', unread_msgs: 0 },
    last: { seq: 3, side: 'own', text: '', created_at: minutes(90), files: 2 },
  },
];

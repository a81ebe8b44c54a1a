import type { Kept, OutFile, OutMessage } from '../../machines/outbox/outbox.context.ts';
import { isCalled, keyOfChat } from './chat-name.ts';
import { whenAnother } from './discard-drafts.ts';
import { noteTyped } from './draft-age.ts';
import { nameOfDraft } from './draft-name.ts';
import { tellOutbox } from './outbox-news.ts';
import { store } from './store.ts';

interface Whose {
  account: string;
  thread: string;
}

/** What the storage has no room for, or refuses: it is kept as long as the page is. */
const unkept = new Map<string, unknown>();
whenAnother(() => unkept.clear());

const read = (key: string): unknown => unkept.get(key) ?? store.read(key);
const write = (key: string, value: unknown): void => {
  store.write(key, value);
  if (store.read(key) === null) unkept.set(key, value);
  else unkept.delete(key);
};
const drop = (key: string): void => {
  unkept.delete(key);
  store.drop(key);
};
const keys = (): string[] => [...new Set([...unkept.keys(), ...store.keys()])];

// Each message stands under a key of its own: two tabs that write at once lose none of each other's.
const draftOf = (whose: Whose): string => nameOfDraft({ account: whose.account, key: keyOfChat(whose) });
const prefixOf = (whose: Whose): string => `${draftOf(whose)}/`;
const keysOf = (whose: Whose): string[] => keys().filter((key) => key.startsWith(prefixOf(whose)));
/** Their place in the order of writing, by which they are read again. */
const orderOf = (kept: { order?: unknown }): number => (typeof kept.order === 'number' ? kept.order : 0);

const isFile = (value: unknown): value is OutFile => {
  const { handle, kind, size } = Object(value) as Partial<OutFile>;
  return typeof handle === 'string' && typeof kind === 'string' && typeof size === 'number';
};

type KeptMessage = OutMessage & { order?: unknown };

/** A message as it was kept; nothing of what is garbled, or of another version. */
function messageOf(value: unknown): KeptMessage | undefined {
  const { id, text, files, is, trouble, order } = Object(value) as Partial<OutMessage> & { order?: unknown };
  if (typeof id !== 'string' || typeof text !== 'string' || (is !== 'waiting' && is !== 'refused')) return undefined;
  if (!Array.isArray(files) || !files.every(isFile)) return undefined;
  return { id, text, files, is, trouble: trouble ?? null, order };
}

/** The page that holds a file. */
const pageOf = ({ handle }: OutFile): string => handle.split(' ')[1] ?? '';

interface Holders {
  /** Whether this page holds a file. */
  isHeld: (handle: string) => boolean;
  isOtherAlive: (page: string) => boolean;
}

/** A file as it was kept, and where it is now: it went with its page, or with what was in that page's memory. */
function fileOf({ elsewhere: _, gone: __, ...file }: OutFile, { isHeld, isOtherAlive }: Holders): OutFile {
  if (isHeld(file.handle)) return file;
  return isOtherAlive(pageOf(file)) ? { ...file, elsewhere: true } : { ...file, gone: true };
}

/** As they were written, one after the other, and where their files are now. */
const inOrder = (messages: KeptMessage[], holders: Holders): OutMessage[] =>
  messages
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map(({ order: _, ...message }) => ({ ...message, files: message.files.map((file) => fileOf(file, holders)) }));

/** What is in the form, as the device keeps it. */
function formIn(whose: Whose): { text: string; files: OutFile[] } {
  const { text, files } = Object(store.read(draftOf(whose))) as { text?: unknown; files?: unknown };
  return { text: typeof text === 'string' ? text : '', files: Array.isArray(files) ? files.filter(isFile) : [] };
}

/** Keeps what is in the form of this page; files that another page has in its own stay named. */
export const keepForm = ({ text, files, page, ...whose }: Whose & { page: string; text: string; files: OutFile[] }) => {
  const others = formIn(whose).files.filter((file) => pageOf(file) !== page);
  store.write(draftOf(whose), { text, files: [...files, ...others] });
  noteTyped(whose.account);
};

/** What was written for a chat and has not come there. That a file of the form has gone is told once. */
export const readOutbox = (whose: Whose, holders: Holders): Kept => {
  const form = formIn(whose);
  const files = form.files.map((file) => fileOf(file, holders));
  if (files.some(({ gone }) => gone))
    store.write(draftOf(whose), { ...form, files: form.files.filter((_, at) => !files[at]?.gone) });
  const messages = keysOf(whose).flatMap((key) => messageOf(read(key)) ?? []);
  return { text: form.text, files, messages: inOrder(messages, holders) };
};

/** What stands under the id of a chat that was opened by a number, before it is called so. */
export const readUnder = ({ called, ...whose }: Whose & { called: string }, holders: Holders): Kept =>
  isCalled({ ...whose, called }) ? { text: '', messages: [] } : readOutbox({ ...whose, thread: called }, holders);

/** What waits on this device for any chat of an account and no other page sends; without a file that has gone it cannot be sent. */
export const waitingOf = (
  account: string,
  { isHeld, isOtherAlive }: Holders,
): { thread: string; order: number; isLacking: boolean }[] => {
  const prefix = nameOfDraft({ account, key: 'chat/' });
  return keys().flatMap((key) => {
    const [thread, id] = key.startsWith(prefix) ? key.slice(prefix.length).split('/') : [];
    const message = thread !== undefined && id !== undefined ? messageOf(read(key)) : undefined;
    if (message?.is !== 'waiting' || message.files.some((file) => isOtherAlive(pageOf(file)))) return [];
    const isLacking = message.files.some(({ handle }) => !isHeld(handle));
    return [{ thread: thread!, order: orderOf(message), isLacking }];
  });
};

/** What other pages wrote for a chat and has not come there: what those left that are gone, and which of them live. */
export const leftBy = (
  whose: Whose,
  own: string,
  holders: Holders,
): { messages: OutMessage[]; living: ReadonlySet<string> } => {
  const messages: KeptMessage[] = [];
  const living = new Set<string>();
  for (const key of keysOf(whose)) {
    const kept = read(key);
    const message = messageOf(kept);
    const { page } = Object(kept) as { page?: unknown };
    if (message === undefined || page === own) continue;
    if (typeof page === 'string' && holders.isOtherAlive(page)) living.add(page);
    else messages.push(message);
  }
  return { messages: inOrder(messages, holders), living };
};

/** Whether a message stands there that no page sends: its own one has left the chat. */
export const isLetGo = (key: string): boolean => {
  const kept = read(key);
  return messageOf(kept) !== undefined && (kept as { page?: unknown }).page === undefined;
};

/** Nobody here sends them any more: another page that has the chat open may. What has a file waits for this page, which holds it. */
export const letGo = (whose: Whose, own: string): void => {
  for (const key of keysOf(whose)) {
    const { page, ...kept } = Object(read(key)) as { page?: unknown };
    if (page === own && messageOf(kept)?.files.length === 0) write(key, kept);
  }
};

/** `page`: the one that sends them. */
export const keepOutbox = (
  { messages, ...whose }: Whose & { messages: OutMessage[] },
  now: number,
  page?: string,
): void => {
  for (const [at, message] of messages.entries()) {
    const key = prefixOf(whose) + message.id;
    const { order = now + at / 1000 } = Object(read(key)) as { order?: number };
    write(key, { ...message, order, page });
  }
  noteTyped(whose.account);
};

export const dropOutbox = ({ ids, ...whose }: Whose & { ids: string[] }): void => {
  for (const id of ids) drop(prefixOf(whose) + id);
  tellOutbox();
};

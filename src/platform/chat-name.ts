import { nameOfDraft } from './draft-name.ts';
import { tellOutbox } from './outbox-news.ts';
import { store } from './store.ts';

interface Whose {
  account: string;
  thread: string;
}

// With the drafts of the account: it goes when they do.
const noteOf = ({ account, thread }: Whose): string => nameOfDraft({ account, key: `name/${thread}` });
const keyOf = (thread: string): string => `chat/${thread}`;
const placeOf = ({ account, thread }: Whose): string => nameOfDraft({ account, key: keyOf(thread) });

/** Whether what is written for a chat stands under this id already. */
export const isCalled = ({ called, ...whose }: Whose & { called: string }): boolean => nameOfChat(whose) === called;

/** How this device calls a chat: by its id, also where an address has the number of the other, once the id has been heard. */
export const nameOfChat = (whose: Whose): string => {
  const id = store.read(noteOf(whose));
  return typeof id === 'string' ? id : whose.thread;
};

/** The key of what is written for a chat. */
export const keyOfChat = (whose: Whose): string => keyOf(nameOfChat(whose));

/** What is in a form, by its draft. */
const partsOf = (draft: unknown): { texts: string[]; files: unknown[] } => {
  const { text, files } = Object(draft) as { text?: unknown; files?: unknown };
  return { texts: typeof text === 'string' && text !== '' ? [text] : [], files: Array.isArray(files) ? files : [] };
};

/** What has no room under its new name stays where it was. */
function move(from: string, to: string, value: unknown): void {
  store.write(to, value);
  if (JSON.stringify(store.read(to)) === JSON.stringify(value)) store.drop(from);
}

/** A chat that was opened by a number has an id: what is written for it stands under that from now on. */
export const nameChat = ({ id, ...whose }: Whose & { id: string }): void => {
  if (nameOfChat(whose) === id) return;
  const [from, to] = [placeOf(whose), placeOf({ ...whose, thread: id })];
  store.write(noteOf(whose), id);
  // Where nothing can be kept, nothing is moved either.
  if (nameOfChat(whose) !== id) return;
  const drafts = [partsOf(store.read(to)), partsOf(store.read(from))];
  const [texts, files] = [drafts.flatMap((one) => one.texts), drafts.flatMap((one) => one.files)];
  if (texts.length + files.length > 0) move(from, to, { text: texts.join('\n'), files });
  for (const key of store.keys().filter((each) => each.startsWith(`${from}/`)))
    move(key, to + key.slice(from.length), store.read(key));
  tellOutbox();
};

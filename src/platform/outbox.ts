import type { Kept, OutFile, OutMessage } from '../../machines/outbox/outbox.context.ts';
import { nameOfDraft } from './draft-name.ts';
import { store } from './store.ts';

interface Whose {
  account: string;
  thread: string;
}

// Each message stands under a key of its own: two tabs that write at once lose none of each other's.
const draftOf = ({ account, thread }: Whose): string => nameOfDraft({ account, key: `chat/${thread}` });
const prefixOf = (whose: Whose): string => `${draftOf(whose)}/`;
/** Their place in the order of writing, by which they are read again. */
const orderOf = (kept: { order?: unknown }): number => (typeof kept.order === 'number' ? kept.order : 0);

const isFile = (value: unknown): value is OutFile => {
  const { handle, kind, size } = Object(value) as Partial<OutFile>;
  return typeof handle === 'string' && typeof kind === 'string' && typeof size === 'number';
};

/** A message as it was kept; nothing of what is garbled, or of another version. */
function messageOf(value: unknown): (OutMessage & { order?: unknown }) | undefined {
  const { id, text, files, is, trouble, order } = Object(value) as Partial<OutMessage> & { order?: unknown };
  if (typeof id !== 'string' || typeof text !== 'string' || (is !== 'waiting' && is !== 'refused')) return undefined;
  if (!Array.isArray(files) || !files.every(isFile)) return undefined;
  return { id, text, files, is, trouble: trouble ?? null, order };
}

/** What was written for a chat and has not come there. A file is in the memory of its page: after a reload it is gone. */
export const readOutbox = (whose: Whose, isHeld: (handle: string) => boolean): Kept => {
  const { text } = Object(store.read(draftOf(whose))) as { text?: unknown };
  const messages = store
    .keys()
    .filter((key) => key.startsWith(prefixOf(whose)))
    .flatMap((key) => messageOf(store.read(key)) ?? [])
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map(({ order: _, ...message }): OutMessage =>
      message.files.every(({ handle }) => isHeld(handle))
        ? message
        : { ...message, is: 'refused', trouble: { code: 'file_gone' } },
    );
  return { text: typeof text === 'string' ? text : '', messages };
};

export const keepOutbox = ({ messages, ...whose }: Whose & { messages: OutMessage[] }, now: number): void => {
  for (const [at, message] of messages.entries()) {
    const key = prefixOf(whose) + message.id;
    const { order = now + at / 1000 } = Object(store.read(key)) as { order?: number };
    store.write(key, { ...message, order });
  }
};

export const dropOutbox = ({ ids, ...whose }: Whose & { ids: string[] }): void => {
  for (const id of ids) store.drop(prefixOf(whose) + id);
};

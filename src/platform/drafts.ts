import { noteTyped } from './draft-age.ts';
import { nameOfDraft, type DraftName } from './draft-name.ts';
import { store } from './store.ts';

/** What was typed and not sent, by account. Never a password, a code, card or document data. `null` when there is none. */
export const readDraft = (name: DraftName): Promise<unknown> => Promise.resolve(store.read(nameOfDraft(name)));

export const keepDraft = ({ value, ...name }: DraftName & { value: unknown }): void => {
  store.write(nameOfDraft(name), value);
  noteTyped(name.account);
};

interface Sent extends DraftName {
  operation: string;
}

/**
 * It is confirmed as this operation: whoever opens the form again is told so, also where nothing was kept. What is typed after that is
 * another draft.
 */
export const markDraft = ({ operation, ...name }: Sent): void => {
  store.write(nameOfDraft(name), { ...Object(store.read(nameOfDraft(name))), operation });
  noteTyped(name.account);
};

/** That operation was turned away: what was typed for it is a draft as before; the mark alone is none. */
export const unmarkDraft = ({ operation, ...name }: Sent): void => {
  const { operation: marked, ...draft } = Object(store.read(nameOfDraft(name))) as Partial<Sent>;
  if (operation !== marked) return;
  if (Object.keys(draft).length === 0) store.drop(nameOfDraft(name));
  else store.write(nameOfDraft(name), draft);
};

/** With an operation: only the draft that was confirmed as it. */
export const dropDraft = ({ operation, ...name }: DraftName & Partial<Sent>): void => {
  const { operation: marked } = Object(store.read(nameOfDraft(name))) as Partial<Sent>;
  if (operation === undefined || operation === marked) store.drop(nameOfDraft(name));
};

import { nameOfDraft, type DraftName } from './draft-name.ts';
import { store } from './store.ts';

/** What was typed and not sent, by account. Never a password, a code, card or document data. `null` when there is none. */
export const readDraft = (name: DraftName): Promise<unknown> => Promise.resolve(store.read(nameOfDraft(name)));

export const keepDraft = ({ value, ...name }: DraftName & { value: unknown }): void =>
  store.write(nameOfDraft(name), value);

export const dropDraft = (name: DraftName): void => store.drop(nameOfDraft(name));

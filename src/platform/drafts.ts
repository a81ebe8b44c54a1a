import { store } from './store.ts';

interface DraftName {
  account: string;
  key: string;
}

const prefix = 'draft/';
const nameOf = ({ account, key }: DraftName): string => `${prefix}${encodeURIComponent(account)}/${key}`;

/** What was typed and not sent, by account. Never a password, a code, card or document data. `null` when there is none. */
export const readDraft = (name: DraftName): Promise<unknown> => Promise.resolve(store.read(nameOf(name)));

export const keepDraft = ({ value, ...name }: DraftName & { value: unknown }): void => store.write(nameOf(name), value);

export const dropDraft = (name: DraftName): void => store.drop(nameOf(name));

/** Drops the drafts of everybody else; `null` keeps nobody's. */
export const discardDrafts = ({ except }: { except: string | null }): void => {
  const kept = except === null ? null : nameOf({ account: except, key: '' });
  for (const key of store.keys()) {
    if (key.startsWith(prefix) && (kept === null || !key.startsWith(kept))) store.drop(key);
  }
};

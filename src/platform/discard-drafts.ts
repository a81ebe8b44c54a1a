import { draftPrefix, nameOfDraft } from './draft-name.ts';
import { store } from './store.ts';

const forgetters = new Set<() => void>();
let whose: string | null = null;

/** What the page's own memory keeps of a person is let go when somebody else is there, or nobody. */
export const whenAnother = (forget: () => void): void => void forgetters.add(forget);

/** Drops the drafts of everybody else; `null` keeps nobody's. */
export const discardDrafts = ({ except }: { except: string | null }): void => {
  if (except !== whose) for (const forget of forgetters) forget();
  whose = except;
  const kept = except === null ? null : nameOfDraft({ account: except, key: '' });
  for (const key of store.keys()) {
    if (key.startsWith(draftPrefix) && (kept === null || !key.startsWith(kept))) store.drop(key);
  }
};

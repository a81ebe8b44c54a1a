import { draftPrefix, nameOfDraft } from './draft-name.ts';
import { store } from './store.ts';

/** Drops the drafts of everybody else; `null` keeps nobody's. */
export const discardDrafts = ({ except }: { except: string | null }): void => {
  const kept = except === null ? null : nameOfDraft({ account: except, key: '' });
  for (const key of store.keys()) {
    if (key.startsWith(draftPrefix) && (kept === null || !key.startsWith(kept))) store.drop(key);
  }
};

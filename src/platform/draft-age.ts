import { added } from '../../contract/limits.ts';
import { draftPrefix, nameOfDraft } from './draft-name.ts';
import { store } from './store.ts';

/** It stands among the drafts of the account, and goes with them. */
const last = 'last';

export const noteTyped = (account: string): void => store.write(nameOfDraft({ account, key: last }), Date.now());

/** Since when is not known, or a clock that was set far back, counts as long ago. */
export const isTypedLongAgo = (): boolean => {
  const drafts = store.keys().filter((key) => key.startsWith(draftPrefix));
  const isFresh = (key: string) => Math.abs(Date.now() - Number(store.read(key))) < added.draft;
  return drafts.length > 0 && !drafts.some((key) => key.endsWith(`/${last}`) && isFresh(key));
};

import type { VersionMemory } from '../../machines/root/events.ts';
import { pageNow } from './clock.ts';
import { portError } from './port-error.ts';
import { store, tabStore } from './store.ts';

const key = 'version';
const mostPairs = 20;

const isText = (value: unknown): value is string => typeof value === 'string';

/** What this tab wrote down of its versions and its last reload. `own` is the version of this page, as far as it is known. */
export const readVersionMemory = (own?: string): VersionMemory => {
  const kept = (tabStore.read(key) ?? {}) as Partial<Record<keyof VersionMemory, unknown>>;
  return {
    own: own ?? (isText(kept.own) ? kept.own : null),
    reloadedAt: typeof kept.reloadedAt === 'number' ? kept.reloadedAt : null,
    pairs: Array.isArray(kept.pairs) ? kept.pairs.filter(isText).slice(-mostPairs) : [],
  };
};

/** Whether a draft would be kept now: as much as the longest needs. */
const keepsDrafts = (): boolean => {
  const probe = 'probe';
  store.write(probe, ' '.repeat(2_000));
  const kept = store.read(probe) !== null;
  store.drop(probe);
  return kept;
};

/**
 * Writes down that this tab is about to be loaded anew, for `pair` (`old→new`) or for a lost piece. Rejects where it
 * cannot be read again: a page that cannot remember its reloads must not begin one, and where no draft is kept, what
 * was typed would go with it.
 */
export const noteReload = async ({ pair }: { pair: string | null }): Promise<void> => {
  const { own, pairs } = readVersionMemory();
  const note: VersionMemory = {
    own: pair?.split('→')[1] ?? own,
    reloadedAt: pageNow(),
    pairs: pair === null ? pairs : [...pairs, pair].slice(-mostPairs),
  };
  tabStore.write(key, note);
  if (!keepsDrafts() || readVersionMemory().reloadedAt !== note.reloadedAt) throw portError('not_stored');
};

import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { getI18n } from 'react-i18next';

/** A message by its key, with what fills it. */
export type Say = (key: string, params?: Record<string, string | number>) => string;

/** Messages that nothing fills, as they were last found. */
const found = new Map<string, string>();
let foundIn = '';
let edition = 0;

/** Other messages are there, maybe of the same language: what was found is looked for again. */
export const forgetFound = (): void => {
  found.clear();
  edition += 1;
};

/** Finding a message takes a library longer than drawing it: a screen asks for the same ones again and again. */
const say: Say = (key, params) => {
  // Its own type wants the keys as literals; ours are checked against the message files by a test.
  const find = i18next.t as unknown as Say;
  if (params !== undefined) return find(key, params);
  // Nobody is told of it: this is the middle of a drawing.
  if (foundIn !== i18next.language) found.clear();
  foundIn = i18next.language;
  const kept = found.get(key);
  if (kept !== undefined) return kept;
  const text = find(key);
  // What is not there is missed each time.
  if (text !== key) found.set(key, text);
  return text;
};

const follow = (changed: () => void): (() => void) => {
  const words = getI18n();
  words.on('languageChanged', changed);
  return () => words.off('languageChanged', changed);
};
const spoken = (): string => `${getI18n().language} ${edition}`;

/**
 * The words of a view: `t` for messages, `locale` for numbers and dates. The hook of the library asks of each view, each time it
 * is drawn, which namespaces it reads and whether they are there; here they are all one, and there before anything is drawn.
 */
export function useWords(): { t: Say; locale: string } {
  useSyncExternalStore(follow, spoken, spoken);
  return { t: say, locale: getI18n().language };
}

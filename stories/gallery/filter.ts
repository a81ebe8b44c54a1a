import type { Named } from './story-names.ts';

/** A text as people type it: letters of any size, «ё» or «е», whatever stands between words one space. */
const plain = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ').trim();

/** Those that hold what somebody looks for, by the words that each may be found by; all where nothing is asked. */
export function soughtBy<One>(all: readonly One[], wish: string, wordsOf: (one: One) => readonly string[]): One[] {
  const words = plain(wish);
  return all.filter((one) => wordsOf(one).some((text) => plain(text).includes(words)));
}

/** What a state is called in either language, and how it is reached. */
const wordsOf = ({ name, way, states }: Named): string[] => [name.en, name.ru, ...states, ...way.en, ...way.ru];

/** Those of a page's stories that hold what somebody looks for. */
export const sought = <Story extends Named>(stops: readonly Story[], wish: string): Story[] =>
  soughtBy(stops, wish, wordsOf);

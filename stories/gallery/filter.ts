import type { Named } from './story-names.ts';

/** A text as people type it: letters of any size, «ё» or «е», whatever stands between words one space. */
const plain = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ').trim();

/** Words that a state may be found by: what it is called in either language, and how it is reached. */
const wordsOf = ({ name, way, states }: Named): string[] => [name.en, name.ru, ...states, ...way.en, ...way.ru];

/** Those of a page's stories that hold what somebody looks for; all where nothing is asked. */
export function sought<Story extends Named>(stops: readonly Story[], wish: string): Story[] {
  const words = plain(wish);
  return stops.filter((stop) => wordsOf(stop).some((text) => plain(text).includes(words)));
}

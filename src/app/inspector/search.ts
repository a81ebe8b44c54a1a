import type { Entry } from '../../../contract/journal/entry.ts';
import { entryWords, since, type Lexicon } from '../../../machines/journal/lexicon.ts';
import type { Filter, Row } from '../../../machines/inspector/journal.types.ts';

type HeardBy = (number: number) => string | undefined;

/** An entry as a list shows it; `number` counts from 1, `began` is the time of the first one. */
export function rowOf(lexicon: Lexicon, entry: Entry, number: number, began: number, heardBy: HeardBy): Row {
  const machine = heardBy(number);
  return {
    number,
    since: since(entry.t - began),
    kind: entry.k,
    to: entry.k === 'start' ? 'root' : entry.to,
    words: {
      en: entryWords(lexicon, entry, 'en', machine),
      ru: entryWords(lexicon, entry, 'ru', machine),
    },
  };
}

/** All that somebody may look for in an entry. */
const textOf = (lexicon: Lexicon, entry: Entry, machine: string | undefined): string =>
  `${JSON.stringify(entry)} ${entryWords(lexicon, entry, 'en', machine)} ${entryWords(lexicon, entry, 'ru', machine)}`.toLowerCase();

export const isEmpty = ({ text, kind, actor }: Filter): boolean => text.trim() === '' && kind === '' && actor === '';

export function matches(lexicon: Lexicon, entry: Entry, machine: string | undefined, filter: Filter): boolean {
  const { kind, actor } = filter;
  const to = entry.k === 'start' ? 'root' : entry.to;
  if (kind !== '' && entry.k !== kind) return false;
  if (actor !== '' && to !== actor && !to.startsWith(`${actor}/`)) return false;
  const text = filter.text.trim().toLowerCase();
  return text === '' || textOf(lexicon, entry, machine).includes(text);
}

/** Of numbers in order, the place of the last one that is not greater; 0 where there is none. */
export function placeOf(numbers: readonly number[], number: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (numbers[middle]! <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

import { writeJournal, type JournalFile } from '../../contract/journal/file.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * What `writeJournal` makes, of `most` bytes: of a longer one its first entries behind the start are left out. It stays
 * longer where that is not enough.
 */
export function writeLatest(journal: JournalFile, most: number): { text: string; count: number } {
  const text = writeJournal(journal);
  const { entries } = journal;
  let over = bytesOf(text) - most;
  if (over <= 0) return { text, count: entries.length };
  const [start, ...later] = entries;
  // That it is not whole is a letter more.
  over += 1;
  let gone = 0;
  for (; over > 0 && gone < later.length; gone += 1) over -= bytesOf(`,\n${JSON.stringify(later[gone])}`);
  const left = [...(start ? [start] : []), ...later.slice(gone)];
  return { text: writeJournal({ ...journal, whole: false, entries: left }), count: left.length };
}

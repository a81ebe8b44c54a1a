import {
  checkLength,
  JournalFault,
  parseJournal,
  readEntry,
  writeJournal,
  type JournalFile,
} from '../../contract/journal/file.ts';

/** How `writeJournal` lays a journal out: one entry a line between these. */
const [opening, closing] = ['"entries":[\n', '\n]}'];

const second = (number: number): JournalFault =>
  new JournalFault({ en: `Entry ${number} is a second start.`, ru: `Запись ${number} — второе начало.` });

/**
 * What `parseJournal` does, entry by entry: after each `next` somebody else may have the thread. A file that was laid
 * out by other hands is read at once.
 * @throws `JournalFault`
 */
export function* readInSlices(text: string): Generator<void, JournalFile> {
  checkLength(text.length);
  const from = text.indexOf(opening) + opening.length;
  const until = text.lastIndexOf(closing);
  const firstEnd = text.indexOf('\n', from);
  if (from < opening.length || until <= from || firstEnd < 0 || text.slice(until + closing.length).trim() !== '')
    return parseJournal(text);
  const first = text.slice(from, Math.min(firstEnd, until)).replace(/,$/, '');
  const file = parseJournal(`${text.slice(0, from)}${first}${closing}`);
  for (let at = firstEnd + 1; at < until;) {
    const end = Math.min(text.indexOf('\n', at), until);
    const entry = lineIn(text, at, end, file.entries.length + 1);
    if (entry.k === 'start') throw second(file.entries.length + 1);
    file.entries.push(entry);
    at = end + 1;
    yield;
  }
  return file;
}

function lineIn(text: string, at: number, end: number, number: number) {
  const line = text.slice(at, text.charAt(end - 1) === ',' ? end - 1 : end);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // It says where in the file.
    parseJournal(text);
  }
  return readEntry(value, number);
}

/** What `writeJournal` makes, in parts that belong together. */
export function* writeInSlices({ entries, ...head }: Omit<JournalFile, 'format' | 'made'>): Generator<void, string[]> {
  const empty = writeJournal({ ...head, entries: [] });
  const at = empty.lastIndexOf(opening) + opening.length;
  const parts = [empty.slice(0, at)];
  for (const [number, entry] of entries.entries()) {
    parts.push(number === 0 ? JSON.stringify(entry) : `,\n${JSON.stringify(entry)}`);
    yield;
  }
  parts.push(empty.slice(at));
  return parts;
}

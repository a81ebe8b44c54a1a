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
  if (jsonIn(first) === undefined) return parseJournal(text);
  const file = parseJournal(`${text.slice(0, from)}${first}${closing}`);
  for (let at = firstEnd + 1; at < until;) {
    const end = Math.min(text.indexOf('\n', at), until);
    const value = jsonIn(text.slice(at, text.charAt(end - 1) === ',' ? end - 1 : end));
    // Of what is no JSON at all this says where in the file.
    if (value === undefined) return parseJournal(text);
    const entry = readEntry(value, file.entries.length + 1);
    if (entry.k === 'start') throw second(file.entries.length + 1);
    file.entries.push(entry);
    at = end + 1;
    yield;
  }
  return file;
}

/** What a line holds; nothing where it is not one value. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
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

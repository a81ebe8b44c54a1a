import { JournalFault, parseJournal, writeJournal, type JournalFile } from '../../contract/journal/file.ts';
import { maskEntry } from '../../contract/journal/mask.ts';
import { NoFile } from '../http/no-file.ts';

/** More than a page keeps of all its sessions, with what it has heard since it wrote last; machines that one ever has. */
const most = { entries: 110_000, ends: 10_000 };

const longestName = 300;
/** Names of actors, events and states: the code's own words, in which no number of anything has room. */
const isOwn = (name: string): boolean => name.length <= longestName && /^(?!.*\d{6})[A-Za-z0-9_.\-*/ ]+$/.test(name);
/** A short hash, or the number of a version. */
const isVersion = (text: string): boolean => text.length <= 12 && /^(?!.*[\d.-]{6})[\w.-]*$/.test(text);

const read = (content: Uint8Array): JournalFile => {
  try {
    return parseJournal(new TextDecoder('utf-8', { fatal: true }).decode(content), most);
  } catch (error) {
    if (error instanceof JournalFault || error instanceof TypeError) throw new NoFile('journal_broken');
    throw error;
  }
};

/**
 * A journal of the page of the account with that number, as it is kept. Takes a second or more for one of 8 MB, without a pause.
 * @throws NoFile
 */
export const keepJournal = (content: Uint8Array, account: string): string => {
  const journal = read(content);
  const { entries, ends, version } = journal;
  const names = Object.entries(ends).flatMap(([path, states]) => [path, ...states]);
  const heard = entries.flatMap((entry) => (entry.k === 'start' ? [] : [entry.to, entry.event.type]));
  const versions = [version, ...entries.flatMap((entry) => (entry.k === 'start' ? [entry.version] : []))];
  if (!names.every(isOwn) || !heard.every(isOwn) || !versions.every(isVersion)) throw new NoFile('journal_unmasked');
  if (journal.account !== null && journal.account !== account) throw new NoFile('journal_unmasked');
  for (const entry of entries)
    // The mask changes nothing in what is masked.
    if (JSON.stringify(maskEntry(entry)) !== JSON.stringify(entry)) throw new NoFile('journal_unmasked');
  // Written anew: whatever else stood in the file is not kept.
  return writeJournal({ version, account: journal.account, whole: journal.whole, entries, ends });
};

import { setImmediate as breathe } from 'node:timers/promises';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { JournalFault, parseJournal, writeJournal, type JournalFile } from '../../contract/journal/file.ts';
import { maskEntry } from '../../contract/journal/mask.ts';
import { takeTurns } from '../../contract/take-turns.ts';

/** Thrown for what is no journal that may be kept; `code` has words. */
export class NoJournal extends Error {
  override name = 'NoJournal';
  code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

/** Names of actors, events and states: the code's own words, in which no number of anything has room. */
const isOwn = (name: string): boolean => /^(?!.*\d{6})[A-Za-z0-9_.\-*/ ]{1,300}$/.test(name);
/** A short hash, or the number of a version. */
const isVersion = (text: string): boolean => /^(?!.*[\d.-]{6})[\w.-]{0,12}$/.test(text);

const read = (content: Buffer): JournalFile => {
  try {
    return parseJournal(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch (error) {
    if (error instanceof JournalFault || error instanceof TypeError) throw new NoJournal('journal_broken');
    throw error;
  }
};

/** Entries that are looked at before anybody else has a turn. */
const slice = 200;

const keptJournal = async (content: Buffer, account: string): Promise<Buffer> => {
  const journal = read(content);
  const { entries, ends, version } = journal;
  const names = [
    ...Object.entries(ends).flatMap(([path, states]) => [path, ...states]),
    ...entries.flatMap((entry) => (entry.k === 'start' ? [] : [entry.to, entry.event.type])),
  ];
  const versions = [version, ...entries.flatMap((entry) => (entry.k === 'start' ? [entry.version] : []))];
  if (!names.every(isOwn) || !versions.every(isVersion)) throw new NoJournal('journal_unmasked');
  if (journal.account !== null && journal.account !== account) throw new NoJournal('journal_unmasked');
  for (const [at, entry] of entries.entries()) {
    if (at % slice === slice - 1) await breathe();
    // The mask changes nothing in what is masked.
    if (JSON.stringify(maskEntry(entry)) !== JSON.stringify(entry)) throw new NoJournal('journal_unmasked');
  }
  // Written anew: whatever else stood in the file is not kept.
  return Buffer.from(writeJournal({ version, account: journal.account, whole: journal.whole, entries, ends }));
};

const atOnce = takeTurns(1);

/**
 * A journal of the account's own page as it is kept: it has the shape of one, and nothing in it is unmasked by the rules by
 * which pages write.
 * @throws NoJournal
 */
export const journalOf = (content: Buffer, account: string): Promise<Buffer> =>
  atOnce(() => keptJournal(content, account));

import { expect, test } from 'vitest';
import { parseJournal, writeJournal, type JournalFile } from '../../contract/journal/file.ts';
import { writeLatest } from '../../src/app/latest-journal.ts';

const journal: JournalFile = {
  format: 'statera journal',
  made: 1,
  version: 'aaaa',
  account: null,
  whole: true,
  entries: [
    { t: 0, k: 'start', input: { product: 'Счёт' }, version: 'aaaa' },
    ...Array.from({ length: 50 }, (_, at) => ({
      ...{ t: at + 1, k: 'send' as const, to: 'root' },
      event: { type: 'user.confirmed', product: 'Счёт'.repeat(at % 7) },
    })),
  ],
  ends: { root: ['open'] },
};
const bytesOf = (text: string) => Buffer.byteLength(text);

test('F13 a report that has room is the whole journal', () => {
  const text = writeJournal(journal);
  expect(writeLatest(journal, bytesOf(text))).toEqual({ text, count: 51 });
});

test('F13 one that has none keeps its start and the latest entries, as many as there is room for, and says so', () => {
  const whole = bytesOf(writeJournal(journal));
  for (let most = whole - 1; most > 400; most -= 97) {
    const { text, count } = writeLatest(journal, most);
    const read = parseJournal(text);
    expect(bytesOf(text)).toBeLessThanOrEqual(most);
    expect(read).toEqual({
      ...journal,
      whole: false,
      entries: [journal.entries[0], ...journal.entries.slice(52 - count)],
    });
    const more = { ...read, entries: [read.entries[0]!, ...journal.entries.slice(51 - count)] };
    expect(count === 50 ? most + 1 : bytesOf(writeJournal(more))).toBeGreaterThan(most);
  }
});

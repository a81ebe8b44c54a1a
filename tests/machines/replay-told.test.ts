import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { endsOf } from '../../machines/journal/ends.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { parseJournal, writeJournal, type JournalFile } from '../../contract/journal/file.ts';
import { lexiconOf } from '../../machines/journal/lexicon.ts';
import { replay } from '../../machines/journal/replay.ts';
import { loadWholeRoot } from '../../machines/root/whole-root.ts';
import { person } from '../../machines/root/house.samples.ts';
import { ArgsError } from '../../scripts/command.ts';
import { readArgs, type Args } from '../../scripts/replay/args.ts';
import { tell } from '../../scripts/replay/tell.ts';
import { textOf } from '../../scripts/replay/text.ts';
import { models } from '../paths/models.ts';
import { start } from './house.ts';

const root = await loadWholeRoot();
const lexicon = lexiconOf(Object.values(models));

const tick = (t: number): Entry => ({
  t,
  k: 'emit',
  to: 'root/page/flow/clock.ticks',
  event: { type: 'port.ticked', at: t },
});
const entries: Entry[] = [
  { t: 1_000, k: 'start', input: { ...start, path: '/login' }, version: 'aaaa' },
  {
    t: 1_050,
    k: 'emit',
    to: 'root/responses',
    event: { type: 'signal.user', user: person, call: 'auth.check', seq: 1 },
  },
  {
    t: 1_060,
    k: 'leaf',
    to: 'root/page/flow.load',
    event: { type: 'xstate.promise.resolve', data: { flow: 'login' } },
  },
  tick(2_000),
  tick(3_000),
  tick(4_000),
  { t: 62_500, k: 'send', to: 'root/theme', event: { type: 'user.theme chosen', value: 'dark' } },
];
const whole: JournalFile = {
  ...{ format: 'statera journal', made: 1, version: 'aaaa', account: 'A-1001', whole: true },
  entries,
  ends: endsOf(replay(root, entries)),
};
const args: Args = { file: 'journal.json', lang: 'en', states: false, from: 1, to: Infinity };
const told = (file: JournalFile, more: Partial<Args> = {}) => tell(root, file, lexicon, { ...args, ...more });

describe('D8 npm run replay', () => {
  test('D8 a session is told step by step, with the time, and where machines came to stand', () => {
    const { lines, difference } = told(whole);
    const text = lines.join('\n');
    expect(lines[0]).toBe('version aaaa, account A-1001, 7 entries, 1:01.500');
    expect(text).toContain('    1.   0:00.000  the page is opened: /login');
    expect(text).toContain('The house: the house is open');
    // Two places of a kind are told apart.
    expect(text).toContain('A place for a flow (page): the flow is shown');
    expect(text).toMatch(/ {4}2\. {3}0:00\.050 {2}an answer tells who is here[^]*Session: /);
    expect(text).toMatch(/ {4}7\. {3}1:01\.500 {2}.*dark/);
    expect(lines.at(-1)).toBe('replays exactly');
    expect(difference).toBeNull();
  });

  test('D8 a clock that ticks is told once', () => {
    const { lines } = told(whole);
    expect(lines.filter((line) => line.includes(' × 3 '))).toHaveLength(1);
    expect(lines.some((line) => /^ {4}[56]\. /.test(line))).toBe(false);
  });

  test('D8 in Russian, from one step to another', () => {
    const { lines } = told(whole, { lang: 'ru', from: 2, to: 3 });
    expect(lines.filter((line) => /^ {3,4}\d+\. /.test(line))).toHaveLength(2);
    expect(lines[0]).toBe('версия aaaa, счёт A-1001, 7 записей, 1:01.500');
    expect(lines.at(-1)).toBe('повторяется точно');
    expect(lines.join('\n')).toContain('ответ сообщает, кто здесь');
  });

  test.each([
    [1, '1 entry', '1 запись'],
    [2, '2 entries', '2 записи'],
    [11, '11 entries', '11 записей'],
    [32, '32 entries', '32 записи'],
  ])('D8 %d are counted in words', (count, en, ru) => {
    const file = { ...whole, whole: false, entries: Array.from({ length: count }, (_, at) => tick(at)) };
    expect(told(file).lines[0]).toContain(`, ${en}, `);
    expect(told(file, { lang: 'ru' }).lines[0]).toContain(`, ${ru}, `);
  });

  test('D8 a first step behind the last entry is refused, the last one is not', () => {
    expect(() => told(whole, { from: 8 })).toThrow(ArgsError);
    expect(() => told(whole, { from: 8 })).toThrow('--from 8 comes after the last step, which is 7');
    expect(told(whole, { from: 7 }).lines.join('\n')).toContain('    7. ');
  });

  test('D8 with every machine after each step', () => {
    const { lines } = told(whole, { states: true, from: 7 });
    expect(lines.filter((line) => line.startsWith('        ')).length).toBeGreaterThan(10);
  });

  test('D8 the first place where a replay ends elsewhere is named', () => {
    const { difference, lines } = told({ ...whole, ends: { ...whole.ends, 'root/line': ['offline'] } });
    expect(difference).toContain('root/line');
    expect(lines.at(-1)).toBe(`differs: ${difference}`);
  });

  test('D8 one without its beginning is told and not replayed, one without ends is compared with nothing', () => {
    const cut = told({ ...whole, whole: false });
    expect(cut.lines.join('\n')).not.toContain('The house');
    expect(cut.lines.at(-1)).toMatch(/cannot be replayed/);
    expect(told({ ...whole, ends: {} }).lines.at(-1)).toMatch(/nothing to compare with/);
  });

  test.each([
    [[], 'one journal is wanted'],
    [['a', 'b'], 'one journal is wanted'],
    [['a', '--lang', 'de'], '--lang'],
    [['a', '--from', '0'], '--from'],
    [['a', '--from', '5', '--to', '2'], '--to 2 comes before'],
    [['a', '--nonsense'], 'nonsense'],
  ])('D8 %j is refused in one line: %s', (line, why) => {
    expect(() => readArgs(line)).toThrow(ArgsError);
    expect(() => readArgs(line)).toThrow(why);
  });

  test('D8 a file that cannot be read is told in words, and one with the mark of an editor is read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'replay-'));
    const file = join(folder, 'journal.json');
    writeFileSync(file, `\uFEFF${writeJournal(whole)}`);
    try {
      expect(parseJournal(textOf({ file, lang: 'en' })).entries).toHaveLength(7);
      // npm goes to its package before it begins, and says where it was called.
      vi.stubEnv('INIT_CWD', folder);
      expect(parseJournal(textOf({ file: 'journal.json', lang: 'en' })).entries).toHaveLength(7);
      expect(() => textOf({ file: folder, lang: 'en' })).toThrow(`${folder}: it is a folder`);
      expect(() => textOf({ file: `${file}.none`, lang: 'en' })).toThrow(`${file}.none: there is no such file`);
      expect(() => textOf({ file: `${file}.none`, lang: 'ru' })).toThrow('такого файла нет');
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    }
  });

  test('D8 what was asked for is read', () => {
    expect(readArgs(['x.json', '--lang', 'ru', '--states', '--from', '3', '--to', '9'])).toEqual({
      ...{ file: 'x.json', lang: 'ru', states: true, from: 3, to: 9 },
    });
    expect(readArgs(['--help'])).toBeNull();
  });
});

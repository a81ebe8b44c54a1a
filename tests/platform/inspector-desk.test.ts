import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { createDesk } from '../../src/app/inspector/desk.ts';
import { createPlayer } from '../../src/app/inspector/player.ts';
import type { Opened, Shelf } from '../../src/app/inspector/shelf.ts';
import { parseJournal, writeJournal } from '../../contract/journal/file.ts';
import type { Reading } from '../../machines/inspector/journal.types.ts';
import type { Lexicon } from '../../machines/journal/lexicon.ts';
import { loadWholeRoot } from '../../machines/root/whole-root.ts';
import type { RootMachine } from '../../machines/root/root.machine.ts';
import type { Entry } from '../../contract/journal/entry.ts';

const begin: Entry = { t: 0, k: 'start', input: { path: '/' }, version: 'aaaa' };
const said: Entry = { t: 1, k: 'send', to: 'root/page/flow', event: { type: 'user.confirmed' } };
const rest = { version: 'aaaa', account: 'A-1001', ends: {} };

/** A desk over a shelf with the session `s1` of A-1001 and a page of theirs, and what it has told and handed out. */
function open(loadRoot?: () => Promise<RootMachine>, lexicon: Lexicon = {}, build = '') {
  let whose = 'A-1001';
  const heard: AnyEventObject[] = [];
  const given: string[] = [];
  const opened = (): Opened => ({ ...rest, whole: false, entries: [begin, said] });
  const shelf: Shelf = {
    live: {
      open: () => Promise.resolve({ ...opened(), next: 2 }),
      since: () => (whose === 'A-1001' ? { entries: [], ends: {}, account: whose } : null),
    },
    sessions: () => Promise.resolve([]),
    whose: () => whose,
    read: () => Promise.resolve(opened()),
    isOn: () => true,
    turn: () => {},
    dropAll: () => Promise.resolve(),
  };
  const refuse = () => Promise.reject(new Error('not whole'));
  const desk = createDesk({
    lexicon,
    shelf,
    player: createPlayer(),
    build,
    loadRoot: loadRoot ?? refuse,
    loadScreens: refuse,
  });
  const { asks, sources, effects } = desk.world;
  sources['journal.news']!(undefined as never).subscribe((event: AnyEventObject) => heard.push(event));
  vi.stubGlobal('document', { createElement: () => ({ click: () => {} }) });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${given.push(String((blob as Blob).size))}`);
  const settle = () => vi.advanceTimersByTimeAsync(1_000);
  return {
    ...{ desk, given, settle },
    read: (which: string) => asks!['journal.open']!({ which } as never, new AbortController().signal),
    export: async () => {
      effects!['journal.export']!(undefined as never);
      await settle();
    },
    leave: () => void (whose = ''),
    seek: (text: string) => effects!['journal.find']!({ text, kind: '', actor: '' } as never),
    reading: () => heard.findLast(({ type }) => type === 'port.journal read')!['reading'] as Reading,
    isGone: () => heard.some(({ type }) => type === 'port.journal gone'),
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each(['s1', 'live'])('D8 a journal that is open (%s) goes with the person it is about', async (which) => {
  const made = open();
  await made.read(which);
  await made.settle();
  await made.export();
  expect([made.isGone(), made.given.length]).toEqual([false, 1]);
  made.leave();
  await made.settle();
  expect(made.isGone()).toBe(true);
  await made.export();
  expect(made.given.length).toBe(1);
});

test.each(['s1', 'live'])('D8 the entries of %s are not handed out in the moment after the sign-out', async (which) => {
  const made = open();
  await made.read(which);
  made.leave();
  await made.export();
  expect(made.given).toEqual([]);
});

test('D8 an earlier session that was still being read when the person left does not open', async () => {
  const made = open();
  const reading = made.read('s1');
  made.leave();
  await expect(reading).rejects.toMatchObject({ message: 'not_found' });
});

test('D8 a file is the person’s own, and stays open', async () => {
  const made = open();
  const text = writeJournal({ ...rest, whole: false, entries: [begin, said] });
  expect(parseJournal(text).entries.length).toBe(2);
  await made.read(made.desk.takeFile(new File([text], 'journal.json')));
  made.leave();
  await made.settle();
  await made.export();
  expect([made.isGone(), made.given.length]).toEqual([false, 1]);
});

test('D8 a file that the machines fall over is closed, and says why when it is opened again', async () => {
  const made = open(loadWholeRoot);
  // A start that says nothing of what a page begins with.
  const text = writeJournal({ ...rest, whole: true, entries: [begin, said] });
  const which = made.desk.takeFile(new File([text], 'hostile.json'));
  await made.read(which);
  await vi.waitUntil(made.isGone);
  await expect(made.read(which)).rejects.toMatchObject({
    words: { en: expect.stringMatching(/^Entry 1 cannot be replayed: /) as string },
  });
});

test('D8 an entry that is looked for before it is replayed is found by the words that its row has', async () => {
  const lines = readFileSync(join(import.meta.dirname, '..', 'journals', 'exchange.json'), 'utf8');
  const called = (en: string) => ({ title: plain, states: {}, events: { 'user.amount typed': { en, ru: en } } });
  const plain = { en: '', ru: '' };
  const made = open(loadWholeRoot, { 'another form': called('pays with it'), form: called('types how much') });
  await made.read(made.desk.takeFile(new File([lines], 'exchange.json')));
  const typed = parseJournal(lines).entries.flatMap((entry, at) =>
    entry.k === 'send' && entry.event.type === 'user.amount typed' ? [at + 1] : [],
  );
  made.seek('types how much');
  await made.settle();
  await vi.waitUntil(() => made.reading().ready === made.reading().entries);
  await made.settle();
  expect(made.reading().rows.map(({ number, words }) => [number, words.en])).toEqual(
    typed.map((number) => [number, expect.stringContaining('types how much') as string]),
  );
  expect(typed.length).toBeGreaterThan(0);
});

test.each([
  ['aaaa', false],
  ['bbbb', true],
  ['', false],
])('D8 on a page of build "%s", one of build "aaaa" is of another one: %s', async (build, otherBuild) => {
  const made = open(undefined, {}, build);
  expect(await made.read('s1')).toMatchObject({ book: { which: 's1', otherBuild } });
});

test('D8 a file longer than any journal is not even read', async () => {
  const made = open();
  const file = new File(['{}'], 'long.json');
  Object.defineProperty(file, 'size', { value: 70 * 1024 * 1024 });
  const read = vi.spyOn(file, 'text');
  await expect(made.read(made.desk.takeFile(file))).rejects.toMatchObject({
    words: { en: 'The file is too long for a journal.' },
  });
  expect(read).not.toHaveBeenCalled();
});

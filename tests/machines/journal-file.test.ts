import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Entry } from '../../contract/journal/entry.ts';
import { endsOf } from '../../machines/journal/ends.ts';
import { JournalFault, parseJournal, readEntry, writeJournal } from '../../contract/journal/file.ts';
import { readInSlices } from '../../machines/journal/in-slices.ts';
import { themeMachine } from '../../machines/residents/theme/theme.machine.ts';
import { openHouse } from './house.ts';

const begin: Entry = { t: 0, k: 'start', input: { path: '/' }, version: 'aaaa' };
const said: Entry = {
  t: 1.5,
  k: 'send',
  to: 'root/page/flow',
  event: { type: 'user.confirmed', value: [1, { a: 'б' }] },
};
const rest = { version: 'aaaa', account: null, whole: true, ends: { root: ['open'] } };
const text = (entries: unknown[], more: object = {}) =>
  JSON.stringify({ format: 'statera journal', made: 1, ...rest, entries, ...more });
const fault = (journal: string): string => {
  try {
    parseJournal(journal);
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(JournalFault);
    const { message, words } = error as JournalFault;
    expect([words.en, words.ru.length > 10]).toEqual([message, true]);
    return message;
  }
};

test('D8 what is written is read again, one entry a line', () => {
  const file = { ...rest, account: 'A-1001', entries: [begin, said] };
  const written = writeJournal(file);
  expect(parseJournal(written)).toEqual({ format: 'statera journal', made: 1, ...file });
  expect(written.split('\n').length).toBe(5);
  expect(parseJournal(writeJournal({ ...file, entries: [begin] })).entries).toEqual([begin]);
});

test('D8 what is no JSON is told in Russian without the English of the reader, with the place where there is one', () => {
  const said = (journal: string) => {
    try {
      return parseJournal(journal);
    } catch (error) {
      return (error as JournalFault).words.ru;
    }
  };
  expect(said('{"format":\n x')).toBe('Это не JSON или не весь файл.');
  expect(said('{"format":\n"statera')).toBe('Это не JSON или не весь файл: строка 2, знак 9.');
  expect(said('')).toBe('Файл пустой.');
});

test('D8 a start without an input is one: a visit that nobody gave anything to', () => {
  expect(parseJournal(text([{ t: 0, k: 'start', version: '' }])).entries).toEqual([{ t: 0, k: 'start', version: '' }]);
});

describe('D8 what is no journal is refused with what is wrong and where', () => {
  test.each([
    ['not JSON', '{', /^The file is not JSON: .+\.$/],
    ['empty', '', 'The file is empty.'],
    ['blank', ' \n', 'The file is empty.'],
    ['null', 'null', 'The file is no journal: its format is not statera journal.'],
    ['an array', '[]', 'The file is no journal: its format is not statera journal.'],
    ['another format', '{"format":"har"}', 'The file is no journal: its format is not statera journal.'],
    ['newer', text([begin], { made: 2 }), 'The journal was made by a newer version: 2, and 1 is understood here.'],
    ['unsaid', text([begin], { made: null }), 'The journal does not say how it was made: 1 was expected.'],
    ['no entries', text([], { entries: {} }), 'The journal: entries should be array.'],
    ['ends', text([begin], { ends: { root: 'open' } }), 'The journal: ends.root should be array.'],
    ['no start', text([said]), 'The journal has no start: its first entry is not one.'],
    ['nothing', text([]), 'The journal has no start: its first entry is not one.'],
    ['two starts', text([begin, said, begin]), 'Entry 3 is a second start.'],
    [
      'an unknown kind',
      text([begin, { ...said, k: 'guess' }]),
      'Entry 2: k should be start | send | timer | leaf | emit.',
    ],
    ['no object', text([begin, said, 7]), 'Entry 3: k should be object.'],
    ['no time', text([begin, { ...said, t: '1' }]), 'Entry 2: t should be number.'],
    ['no event', text([begin, { ...said, event: {} }]), 'Entry 2: event.type should be string.'],
    ...['xstate.init', 'xstate.stop'].map((type): [string, string, string] => [
      `an event by which xstate itself begins and ends an actor: ${type}`,
      text([begin, { ...said, event: { type } }]),
      'Entry 2: event.type should be what a machine hears.',
    ]),
    ['nobody', text([begin, { ...said, to: 'elsewhere' }]), 'Entry 2: to should be root or root/….'],
    ['a part without a name', text([begin, { ...said, to: 'root//page' }]), 'Entry 2: to should be root or root/….'],
    ['nobody below somebody', text([begin, { ...said, to: 'root/page/' }]), 'Entry 2: to should be root or root/….'],
  ])('D8 %s', (_, journal, expected) => expect(fault(journal)).toMatch(expected));
});

describe('D8 hostile JSON does no harm', () => {
  const nest = (levels: number) => `${'[['.repeat(levels)}${']]'.repeat(levels)}`;
  const withValue = (value: string) => text([begin, said]).replace('[1,{"a":"б"}]', value);

  test('D8 a value that is deeper than any answer is refused, and the stack is not used up', () => {
    expect(fault(withValue(nest(10)))).toBe('none');
    for (const levels of [40, 100_000])
      expect(fault(withValue(nest(levels)))).toBe(
        'Entry 2 is nested deeper than 64 levels, or holds the key __proto__.',
      );
  });

  test.each(['{"__proto__":{"polluted":true}}', '[{"__proto__":1}]'])('D8 %s', (value) => {
    expect(fault(withValue(value))).toContain('__proto__');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('D8 names of an object’s own functions are data', () => {
    const value = '{"constructor":{"prototype":{"a":1}},"toString":2,"hasOwnProperty":3}';
    const read = parseJournal(withValue(value)).entries[1];
    expect(JSON.stringify(read)).toContain(value);
  });

  test('D8 a path of ends cannot be another nature', () => {
    const journal = text([begin]).replace('"ends":{', '"ends":{"__proto__":["x"],');
    const ends = fault(journal) === 'none' ? parseJournal(journal).ends : {};
    expect([Object.getPrototypeOf(ends), Object.keys(ends)]).toEqual([
      Object.prototype,
      expect.not.arrayContaining(['__proto__']),
    ]);
  });

  test('D8 a path of millions of parts does not use up the stack', () => {
    expect(fault(text([begin, { ...said, to: `root${'/a'.repeat(4_000_000)}` }]))).toBe('none');
  });

  test('D8 of a journal with more than somebody takes no entry is looked at', () => {
    const most = { entries: 2, ends: 1 };
    const read = (journal: string) => () => parseJournal(journal, most);
    expect(read(text([begin, said]))).not.toThrow();
    expect(read(text([begin, said, { ...said, t: '1' }]))).toThrow('The journal has more than 2 entries.');
    const ends = text([begin]).replace('"ends":{', '"ends":{"root/a":[],"root/b":[],');
    expect(read(ends)).toThrow('The journal has more than 1 ends.');
  });

  test('D8 a file longer than any journal is not even read', () => {
    expect(fault(' '.repeat(64 * 1024 * 1024 + 1))).toBe('The file is too long for a journal.');
  });

  test('D8 no part of a file longer than any journal is read in slices either', () => {
    const long = writeJournal({ ...rest, entries: [begin, said] }).replace('"б"', `"${'б'.repeat(64 * 1024 * 1024)}"`);
    expect(() => readInSlices(long).next()).toThrow('The file is too long for a journal.');
  });

  test('D8 a journal that other hands laid out with entries over lines is read as it is', () => {
    const written = writeJournal({ ...rest, entries: [begin, said, said] });
    const read = (journal: string) => {
      const work = readInSlices(journal);
      for (;;) {
        const { done, value } = work.next();
        if (done) return value;
      }
    };
    expect(read(written)).toEqual(parseJournal(written));
    for (const other of [
      written.replace('{"t":0', '{\n"t":0'),
      written.replace('{"t":1.5', '{\n"t":1.5'),
      written.replace('},\n{"t":1.5', '},{"t":1.5'),
      written.replace(/\n(?=\{"t":1[^]*$)/, ''),
    ])
      expect(read(other)).toEqual(parseJournal(written));
    expect(() => read(written.replace('"k":"send"', '"k":send'))).toThrow('The file is not JSON');
  });

  test('D8 only pictures of ours are asked for: another address under the key of a picture is dropped', () => {
    const pictures = (data: object) => {
      const event = { type: 'xstate.promise.resolve', data };
      return readEntry({ ...said, event }, 2);
    };
    const ours = {
      logo: '/currencies/usd.svg',
      payload: [{ icon_url: '/api/icons/home.svg', logo_url: '/logo.svg' }, { logo: null }],
    };
    expect(pictures(ours)).toMatchObject({ event: { data: ours } });
    for (const address of ['/api/history', '/api/icons/../session', '//evil.example/a.svg', 'data:,', ['/api/history']])
      expect(pictures({ logo: address, payload: [{ icon_url: address, deep: { logo_url: address } }] })).toMatchObject({
        event: { data: { logo: '', payload: [{ icon_url: '', deep: { logo_url: '' } }] } },
      });
    const input = { settings: { logo_url: '/api/history' } };
    expect(readEntry({ ...begin, input }, 1)).toMatchObject({ input: { settings: { logo_url: '' } } });
  });

  test('D8 an entry is read alone too, for whoever reads them in slices', () => {
    expect(readEntry(said, 2)).toEqual(said);
    expect(() => readEntry({ ...said, event: null }, 70_001)).toThrow('Entry 70001: event should be object.');
  });
});

test('D8 ends say where every machine stands, by the path of its actor', async () => {
  const theme = createActor(themeMachine, { input: { theme: 'dark' } }).start();
  expect(endsOf(theme)).toEqual({ root: ['dark'] });
  const house = openHouse();
  await house.settle();
  const ends = endsOf(house.root);
  expect(ends).toMatchObject({
    root: ['open'],
    'root/session': ['look.beginning', 'person.starting.checking'],
    'root/page': ['empty'],
    'root/theme': ['system'],
  });
  expect(Object.keys(ends)).not.toContain('root/responses');
  expect(Object.values(ends).every((states) => states.length > 0)).toBe(true);
});

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Entry } from '../../contract/journal/entry.ts';
import { parseJournal, writeJournal, type JournalFile } from '../../contract/journal/file.ts';
import { maskValue } from '../../contract/journal/mask.ts';
import { added } from '../../contract/limits.ts';
import { articles } from '../../server/content/articles.ts';
import { journalOf } from '../../server/support/journal.ts';
import { pageAt, sendForm, wholeChat } from './chats.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';

/*
 * "Report a problem": the masked journal of a page comes with a message to support. The server reads it by the schema of
 * journals and masks it once more; whatever that changes is refused.
 */

let server: TestServer;
let person: Person;
let recorded: JournalFile;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  recorded = parseJournal(await readFile(join(import.meta.dirname, '..', 'journals', 'exchange.json'), 'utf8'));
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await makePerson(server, {});
});

const ownJournal = (more: Partial<JournalFile> = {}) => ({ ...recorded, account: person.number, ...more });
const report = (journal: string, text = 'It does not open', clientId = randomUUID() as string) =>
  sendForm(person.browser, '/api/support', { text, client_id: clientId }, [], journal);
const said = ({ version }: JournalFile, event: { type: string; [field: string]: unknown }, to = 'root'): Entry[] => [
  { t: 0, k: 'start', input: {}, version },
  { t: 1, k: 'send', to, event },
];

test('F13 a report brings its journal: kept as pages write it, given back whole to the person and to support', async () => {
  const journal = writeJournal(ownJournal());
  const { http, body } = await report(journal);
  const [file] = body.payload.message.files;
  expect([http, file]).toEqual([
    200,
    {
      ...{ id: expect.any(String), kind: 'journal', name: 'journal.json', media: 'application/json' },
      size: Buffer.byteLength(journal),
    },
  ]);
  const got = await person.browser.get(`/api/chat/file/${file.id}`);
  expect([got.http, got.text, got.headers.get('content-disposition')]).toEqual([
    ...[200, journal, "attachment; filename*=UTF-8''journal.json"],
  ]);
  const atDesk = await fetch(`${server.url}/dev/support/file/${file.id}`);
  expect([atDesk.status, parseJournal(await atDesk.text())]).toEqual([200, parseJournal(journal)]);
  expect(await fetch(`${server.url}/dev/support/${person.number}`).then((page) => page.text())).toContain(
    `<a href="/dev/support/file/${file.id}" download>journal.json</a>, journal`,
  );
  const visitor = writeJournal(ownJournal({ account: null }));
  expect((await report(visitor, '')).http).toBe(200);
});

test('F13 what stands beside the fields of a journal is not kept', async () => {
  const whole = JSON.parse(writeJournal(ownJournal())) as { entries: object[] };
  const stuffed = {
    ...whole,
    note: 'my password is hunter2hunter2',
    entries: whole.entries.map((entry) => ({ ...entry, note: 'hunter2hunter2' })),
  };
  const { body } = await report(JSON.stringify(stuffed));
  const { text } = await person.browser.get(`/api/chat/file/${body.payload.message.files[0].id}`);
  expect(text).toBe(writeJournal(ownJournal()));
});

/** A start, and so many small entries. */
const longer = (count: number): Entry[] => {
  const [begin, one] = said(recorded, { type: 'user.confirmed' });
  return [begin!, ...Array.from({ length: count - 1 }, () => one!)];
};

test('F13 a journal as long as a page keeps is taken, and the thread that answers others does none of the work', async () => {
  const [first, ...others] = recorded.entries;
  const entries = [first!];
  while (entries.length < 20_000) entries.push(...others);
  const journal = writeJournal(ownJournal({ entries }));
  expect(journal.length).toBeGreaterThan(added.journalBytes / 2);
  const before = { here: process.threadCpuUsage(), all: process.cpuUsage() };
  const kept = await journalOf(Buffer.from(journal), person.number);
  const [here, all] = [process.threadCpuUsage(before.here), process.cpuUsage(before.all)];
  expect(kept.equals(Buffer.from(journal))).toBe(true);
  expect(here.user / all.user).toBeLessThan(0.2);
  const most = writeJournal(ownJournal({ entries: longer(100_001) }));
  expect((await report(most)).http).toBe(200);
});

const secret = 'Ann.Petrova@example.com';
const unmasked: [what: string, make: (journal: JournalFile) => Partial<JournalFile>][] = [
  ['a field that nobody knows', (j) => ({ entries: said(j, { type: 'signal.user', [secret]: 1 }) })],
  ['a text', (j) => ({ entries: said(j, { type: 'user.comment typed', value: secret }) })],
  ['a text in depth', (j) => ({ entries: said(j, { type: 'signal.user', data: [{ payload: { note: secret } }] }) })],
  ['a password', (j) => ({ entries: said(j, { type: 'user.password typed', value: 'correct horse battery' }) })],
  ['a number as long as a card', (j) => ({ entries: said(j, { type: 'signal.user', data: 4_242_424_242_424_242 }) })],
  ['an address with a token', (j) => ({ entries: said(j, { type: 'user.navigated', value: '/login?link=Secret-7' }) })],
  ['what it began with', (j) => ({ entries: [{ t: 0, k: 'start', input: { note: secret }, version: j.version }] })],
  ['the name of an event', (j) => ({ entries: said(j, { type: `user.${secret}` }) })],
  ['the name of an actor', (j) => ({ entries: said(j, { type: 'user.confirmed' }, 'root/4242424242424242') })],
  [
    'an actor with a name of millions of parts',
    (j) => ({ entries: said(j, { type: 'user.confirmed' }, `root${'/a'.repeat(3_000_000)}`) }),
  ],
  ['the name of a state', () => ({ ends: { root: [secret] } })],
  ['the name of a machine', () => ({ ends: { '4242 4242 4242 4242 4242424242': ['open'] } })],
  ['the version', () => ({ version: secret })],
  ['the version of a start', () => ({ entries: [{ t: 0, k: 'start', input: {}, version: '79165803142' }] })],
  ['the account of somebody else', () => ({ account: '10000016' })],
  ['an account that is none', () => ({ account: secret })],
];
test.each(unmasked)('F13 a journal with something unmasked is refused in words: %s', async (_, make) => {
  const reply = await report(JSON.stringify({ ...ownJournal(), ...make(recorded) }));
  expect([reply.http, reply.failure.fields]).toEqual([422, { journal: 'journal_unmasked' }]);
  expect((await pageAt(person.browser, '/api/support')).items).toEqual([]);
});

const broken: [what: string, make: () => string][] = [
  ['no JSON', () => 'hunter2'],
  ['nothing', () => ''],
  ['another JSON', () => '[1, 2]'],
  ['another format', () => JSON.stringify({ ...ownJournal(), format: 'x' })],
  ['a later one', () => JSON.stringify({ ...ownJournal(), made: 2 })],
  ['no start', () => JSON.stringify(ownJournal({ entries: [] }))],
  ['more entries than a page keeps', () => JSON.stringify(ownJournal({ entries: longer(110_001) }))],
  [
    'more machines than a page has',
    () => JSON.stringify(ownJournal({ ends: Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [at, []])) })),
  ],
  [
    'a key that changes what an object is',
    () => JSON.stringify(ownJournal()).replace('"k":', '"__proto__":{"x":1},"k":'),
  ],
  [
    'as deep as a well',
    () => JSON.stringify(ownJournal()).replace('"input":{', `"input":{"x":${'['.repeat(9_000)}${']'.repeat(9_000)},`),
  ],
];
test.each(broken)('F13 what is no journal is refused in words: %s', async (_, make) => {
  const reply = await report(make());
  expect([reply.http, reply.failure.fields]).toEqual([422, { journal: 'journal_broken' }]);
});

test('F13 a journal has a longest length, is one message with its text, and goes to support alone', async () => {
  const large = await report(JSON.stringify(ownJournal()) + ' '.repeat(added.journalBytes));
  expect([large.http, large.failure.fields]).toEqual([422, { journal: 'journal_large' }]);
  const journal = writeJournal(ownJournal());
  const replies = await Promise.all(Array.from({ length: 10 }, () => report(journal, 'Look', 'one-report')));
  expect(new Set(replies.map(({ http, body }) => `${http} ${JSON.stringify(body.payload)}`)).size).toBe(1);
  const other = await report(writeJournal(ownJournal({ whole: !recorded.whole })), 'Look', 'one-report');
  expect([other.http, other.failure.code]).toEqual([409, 'message_differs']);
  expect(await wholeChat(person.browser, '/api/support')).toHaveLength(1);
  const friend = await makePerson(server, {});
  const fields = { message: 'Look', client_id: 'to-a-friend' };
  const reply = await sendForm(person.browser, `/api/chat/private/${friend.number}`, fields, [], journal);
  expect([reply.http, reply.failure.fields]).toEqual([422, { body: 'malformed' }]);
});

test('D8 what the server offers to everybody keeps its name in a journal', async () => {
  const { rows } = await sql<{
    id: string;
  }>`select id from payment_methods union all select id from card_offers`.execute(server.db);
  const names = [...rows.map(({ id }) => id), ...articles.en.keys()];
  expect(names.length).toBeGreaterThan(30);
  expect(
    names.filter((name) => maskValue(name, 'id') !== name),
    'names of which contract/journal/words.ts does not list each part: a replay could not tell them apart',
  ).toEqual([]);
});

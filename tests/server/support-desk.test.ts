import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OperatorError } from '../../server/office.ts';
import { operateSupport } from '../../server/support/operator.ts';
import { pageAt, writeTo, writeToSupport } from './chats.ts';
import { startServer, type TestServer } from './harness.ts';
import { pdf, photo } from './hostile-files.ts';
import { makePerson, type Person } from './money.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`truncate chats cascade`.execute(server.db);
  person = await makePerson(server, {});
});

const path = '/api/support';
const threadOf = async () => {
  const { id } = await server.db
    .selectFrom('chats')
    .select('id')
    .where('account_id', '=', person.id)
    .where('kind', '=', 'support')
    .executeTakeFirstOrThrow();
  return id;
};

describe('npm run operator -- support', () => {
  const operate = async (...words: string[]): Promise<string[]> => {
    const lines: string[] = [];
    const config = { productName: 'Statera', origins: [], publicUrl: undefined };
    await operateSupport({ db: server.db, config, say: (line) => lines.push(line) }, words);
    return lines;
  };

  test('F13 lists whoever waits, the longest before the others; shows, answers by account or thread, and has read then', async () => {
    expect(await operate('list')).toEqual(['nobody waits for an answer']);
    const other = await makePerson(server, {});
    await writeToSupport(other.browser, 'Before');
    await writeToSupport(person.browser, 'Where is it?\n\u001b[2J\u202eforged');
    await writeToSupport(person.browser, 'Hello?');
    const thread = await threadOf();
    const waits = 'waits since \\d{4}-\\S+Z';
    expect(await operate('list')).toEqual([
      expect.stringMatching(new RegExp(`account ${other.number}  ${waits}  1 new  Before$`)),
      expect.stringMatching(new RegExp(`^${thread}  account ${person.number}  ${waits}  2 new  Hello\\?$`)),
      '2 to answer',
    ]);
    expect((await pageAt(person.browser, path)).read.other).toBe(0);
    expect(await operate('show', person.number)).toEqual([
      expect.stringMatching(/^1 {2}\S+Z {2}person: Where is it\? \[2J forged$/),
      expect.stringMatching(/^2 {2}\S+Z {2}person: Hello\?$/),
    ]);
    expect((await pageAt(person.browser, path)).read.other).toBe(2);
    expect(await operate('answer', thread, 'In', 'your', 'wallet.')).toEqual([
      `${thread}  account ${person.number}  answered`,
    ]);
    await operate('answer', person.number, 'And: sorry.');
    const page = await pageAt(person.browser, path);
    expect(page.items.map(({ side, text }) => [side, text]).slice(2)).toEqual([
      ['other', 'In your wallet.'],
      ['other', 'And: sorry.'],
    ]);
    expect((await person.browser.get('/api/auth/check', { 'x-rev': '0' })).body.unread_msgs.support).toBe(2);
    expect((await operate('list')).at(-1)).toBe('1 to answer');
  });

  test('F13 what the person writes while an answer is typed is neither read nor answered by it', async () => {
    await writeToSupport(person.browser, 'How long does a deposit take?');
    await operate('show', person.number);
    await writeToSupport(person.browser, 'Stop my withdrawal, it is not me!');
    const thread = await threadOf();
    expect(await operate('answer', person.number, 'About a minute.')).toEqual([
      `${thread}  account ${person.number}  answered`,
      `1 new, which nobody has read: support show ${person.number}`,
    ]);
    const { items, read } = await pageAt(person.browser, path);
    expect([items.length, read.other]).toEqual([3, 1]);
    const { created_at: since } = items[1] ?? {};
    expect(await operate('list')).toEqual([
      `${thread}  account ${person.number}  waits since ${since}  1 new  About a minute.`,
      '1 to answer',
    ]);
    await operate('show', person.number);
    expect(await operate('answer', person.number, 'It is stopped.')).toHaveLength(1);
    expect((await pageAt(person.browser, path)).read.other).toBe(3);
    expect((await operate('list')).at(-1)).toBe('nobody waits for an answer');
  });

  test('F13 an answer that names the last message it was shown is not sent over what was written behind that one', async () => {
    await writeToSupport(person.browser, 'How long does a deposit take?');
    const [shown = ''] = await operate('show', person.number);
    const after = `after=${/^\d+/.exec(shown)?.[0]}`;
    await writeToSupport(person.browser, 'Stop my withdrawal, it is not me!');
    await expect(operate('answer', person.number, after, 'About', 'a minute.')).rejects.toThrow(
      `more was written behind message 1, and the answer was not sent: support show ${person.number}`,
    );
    expect((await pageAt(person.browser, path)).items).toHaveLength(2);
    expect((await operate('show', person.number)).at(-1)).toMatch(/^2 /);
    expect(await operate('answer', person.number, 'after=2', 'It is stopped.')).toHaveLength(1);
    expect((await pageAt(person.browser, path)).items.at(-1)).toMatchObject({ side: 'other', text: 'It is stopped.' });
    // Another of support has answered meanwhile.
    await expect(operate('answer', person.number, 'after=2', 'Have you tried to cancel it?')).rejects.toThrow(
      'more was written behind message 2',
    );
    expect((await pageAt(person.browser, path)).items).toHaveLength(3);
  });

  test('F13 an answer behind a message that is mistyped goes to nobody', async () => {
    await writeToSupport(person.browser, 'How long does a deposit take?');
    const { number } = person;
    for (const first of [
      'after=#1',
      'after=1,',
      'After=1',
      'after= 1',
      'after =1',
      'after=1234567890',
      '--after=1',
      'after:1',
    ])
      await expect(operate('answer', number, first, 'It is stopped.')).rejects.toThrow(
        'support answer <account or thread>',
      );
    await expect(operate('answer', number, 'after=2', 'It is stopped.')).rejects.toThrow(
      `there is no message 2 yet, and the answer was not sent: support show ${number}`,
    );
    expect((await pageAt(person.browser, path)).items).toHaveLength(1);
    await operate('answer', number, 'after=1 It is stopped.');
    expect((await pageAt(person.browser, path)).items.at(-1)).toMatchObject({ side: 'other', text: 'It is stopped.' });
  });

  /** The person writes many at once. */
  const writeMany = async (most: number): Promise<string> => {
    await writeToSupport(person.browser, 'line 1');
    const thread = await threadOf();
    await sql`insert into chat_messages (chat_id, seq, author_id, text)
      select ${thread}, n, ${person.id}, 'line ' || n from generate_series(2, ${most}::int) n`.execute(server.db);
    await sql`update chats set last_seq = ${most} where id = ${thread}`.execute(server.db);
    return thread;
  };

  test('F13 of more than stands on one page nothing counts as read that was not shown', async () => {
    const thread = await writeMany(60);
    const first = await operate('show', person.number);
    expect([first.length, first[0]?.split('  ').at(-1), first.at(-1)]).toEqual([
      ...[51, 'person: line 1', `10 more behind these: support show ${person.number}`],
    ]);
    expect((await pageAt(person.browser, path)).read.other).toBe(50);
    expect((await operate('list'))[0]).toMatch(/ 10 new /);
    const second = await operate('show', thread);
    expect([second.length, second[0]?.split('  ').at(-1), second.at(-1)?.split('  ').at(-1)]).toEqual([
      ...[50, 'person: line 11', 'person: line 60'],
    ]);
    expect((await pageAt(person.browser, path)).read.other).toBe(60);
  });

  test('F13 all who wait are counted, also those behind the end of the list', async () => {
    await writeToSupport(person.browser, 'Me too');
    await sql`
      with people as (
        insert into accounts (number, email) select 20000000 + n, 'waits-' || n || '@example.com' from generate_series(1, 200) n
        returning id, number),
      threads as (
        insert into chats (id, kind, account_id, last_seq) select 'THREAD000000' || number, 'support', id, 1 from people
        returning id, account_id)
      insert into chat_messages (chat_id, seq, author_id, text) select id, 1, account_id, 'Hello' from threads`.execute(
      server.db,
    );
    expect((await operate('list')).at(-1)).toBe('201 to answer, the first 200 of whom stand here');
  });

  test('F13 says in a line what was typed wrong, and does nothing', async () => {
    await writeToSupport(person.browser, 'Hello');
    const { number } = person;
    const wrong: [words: string[], line: RegExp][] = [
      [['answer', '00000000', 'x'], /00000000 has not written to support/],
      [['show', 'nobody'], /nobody has not written/],
      [['answer', number, '  '], /\w+/],
      [['answer', number, 'x'.repeat(4_001)], /\w+/],
      [['answer', number, '4242 4242 4242 4242'], /Card numbers/],
      [['answer', number], /support answer/],
      [['answer', number, 'after=1'], /support answer/],
      [['save', 'x', '/tmp'], /no file x/],
      [['delete'], /support list/],
      [[], /support list/],
    ];
    for (const [words, line] of wrong) {
      const said = await operate(...words).catch((error: unknown) => error);
      expect([words, said instanceof OperatorError, String(said)]).toEqual([words, true, expect.stringMatching(line)]);
    }
    expect((await pageAt(person.browser, path)).items).toHaveLength(1);
  });

  test('F13 saves a file that somebody sent to support, and none of a private chat', async () => {
    const other = await makePerson(server, {});
    const scan = pdf();
    const sent = await writeToSupport(person.browser, '', [{ content: scan, name: 'bill.pdf' }]);
    const theirs = await writeTo(person.browser, other.number, '', [{ content: await photo() }]);
    const folder = await mkdtemp(join(tmpdir(), 'statera-support-'));
    const [{ id }, { id: hidden }] = [sent.body.payload.message.files[0], theirs.body.payload.message.files[0]];
    expect((await operate('show', person.number)).at(-1)).toBe(`    ${id}  bill.pdf  ${scan.length} bytes`);
    expect(await operate('save', id, folder)).toEqual([join(folder, `${id}.pdf`)]);
    expect((await readFile(join(folder, `${id}.pdf`))).equals(scan)).toBe(true);
    await expect(operate('save', hidden, folder)).rejects.toThrow(`no file ${hidden}`);
    // A folder that is none, or not theirs, is said in a line.
    const path = join(folder, 'none', `${id}.pdf`);
    await expect(operate('save', id, join(folder, 'none'))).rejects.toThrow(
      new OperatorError(`${path} cannot be written: ENOENT`),
    );
    await rm(folder, { recursive: true });
  });
});

describe('the page of support', () => {
  const own = () => ({ origin: server.url, 'sec-fetch-site': 'same-origin' });
  const open = (place = '', headers: Record<string, string> = {}) =>
    fetch(`${server.url}/dev/support${place}`, { headers, redirect: 'manual' });
  const post = (place: string, text: string, headers: Record<string, string> = own(), latest = '1') =>
    fetch(`${server.url}/dev/support${place}`, {
      ...{ method: 'POST', headers, redirect: 'manual', body: new URLSearchParams({ text, latest }) },
    });

  test('F13 lists threads, shows one as text, answers, and gives files to be saved; of a private chat none', async () => {
    expect(await (await open()).text()).toContain('Nobody has written yet.');
    const other = await makePerson(server, {});
    const text = '<script>alert(1)</script>\n"quoted" & more';
    const sent = await writeToSupport(person.browser, text, [{ content: await photo(), name: '<b>.jpg' }]);
    const theirs = await writeTo(person.browser, other.number, 'secret words', [{ content: await photo() }]);
    const [{ id: file }, { id: hidden }] = [sent.body.payload.message.files[0], theirs.body.payload.message.files[0]];
    const thread = await threadOf();
    const list = await (await open()).text();
    expect([list.includes(`/dev/support/${thread}`), list.includes(person.number), list.includes('secret')]).toEqual([
      true,
      true,
      false,
    ]);
    const page = await open(`/${thread}`);
    const shown = await page.text();
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br />&quot;quoted&quot; &amp; more');
    expect(shown).toContain(`<a href="/dev/support/file/${file}" download>&lt;b&gt;.jpg</a>`);
    expect(shown).not.toMatch(/<script|<b>/);
    expect([page.headers.get('cache-control'), page.headers.get('content-security-policy')]).toEqual([
      'no-store',
      expect.stringMatching(/^default-src 'none';/),
    ]);
    expect((await pageAt(person.browser, path)).read.other).toBe(1);
    const got = await open(`/file/${file}`);
    expect([got.status, got.headers.get('content-disposition'), got.headers.get('x-content-type-options')]).toEqual([
      ...[200, "attachment; filename*=UTF-8''%3Cb%3E.jpg", 'nosniff'],
    ]);
    expect((await open(`/file/${hidden}`)).status).toBe(404);
    const answered = await post(`/${thread}`, 'Look\r\nhere');
    expect([answered.status, answered.headers.get('location')]).toEqual([303, `/dev/support/${thread}`]);
    expect((await pageAt(person.browser, path)).items.at(-1)).toMatchObject({ side: 'other', text: 'Look\nhere' });
    const refused = await post(`/${person.number}`, '4242 4242 4242 4242');
    const said = await refused.text();
    expect([refused.status, said.includes('Card numbers are not allowed here'), said.includes('4242 4242')]).toEqual([
      422,
      true,
      true,
    ]);
    for (const [place, status] of [
      ['/nobody', 404],
      ['/%00', 404],
      [`/${thread}?page=x`, 404],
      ['/file/x', 404],
    ] as const)
      expect([place, (await open(place)).status]).toEqual([place, status]);
  });

  test('F13 an answer to less than the person has written by now is not sent, and is kept in its field', async () => {
    await writeToSupport(person.browser, 'How long does a deposit take?');
    const thread = await threadOf();
    const latestOf = (page: string) => /name="latest" value="(\d+)"/.exec(page)?.[1] ?? '';
    const seen = latestOf(await (await open(`/${thread}`)).text());
    await writeToSupport(person.browser, 'Stop my withdrawal!');
    const refused = await post(`/${thread}`, 'About a minute.', own(), seen);
    const page = await refused.text();
    expect([refused.status, page.includes('More was written meanwhile'), page.includes('Stop my withdrawal!')]).toEqual(
      [...[422, true, true]],
    );
    expect([page.includes('About a minute.</textarea>'), latestOf(page)]).toEqual([true, '2']);
    expect((await pageAt(person.browser, path)).items).toHaveLength(2);
    for (const latest of ['', 'x', '-1']) expect((await post(`/${thread}`, 'Hm', own(), latest)).status).toBe(422);
    expect((await post(`/${thread}`, 'Stopped.', own(), latestOf(page))).status).toBe(303);
    expect((await pageAt(person.browser, path)).items.at(-1)).toMatchObject({ side: 'other', text: 'Stopped.' });
    // A second press, or another of support who has looked before: nothing is said twice.
    const again = await post(`/${thread}`, 'Stopped.', own(), latestOf(page));
    expect([again.status, (await again.text()).includes('This has been sent already')]).toEqual([422, true]);
    const beside = await post(`/${thread}`, 'Have you tried to cancel it?', own(), latestOf(page));
    const fresh = await beside.text();
    expect([beside.status, fresh.includes('More was written meanwhile'), latestOf(fresh)]).toEqual([422, true, '3']);
    expect((await post(`/${thread}`, 'And sorry.', own(), latestOf(fresh))).status).toBe(303);
    expect((await pageAt(person.browser, path)).items).toHaveLength(4);
  });

  test('F13 a long thread has pages', async () => {
    await writeToSupport(person.browser, '1');
    const thread = await threadOf();
    await sql`insert into chat_messages (chat_id, seq, text)
      select ${thread}, n, 'line ' || n from generate_series(2, 60) n`.execute(server.db);
    await sql`update chats set last_seq = 60, support_read = 60 where id = ${thread}`.execute(server.db);
    const numbers = (page: string) => [...page.matchAll(/<h2>(\d+):/g)].map(([, seq]) => Number(seq));
    const latest = await (await open(`/${thread}`)).text();
    expect([numbers(latest).at(0), numbers(latest).at(-1), latest.includes('Newer')]).toEqual([11, 60, false]);
    const older = await (await open(`/${thread}?page=before-11`)).text();
    expect([numbers(older), older.includes('Older'), older.includes('?page=after-10')]).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      false,
      true,
    ]);
  });

  test('F13 a page begins where nobody has read, and no answer is sent over the heads of those that follow', async () => {
    await writeToSupport(person.browser, 'line 1');
    const thread = await threadOf();
    await sql`insert into chat_messages (chat_id, seq, author_id, text)
      select ${thread}, n, ${person.id}, 'line ' || n from generate_series(2, 60) n`.execute(server.db);
    await sql`update chats set last_seq = 60 where id = ${thread}`.execute(server.db);
    const numbers = (page: string) => [...page.matchAll(/<h2>(\d+):/g)].map(([, seq]) => Number(seq));
    const latestOf = (page: string) => /name="latest" value="(\d+)"/.exec(page)?.[1] ?? '';
    const read = async () => (await pageAt(person.browser, path)).read.other;
    const beyond = await (await open(`/${thread}?page=after-55`)).text();
    expect([numbers(beyond), await read()]).toEqual([[56, 57, 58, 59, 60], 0]);
    const first = await (await open(`/${thread}`)).text();
    expect([numbers(first).at(0), numbers(first).at(-1), latestOf(first), await read()]).toEqual([1, 50, '50', 50]);
    const refused = await post(`/${thread}`, 'An answer', own(), latestOf(first));
    const second = await refused.text();
    expect([refused.status, numbers(second).at(-1), latestOf(second), await read()]).toEqual([422, 60, '60', 60]);
    expect((await post(`/${thread}`, 'An answer', own(), latestOf(second))).status).toBe(303);
  });

  test('F13 whoever turns the pages answers what they were shown: not what follows them, and all of it once it is read', async () => {
    await writeToSupport(person.browser, 'line 1');
    const thread = await threadOf();
    await sql`insert into chat_messages (chat_id, seq, author_id, text)
      select ${thread}, n, ${person.id}, 'line ' || n from generate_series(2, 130) n`.execute(server.db);
    await sql`update chats set last_seq = 130 where id = ${thread}`.execute(server.db);
    const latestAt = async (page: string) =>
      /name="latest" value="(\d+)"/.exec(await (await open(`/${thread}${page}`)).text())?.[1];
    expect([await latestAt(''), await latestAt('?page=after-50')]).toEqual(['50', '100']);
    expect((await post(`/${thread}`, 'An answer', own(), '100')).status).toBe(422);
    // That showed the rest.
    expect(await latestAt('?page=before-51')).toBe('130');
    await writeToSupport(person.browser, 'line 131');
    expect(await latestAt('?page=before-51')).toBe('130');
    expect((await post(`/${thread}`, 'An answer', own(), '130')).status).toBe(422);
    expect(await latestAt('?page=before-51')).toBe('131');
  });

  test('F13 no other site, no other name of this machine, and nobody in production', async () => {
    await writeToSupport(person.browser, 'Hello');
    const thread = await threadOf();
    const doors: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { ...own(), 'sec-fetch-site': 'cross-site' },
      { ...own(), 'sec-fetch-site': 'same-site' },
    ];
    for (const door of doors) expect([door, (await post(`/${thread}`, 'Forged', door)).status]).toEqual([door, 403]);
    for (const place of ['', `/${thread}`])
      expect((await open(place, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const { hostname, port } = new URL(server.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: `rebound.example:${port}` };
      request({ hostname, port, path: '/dev/support', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
    const page = await pageAt(person.browser, path);
    expect([page.items.length, page.read.other]).toEqual([1, 0]);
  });
});

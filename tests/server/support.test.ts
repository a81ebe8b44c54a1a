import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message, MessageFile } from '../../contract/chat.ts';
import { added } from '../../contract/limits.ts';
import { deepTest } from '../tools/deep.ts';
import { pageAt, sendForm, wholeChat, writeToSupport } from './chats.ts';
import { dying } from './dying.ts';
import { startServer, type TestServer } from './harness.ts';
import { hostileFiles, pdf, photo, planted } from './hostile-files.ts';
import { makePerson, type Person } from './money.ts';

let server: TestServer;
let person: Person;
let jpeg: Buffer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  jpeg = await photo();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await makePerson(server, {});
});

const path = '/api/support';
const answer = (text: string, whom = person) => server.browser().post('/dev/message', { to: whom.number, text });
const unread = async (whom = person) =>
  (await whom.browser.get('/api/auth/check', { 'x-rev': '0' })).body.unread_msgs as { support: number };
const read = (last: number, whom = person) => whom.browser.post('/api/support/read', { last_read_message: last });

describe('the chat with support', () => {
  test('F13 begins with the first message: it is answered, read, and both sides know how far', async () => {
    expect(await pageAt(person.browser, path)).toEqual({
      chat: { id: 'support', title: 'Support', kind: 'support' },
      ...{ items: [], older: null, newer: 'after-0', latest: 0, read: { own: 0, other: 0 } },
    });
    const { rows } = await sql`select 1 from chats where account_id = ${person.id}`.execute(server.db);
    expect(rows).toEqual([]);
    const sent = (await writeToSupport(person.browser, 'Where is\r\nmy money?  ', [], 'the-first-one')).body.payload;
    const first: Message = {
      ...{ seq: 1, side: 'own', text: 'Where is\nmy money?', created_at: sent.message.created_at },
      ...{ files: [], client_id: 'the-first-one' },
    };
    expect(sent.message).toEqual(first);
    await answer('In your wallet.');
    expect(await unread()).toEqual({ private: 0, support: 1 });
    const page = await pageAt(person.browser, path);
    expect([page.items.map(({ seq, side, text }) => [seq, side, text]), page.read]).toEqual([
      [
        [1, 'own', 'Where is\nmy money?'],
        [2, 'other', 'In your wallet.'],
      ],
      { own: 0, other: 2 },
    ]);
    expect(page.items[1]).not.toHaveProperty('client_id');
    expect((await read(2)).body).toMatchObject({
      payload: { last_read_message: 2 },
      unread_msgs: { private: 0, support: 0 },
    });
  });

  test('F13 what was read goes forward alone, and not beyond what is written', async () => {
    expect((await read(5)).body.payload).toEqual({ last_read_message: 0 });
    await writeToSupport(person.browser, 'Hello');
    for (const text of ['1', '2', '3']) await answer(text);
    const told: unknown[] = [];
    for (const last of [3, 1, 0, 9_000_000_000_000]) told.push((await read(last)).body.payload.last_read_message);
    expect(told).toEqual([3, 3, 3, 4]);
    await answer('5');
    expect(await unread()).toEqual({ private: 0, support: 1 });
    const many = await Promise.all([5, 1, 4, 2, 5, 3].map((last) => read(last)));
    expect(many.map(({ http }) => http)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await pageAt(person.browser, path)).read.own).toBe(5);
    for (const wrong of [-1, 1.5, '1', null]) expect((await read(wrong as number)).http).toBe(422);
  });

  test('F13 pages hold every message once, in order, while new ones come', async () => {
    const { chat } = (await answer('1')).body as { chat: string };
    await sql`insert into chat_messages (chat_id, seq, text)
      select ${chat}, n, n::text from generate_series(2, 120) n`.execute(server.db);
    await sql`update chats set last_seq = 120 where id = ${chat}`.execute(server.db);
    const numbers = (items: Message[]) => items.map(({ seq }) => seq);
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const latest = await pageAt(person.browser, path);
    expect([numbers(latest.items), latest.older, latest.newer]).toEqual([range(71, 120), 'before-71', 'after-120']);
    await answer('121');
    const older = await pageAt(person.browser, path, latest.older ?? '');
    expect([numbers(older.items), older.older, older.newer]).toEqual([range(21, 70), 'before-21', 'after-70']);
    const first = await pageAt(person.browser, path, older.older ?? '');
    expect([numbers(first.items), first.older]).toEqual([range(1, 20), null]);
    const since = await pageAt(person.browser, path, latest.newer);
    expect([numbers(since.items), since.newer, since.latest]).toEqual([[121], 'after-121', 121]);
    const none = await pageAt(person.browser, path, since.newer);
    expect([none.items, none.newer, none.older]).toEqual([[], 'after-121', null]);
    const begun = await pageAt(person.browser, path, 'after-0');
    expect([numbers(begun.items), begun.newer, begun.latest]).toEqual([range(1, 50), 'after-50', 121]);
    // Beyond the end nothing of what comes is passed over.
    expect((await pageAt(person.browser, path, 'after-999999999999999')).newer).toBe('after-121');
    expect(numbers((await pageAt(person.browser, path, 'before-999999999999999')).items)).toEqual(range(72, 121));
    expect((await pageAt(person.browser, path, 'before-1')).items).toEqual([]);
    for (const page of ['', '121', 'after-', 'before--1', 'after-1e3', 'x-1', 'after-1%00'])
      expect([page, (await person.browser.get(`${path}?page=${page}`)).http]).toEqual([page, 422]);
  });
});

describe('one message', () => {
  test('F13 a hundred at once under one name are one message, one number and one answer', async () => {
    await writeToSupport(person.browser, 'Before');
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => writeToSupport(person.browser, 'Once', [], 'the-same-message')),
    );
    expect(new Set(replies.map(({ http }) => http))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.payload))).size).toBe(1);
    expect((await wholeChat(person.browser, path)).map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'Before'],
      [2, 'Once'],
    ]);
  });

  test('F13 under the name of another one it is refused in words: other text, another file, another chat', async () => {
    const other = await makePerson(server, {});
    const send = (text: string, content?: Buffer) =>
      writeToSupport(person.browser, text, content ? [{ content }] : [], 'a-name-for-one');
    const sent = await send('Look', jpeg);
    const said = async (reply: ReturnType<typeof send>) => {
      const { http, failure } = await reply;
      return [http, failure.code, failure.message];
    };
    const differs = [409, 'message_differs', expect.stringMatching(/already/)];
    for (const [text, content] of [
      ['Look'],
      ['Look!', jpeg],
      ['Look', Buffer.concat([jpeg, Buffer.alloc(1)])],
    ] as const)
      expect(await said(send(text, content))).toEqual(differs);
    expect(
      await said(
        sendForm(person.browser, `/api/chat/private/${other.number}`, { message: 'Look', client_id: 'a-name-for-one' }),
      ),
    ).toEqual(differs);
    expect((await send('Look', jpeg)).body.payload).toEqual(sent.body.payload);
    expect(await wholeChat(person.browser, path)).toHaveLength(1);
    // A name is its author's own.
    expect((await writeToSupport(other.browser, 'Mine', [], 'a-name-for-one')).http).toBe(200);
  });

  test('F13 many from two tabs, each sent twice: all there, once, in the order of the server, numbers without a gap', async () => {
    const tabs = [person.browser, await person.elsewhere()];
    const names = Array.from({ length: 40 }, (_, at) => `message-${at + 1}`);
    const replies = await Promise.all(
      names.flatMap((name, at) => [0, 1].map((more) => writeToSupport(tabs[(at + more) % 2]!, name, [], name))),
    );
    expect(replies.filter(({ http }) => http !== 200).map(({ http, body }) => [http, body.payload])).toEqual([]);
    const all = await wholeChat(person.browser, path);
    expect(all.map(({ seq }) => seq)).toEqual(names.map((_, at) => at + 1));
    expect(all.map(({ text }) => text).toSorted()).toEqual(names.toSorted());
    expect(all.map(({ text }) => text)).toEqual(all.map(({ client_id: name }) => name));
    const times = all.map(({ created_at: at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  deepTest('F13 whoever asks again and again sees every message once, without a gap, while others write', async () => {
    const there = await person.elsewhere();
    await sql`delete from attempts`.execute(server.db);
    let over = false;
    const seen: number[] = [];
    const watching = (async () => {
      for (let page = 'after-0', isLast = false; !isLast;) {
        isLast = over;
        const { items, newer } = await pageAt(there, path, page);
        seen.push(...items.map(({ seq }) => seq));
        page = newer;
      }
    })();
    for (let round = 0; round < 25; round += 1) {
      await sql`delete from attempts`.execute(server.db);
      await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          at % 2 === 0 ? writeToSupport(person.browser, `${round} ${at}`) : answer(`${round} ${at}`),
        ),
      );
    }
    over = true;
    await watching;
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 1));
  });

  test('F13 more than sixty in a minute have to wait, and are told how long; what was sent before is not counted', async () => {
    const send = (at: number) => writeToSupport(person.browser, 'Hello', [], `message-number-${at}`);
    const replies = await Promise.all(Array.from({ length: 61 }, (_, at) => send(at)));
    const [refused, ...others] = replies.filter(({ http }) => http === 429);
    expect([others, refused?.failure.code]).toEqual([[], 'wait_before_retry']);
    const wait = Number(refused?.headers.get('retry-after'));
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    const again = await Promise.all(Array.from({ length: 61 }, (_, at) => send(at)));
    expect(again.map(({ http }) => http)).toEqual(replies.map(({ http }) => http));
    expect(await wholeChat(person.browser, path)).toHaveLength(60);
    await sql`delete from attempts`.execute(server.db);
    expect((await send(60)).http).toBe(200);
  });

  test.each([
    ['no words', { text: '  \r\n ', client_id: 'message-1' }, { text: 'required' }],
    ['too many', { text: 'a'.repeat(4_001), client_id: 'message-1' }, { text: 'too_long' }],
    ['a character that no database has', { text: 'a\0b', client_id: 'message-1' }, { text: 'bad_format' }],
    ['the number of a card', { text: 'Mine is 4242 4242 4242 4242', client_id: 'message-1' }, { text: 'card_number' }],
    ['a name that is none', { text: 'Hello', client_id: 'a b' }, { client_id: 'malformed' }],
    ['a file that is a text', { text: 'Hello', client_id: 'message-1', file0: 'x' }, { file0: 'malformed' }],
    ['a sixth file', { text: 'Hello', client_id: 'message-1', file5: 'x' }, { file5: 'too_many_files' }],
  ])('F13 %s is refused at its field', async (_, fields, wrong) => {
    const { http, failure } = await person.browser.form(path, fields as Record<string, string>);
    expect([http, failure.fields]).toEqual([422, wrong]);
    expect((await pageAt(person.browser, path)).items).toEqual([]);
  });

  test('F13 one without a name, as the specification has it, is another message each time', async () => {
    const sent = [
      await person.browser.form(path, { text: 'Hello' }),
      await person.browser.form(path, { text: 'Hello' }),
    ];
    expect(sent.map(({ http }) => http)).toEqual([200, 200]);
    const { items } = await pageAt(person.browser, path);
    expect(items.map(({ text }) => text)).toEqual(['Hello', 'Hello']);
  });

  test('F13 four thousand characters fit, lines and all', async () => {
    const text = `${'я'.repeat(3_998)}\nя`;
    expect(text).toHaveLength(4_000);
    const sent = await writeToSupport(person.browser, text.replace('\n', '\r\n'));
    expect(sent.body.payload.message.text).toBe(text);
  });
});

describe('files', () => {
  test('F13 a picture is drawn anew, a document is kept, each is given to be saved to those who take part', async () => {
    const scan = pdf({ pages: [jpeg] });
    const sent = await writeToSupport(person.browser, '', [
      { content: jpeg, name: '../../снимок\u202e.png', type: 'text/html' },
      { content: scan, name: 'bill.pdf', type: 'application/pdf' },
    ]);
    const files: MessageFile[] = sent.body.payload.message.files;
    const id = expect.stringMatching(/^[0-9A-Z]{20}$/);
    expect(files).toEqual([
      {
        id,
        kind: 'picture',
        name: 'снимок.jpg',
        media: 'image/jpeg',
        size: expect.any(Number),
        width: 640,
        height: 480,
      },
      { id, kind: 'document', name: 'bill.pdf', media: 'application/pdf', size: scan.length },
    ]);
    const { rows } = await sql<{ content: Buffer }>`
      select content from chat_files where id = ${files[0]?.id}`.execute(server.db);
    const { exif, xmp, format } = await sharp(rows[0]?.content).metadata();
    expect([exif, xmp, format, rows[0]?.content.includes(planted)]).toEqual([undefined, undefined, 'jpeg', false]);
    const stranger = await makePerson(server, {});
    for (const { id: file, media, name } of files) {
      const got = await person.browser.get(`/api/chat/file/${file}`);
      expect([got.http, ...heads.map((head) => got.headers.get(head))]).toEqual([
        ...[
          200,
          media,
          `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          'nosniff',
          'same-origin',
          'no-store',
        ],
        expect.stringMatching(/^default-src 'none';/),
      ]);
      const [foreign, absent] = [
        await stranger.browser.get(`/api/chat/file/${file}`),
        await stranger.browser.get(`/api/chat/file/${'0'.repeat(20)}`),
      ];
      expect([foreign.http, foreign.failure]).toEqual([404, absent.failure]);
      expect((await server.browser().get(`/api/chat/file/${file}`)).http).toBe(401);
    }
  });
  const heads = [
    ...['content-type', 'content-disposition', 'x-content-type-options', 'cross-origin-resource-policy'],
    ...['cache-control', 'content-security-policy'],
  ];

  test('F13 files that mean harm are refused at their field or drawn anew; a PDF is kept and never shown', async () => {
    const told: [string, string][] = [];
    const files = await hostileFiles();
    for (const [what, content, name, type] of files) {
      const reply = await writeToSupport(person.browser, '', [{ content, name, type }]);
      await sql`delete from attempts`.execute(server.db);
      if (reply.http !== 200) {
        told.push([what, reply.http === 422 ? (reply.failure.fields?.['file0'] ?? '') : String(reply.http)]);
        continue;
      }
      const [file] = reply.body.payload.message.files as MessageFile[];
      const got = await person.browser.get(`/api/chat/file/${file?.id}`);
      expect(got.headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(got.text.includes(planted) && file?.kind === 'picture').toBe(false);
      told.push([what, file?.kind === 'document' ? 'kept' : 'taken']);
    }
    // A picture of any size will do, and whatever begins as a PDF is one.
    const expected = files.map(([what, content, , , code]) => {
      if (content.subarray(0, 5).toString() === '%PDF-') return [what, 'kept'];
      return [what, code === 'picture_small' ? 'taken' : code];
    });
    expect(told).toEqual(expected);
  });

  test('F13 five files of ten megabytes, and no more: neither larger ones nor one that is no file; nothing half is kept', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - jpeg.length)]);
    const over = await writeToSupport(person.browser, 'x', [
      { content: jpeg },
      { content: Buffer.concat([large, jpeg]) },
    ]);
    expect([over.http, over.failure.fields]).toEqual([422, { file1: 'file_size' }]);
    const mixed = await writeToSupport(person.browser, 'x', [
      { content: jpeg },
      { content: Buffer.from('no picture') },
    ]);
    expect([mixed.http, mixed.failure.fields]).toEqual([422, { file1: 'file_type' }]);
    const six = await writeToSupport(
      person.browser,
      'x',
      Array.from({ length: 6 }, () => ({ content: jpeg })),
    );
    expect([six.http, six.failure.code, six.failure.fields]).toEqual([
      ...[422, 'too_many_files', { file5: 'too_many_files' }],
    ]);
    for (const content of [Buffer.from('%PDF-1.4 x'), pdf({ pages: [jpeg] }).subarray(0, -50)]) {
      const broken = await writeToSupport(person.browser, 'x', [{ content, name: 'a.pdf', type: 'application/pdf' }]);
      expect([broken.http, broken.failure.fields]).toEqual([422, { file0: 'file_broken' }]);
    }
    const cut = await writeToSupport(person.browser, 'x', [{ content: Buffer.alloc(61 * 1024 * 1024) }]);
    expect([cut.http, cut.failure.code]).toEqual([413, 'too_large']);
    expect((await pageAt(person.browser, path)).items).toEqual([]);
    const five = await writeToSupport(
      person.browser,
      'x',
      Array.from({ length: 5 }, () => ({ content: large })),
    );
    expect([five.http, five.body.payload.message.files.length]).toEqual([200, 5]);
  });

  test('F13 300 MB of files in 30 days, of one person: then words alone, until the oldest are older', async () => {
    const { browser, id } = person;
    const write = (content: Buffer = jpeg) => writeToSupport(browser, 'x', [{ content }]);
    const first = await write();
    const other = await makePerson(server);
    const { size } = first.body.payload.message.files[0];
    await sql`alter table chat_files alter column size drop expression`.execute(server.db);
    await sql`create function weighed() returns trigger language plpgsql as $$
      begin new.size := octet_length(new.content); return new; end $$`.execute(server.db);
    await sql`create trigger weighed before insert on chat_files for each row execute function weighed()`.execute(
      server.db,
    );
    const weigh = async (bytes: number) =>
      await sql`update chat_files set size = ${bytes} where message_id in (
        select m.id from chat_messages m where m.author_id = ${id})`.execute(server.db);
    await weigh(added.filesBytes - size);
    expect((await write()).http).toBe(200);
    await weigh(added.filesBytes / 2);
    const full = await write();
    expect([full.http, full.failure.fields]).toEqual([422, { file0: 'files_full' }]);
    expect((await writeToSupport(browser, 'Words', [])).http).toBe(200);
    expect((await writeToSupport(other.browser, 'x', [{ content: jpeg }])).http).toBe(200);
    await sql`update chat_messages set created_at = now() - interval '31 days' where author_id = ${id}`.execute(
      server.db,
    );
    expect((await write()).http).toBe(200);
  });
});

describe('a server that is killed', () => {
  test.concurrent.each([
    { point: 'before COMMIT', kept: 0 },
    { point: 'after COMMIT', kept: 1 },
  ])('F13 $point of a message: afterwards there are $kept, and sent again there is one', async ({ point, kept }) => {
    const send = (browser: Person['browser']) =>
      writeToSupport(browser, 'Once', [{ content: jpeg }], 'sent-until-it-is-there');
    await dying({
      at: `${point}@support.send`,
      money: {},
      before: async ({ browser }) => expect(send(browser)).rejects.toThrow('fetch failed'),
      after: async ({ browser }) => {
        expect(await wholeChat(browser, path)).toHaveLength(kept);
        for (let more = 0; more < 2; more += 1) expect((await send(browser)).http).toBe(200);
        const all = await wholeChat(browser, path);
        expect(all.map(({ seq, files }) => [seq, files.length])).toEqual([[1, 1]]);
      },
    });
  });
});

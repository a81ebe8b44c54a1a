import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { ChatsPage, ListedChat } from '../../contract/chat.ts';
import { withCheckDigit } from '../../server/auth/accounts.ts';
import { openChat } from '../../server/chat/chats.ts';
import { writeMessage } from '../../server/chat/messages.ts';
import { pageAt, wholeChat, writeTo, writeToSupport } from './chats.ts';
import { dying } from './dying.ts';
import { signInByPassword, startServer, type TestServer } from './harness.ts';
import { photo } from './hostile-files.ts';
import { makePerson, type Person } from './money.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let stranger: Person;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [ann, bob, stranger] = [await makePerson(server, {}), await makePerson(server, {}), await makePerson(server, {})];
});

const at = (id: string) => `/api/chat/private/${id}`;
const read = ({ browser }: Person, id: string, last: number) =>
  browser.post(`/api/chat/private/read/${id}`, { last_read_message: last });
const listOf = async ({ browser }: Pick<Person, 'browser'>): Promise<ListedChat[]> =>
  (await browser.get('/api/chat/list')).body.payload.items;
/** A number that nobody has. */
const nobody = withCheckDigit('1999999');

describe('a private chat', () => {
  test('F14 begins by the number of an account, whoever writes first, and is one for both', async () => {
    const sent = await Promise.all([writeTo(ann.browser, bob.number, 'Hello'), writeTo(bob.browser, ann.number, 'Hi')]);
    const [one, two] = sent.map(({ body }) => body.payload.chat as string);
    expect([one, sent.map(({ http }) => http)]).toEqual([two, [200, 200]]);
    await writeTo(ann.browser, one ?? '', 'How are you?');
    const ofAnn = await wholeChat(ann.browser, at(one ?? ''));
    expect(ofAnn.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(ofAnn.map(({ side, text }) => `${side} ${text}`).toSorted()).toEqual([
      'other Hi',
      'own Hello',
      'own How are you?',
    ]);
    const ofBob = await wholeChat(bob.browser, at(ann.number));
    expect(ofBob.map(({ text }) => text)).toEqual(ofAnn.map(({ text }) => text));
    expect(ofBob.map(({ side }) => side)).toEqual(ofAnn.map(({ side }) => (side === 'own' ? 'other' : 'own')));
    // How somebody's browser calls a message is theirs.
    expect(ofBob.map(({ client_id: name }) => name !== undefined)).toEqual(ofBob.map(({ side }) => side === 'own'));
    const { chat } = await pageAt(ann.browser, at(bob.number));
    expect(chat).toEqual({ id: one, title: 'p•••@e•••.com', kind: 'private', number: bob.number });
  });

  test('F14 each side knows how far the other has read; the counts of the list and of every answer go with it', async () => {
    const { chat } = (await writeTo(ann.browser, bob.number, '1')).body.payload;
    for (const text of ['2', '3']) await writeTo(ann.browser, chat, text);
    const counts = async (whom: Person) => [
      (await listOf(whom)).map(({ unread_msgs: count }) => count),
      (await whom.browser.get('/api/auth/check', { 'x-rev': '0' })).body.unread_msgs,
    ];
    expect(await counts(bob)).toEqual([[0, 3], { private: 3, support: 0 }]);
    expect((await read(bob, chat, 2)).body).toMatchObject({
      payload: { last_read_message: 2 },
      unread_msgs: { private: 1, support: 0 },
    });
    expect((await read(bob, chat, 1)).body.payload).toEqual({ last_read_message: 2 });
    expect(await counts(bob)).toEqual([[0, 1], { private: 1, support: 0 }]);
    expect(await counts(ann)).toEqual([[0, 0], { private: 0, support: 0 }]);
    expect((await pageAt(ann.browser, at(chat))).read).toEqual({ own: 0, other: 2 });
    expect((await pageAt(bob.browser, at(chat))).read).toEqual({ own: 2, other: 0 });
  });

  test('M4 F14 the list: support first, though nobody has written, then the chat that was written in last', async () => {
    expect(await listOf(ann)).toEqual([{ id: 'support', title: 'Support', kind: 'support', unread_msgs: 0 }]);
    const first = (await writeTo(ann.browser, bob.number, 'x'.repeat(200))).body.payload.chat;
    const second = (await writeTo(stranger.browser, ann.number, '', [{ content: await photo() }])).body.payload.chat;
    await writeToSupport(ann.browser, 'Help');
    const told = { display_name: 'Bob Berg', phone: '+37120000000', country: 'LV', birthday: '1990-05-17' };
    expect((await bob.browser.form('/api/user/info', { ...told, edition: '0' })).http).toBe(200);
    const created_at = expect.any(String);
    expect(await listOf(ann)).toEqual([
      {
        ...{ id: 'support', title: 'Support', kind: 'support', unread_msgs: 0 },
        last: { seq: 1, side: 'own', text: 'Help', created_at, files: 0 },
      },
      {
        ...{ id: second, title: 'p•••@e•••.com', kind: 'private', number: stranger.number, unread_msgs: 1 },
        last: { seq: 1, side: 'other', text: '', created_at, files: 1 },
      },
      {
        ...{ id: first, title: 'B••• B•••', kind: 'private', number: bob.number, unread_msgs: 0 },
        last: { seq: 1, side: 'own', text: 'x'.repeat(140), created_at, files: 0 },
      },
    ]);
    await writeTo(ann.browser, first, 'Again');
    expect((await listOf(ann)).map(({ id }) => id)).toEqual(['support', first, second]);
  });

  test('M4 F13 F14 the demo account has messages of support and of somebody, some of them not read', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    const [support, known, ...more] = await listOf({ browser });
    expect([support?.unread_msgs, known?.unread_msgs, more]).toEqual([1, 2, []]);
    expect((await wholeChat(browser, at(known?.id ?? ''))).map(({ side }) => side)).toEqual([
      'own',
      'other',
      'other',
      'other',
    ]);
    expect((await pageAt(browser, '/api/support')).read).toEqual({ own: 2, other: 3 });
  });
});

describe('a long list', () => {
  const chatsOf = async ({ browser }: Person, page?: string): Promise<ChatsPage> =>
    (await browser.get(page === undefined ? '/api/chat/list' : `/api/chat/list?page=${page}`)).body.payload;
  /** Begins chats with others who were never here; all were written in at one of three moments. */
  const begin = async ({ id }: Person, others: number): Promise<string[]> =>
    await server.db.transaction().execute(async (db) => {
      const { rows } = await sql<{ id: string }>`
        insert into accounts (number, email)
        select (20000000 + n)::text, 'other' || n || '@example.com' from generate_series(1, ${others}::int) n
        returning id`.execute(db);
      const chats: string[] = [];
      for (const [at, { id: other }] of rows.entries()) {
        const chat = await openChat(db, id, other);
        await writeMessage(db, {
          chat,
          author: other,
          text: `${at}`,
          at: new Date(Date.UTC(2026, 0, 1 + (at % 3))).toISOString(),
        });
        chats.push(chat);
      }
      return chats;
    });

  test('M4 F14 comes in pages of fifty, support on the first alone; each chat once, also of those written in at one moment', async () => {
    const chats = await begin(ann, 101);
    const first = await chatsOf(ann);
    expect([first.items.length, first.items.map(({ kind }) => kind).indexOf('support')]).toEqual([51, 0]);
    const second = await chatsOf(ann, first.older ?? '');
    const third = await chatsOf(ann, second.older ?? '');
    expect([second.items.length, third.items.length, third.older]).toEqual([50, 1, null]);
    const listed = [first, second, third].flatMap(({ items }) => items).slice(1);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(chats.toSorted());
    const moments = listed.map(({ last }) => last?.created_at ?? '');
    expect(moments).toEqual(moments.toSorted().toReversed());
    // Support that somebody has written to takes nobody's place, and comes on no other page.
    await writeToSupport(ann.browser, 'Help');
    expect(await chatsOf(ann)).toMatchObject({ older: first.older, items: { length: 51, 0: { kind: 'support' } } });
    expect(await chatsOf(ann, first.older ?? '')).toEqual(second);
    for (const page of [
      '',
      'before-',
      'after-1',
      `before-1-${'x'.repeat(19)}`,
      `before-${'9'.repeat(17)}-${'x'.repeat(20)}`,
    ])
      expect([page, (await ann.browser.get(`/api/chat/list?page=${page}`)).http]).toEqual([page, 422]);
  });
});

describe('somebody else', () => {
  test('F14 is answered alike for a chat of others, for one that nobody has, and for numbers with which none began', async () => {
    const { chat } = (await writeTo(ann.browser, bob.number, 'Between us')).body.payload;
    const { id: support } = await server.db
      .selectFrom('chats')
      .select('id')
      .where('kind', '=', 'support')
      .executeTakeFirstOrThrow();
    const named = [chat, support, 'A'.repeat(20), bob.number, nobody, '12345678'];
    const told: unknown[] = [];
    for (const id of named)
      for (const { http, failure } of [
        await stranger.browser.get(at(id)),
        await stranger.browser.get(`${at(id)}?page=after-0`),
        await read(stranger, id, 1),
      ])
        told.push([http, failure]);
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(told[0]).toMatchObject([404, { code: 'not_found' }]);
    const sends = await Promise.all(
      [chat, support, 'A'.repeat(20), nobody, '12345678'].map((id) => writeTo(stranger.browser, id, 'Let me in')),
    );
    expect(sends.map(({ http, failure }) => [http, failure])).toEqual(sends.map(() => told[0]));
    expect(await wholeChat(ann.browser, at(chat))).toHaveLength(1);
    // The same of support's own chat, also for whom it belongs to: it has its own calls.
    await writeToSupport(ann.browser, 'Help');
    const own = await server.db
      .selectFrom('chats')
      .select('id')
      .where('kind', '=', 'support')
      .where('account_id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect((await ann.browser.get(at(own.id))).http).toBe(404);
    for (const id of ['x', '0'.repeat(8), 'a'.repeat(21), '..%2Fsupport', '%00', 'read'])
      expect([id, (await ann.browser.get(at(id))).http]).toEqual([id, 404]);
  });

  test('F14 nobody writes to themselves, nor reads there', async () => {
    const { http, failure } = await writeTo(ann.browser, ann.number, 'Dear diary');
    expect([http, failure.code]).toEqual([422, 'own_account']);
    const reading = await ann.browser.get(at(ann.number));
    expect([reading.http, reading.failure.code]).toEqual([422, 'own_account']);
  });

  test('F14 a file is for both sides, and for nobody else', async () => {
    const { message } = (await writeTo(ann.browser, bob.number, '', [{ content: await photo() }])).body.payload;
    const file = `/api/chat/file/${message.files[0].id}`;
    const asked = await Promise.all([ann, bob, stranger].map(({ browser }) => browser.get(file)));
    expect(asked.map(({ http }) => http)).toEqual([200, 200, 404]);
    expect((await server.browser().get(file)).http).toBe(401);
  });

  test('F14 numbers cannot be tried one after the other: thirty in an hour, found or not; whom one knows is not counted', async () => {
    await writeTo(ann.browser, bob.number, 'Hello');
    const tries = await Promise.all(Array.from({ length: 30 }, () => writeTo(ann.browser, nobody, 'Anybody?')));
    const refused = tries.filter(({ http }) => http === 429);
    expect([refused.length, Number(refused[0]?.headers.get('retry-after')) > 0]).toEqual([1, true]);
    expect((await writeTo(ann.browser, stranger.number, 'Hello')).http).toBe(429);
    expect((await writeTo(ann.browser, bob.number, 'Still here')).http).toBe(200);
    expect((await listOf(stranger)).length).toBe(1);
  });
});

describe('one message', () => {
  test('F14 twenty at once that begin a chat under one name are one chat and one message', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => writeTo(ann.browser, bob.number, 'Once', [], 'the-first-of-all')),
    );
    expect(new Set(replies.map(({ http, body }) => `${http} ${JSON.stringify(body.payload)}`)).size).toBe(1);
    expect((await wholeChat(bob.browser, at(ann.number))).map(({ text }) => text)).toEqual(['Once']);
  });

  test('F14 two write at the same time, each twice: both see the same, in the same order', async () => {
    const { chat } = (await writeTo(ann.browser, bob.number, 'Begin')).body.payload;
    const texts = Array.from({ length: 20 }, (_, turn) => `message-${turn}`);
    await Promise.all(
      texts.flatMap((text, turn) =>
        [0, 1].map(() => writeTo((turn % 2 === 0 ? ann : bob).browser, chat, text, [], `${text}-name`)),
      ),
    );
    const [ofAnn, ofBob] = [await wholeChat(ann.browser, at(chat)), await wholeChat(bob.browser, at(chat))];
    expect(ofAnn.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, turn) => turn + 1));
    expect(ofAnn.map(({ text }) => text).toSorted()).toEqual(['Begin', ...texts].toSorted());
    expect(ofBob.map(({ seq, text }) => [seq, text])).toEqual(ofAnn.map(({ seq, text }) => [seq, text]));
  });

  test.concurrent.each([
    { point: 'before COMMIT', kept: 0 },
    { point: 'after COMMIT', kept: 1 },
  ])(
    'F14 killed $point of a message that begins a chat: there are $kept, and sent again there is one',
    async (then) => {
      let other: Person | undefined;
      const send = ({ browser }: Person) => writeTo(browser, other?.number ?? '', 'Once', [], 'sent-until-it-is-there');
      await dying({
        at: `${then.point}@chat.send`,
        money: {},
        before: async (person, site) => {
          other = await makePerson(site, {});
          await expect(send(person)).rejects.toThrow('fetch failed');
        },
        after: async (person, site) => {
          const there = { browser: (await other?.elsewhere(site)) ?? site.browser() };
          expect((await listOf(there)).length).toBe(1 + then.kept);
          for (let more = 0; more < 2; more += 1) expect((await send(person)).http).toBe(200);
          expect((await listOf(there)).map(({ unread_msgs: count }) => count)).toEqual([0, 1]);
          expect(await wholeChat(there.browser, at(person.number))).toHaveLength(1);
        },
      });
    },
  );
});

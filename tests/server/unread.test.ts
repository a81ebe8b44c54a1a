import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openChat } from '../../server/chat/chats.ts';
import { writeMessage } from '../../server/chat/messages.ts';
import { readUnread } from '../../server/chat/unread.ts';
import type { Browser } from './browser.ts';
import { signInByCode, signInByPassword, startServer, type TestServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const write = (body: Record<string, unknown>) => server.browser().post('/dev/message', body);
/** The counts that any answer brings; undefined when it brings none. */
const told = async (browser: Browser) => (await browser.get('/api/exchange/list?search=USD/EUR')).body.unread_msgs;

describe('the demo account', () => {
  test('H3 S1 begins with one unread message of support and two of somebody else, told at sign-in', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    const check = await browser.get('/api/auth/check', { 'x-rev': '0' });
    expect(check.body.unread_msgs).toEqual({ private: 2, support: 1 });
    expect(await told(browser)).toBeUndefined();

    const other = server.browser();
    await signInByCode(server, other, 'must@example.com');
    expect((await other.get('/api/auth/check', { 'x-rev': '0' })).body.unread_msgs).toEqual({ private: 0, support: 0 });
  });

  test('H3 another start writes nothing twice, and gives chats to demo accounts from before there were any', async () => {
    const counts = async () =>
      Promise.all(
        (['chats', 'chat_members', 'chat_messages'] as const).map(async (table) => {
          const { count } = await server.db
            .selectFrom(table)
            .select((of) => of.fn.countAll().as('count'))
            .executeTakeFirstOrThrow();
          return Number(count);
        }),
      );
    const again = async () => (await startServer({ DATABASE_URL: server.databaseUrl })).close();
    expect(await counts()).toEqual([2, 3, 7]);
    await again();
    expect(await counts()).toEqual([2, 3, 7]);
    for (const table of ['chat_messages', 'chat_members', 'chats'] as const)
      await server.db.deleteFrom(table).execute();
    await again();
    expect(await counts()).toEqual([2, 3, 7]);
  });
});

describe('a message', () => {
  let one: Person;
  let two: Person;
  beforeEach(async () => {
    [one, two] = await Promise.all([makePerson(server), makePerson(server)]);
    for (const { browser } of [one, two]) expect(await told(browser)).toEqual({ private: 0, support: 0 });
  });

  test('H3 S1 is told with the next answer, whatever it is, once; its author’s count stays', async () => {
    const sent = await write({ to: one.number, from: two.number, text: 'Hello' });
    expect(sent.http).toBe(200);
    expect(await told(one.browser)).toEqual({ private: 1, support: 0 });
    expect(await told(one.browser)).toBeUndefined();
    expect(await told(two.browser)).toEqual({ private: 0, support: 0 });

    await write({ to: one.number, text: 'How can we help?' });
    const refused = await one.browser.get('/api/nowhere');
    expect([refused.http, refused.body.unread_msgs]).toEqual([404, { private: 1, support: 1 }]);
    expect(await told(two.browser)).toBeUndefined();

    await write({ to: 'support', from: one.number, text: 'Thank you' });
    expect(await told(one.browser)).toEqual({ private: 1, support: 1 });
  });

  test('H3 what was read counts no more: all up to a message, and nothing after it', async () => {
    const [first, second, third] = [
      await write({ to: one.number, from: two.number, text: '1' }),
      await write({ to: one.number, from: two.number, text: '2' }),
      await write({ to: one.number, from: two.number, text: '3' }),
    ].map(({ body }) => body as { chat: string; seq: number });
    expect(new Set([first?.chat, second?.chat, third?.chat]).size).toBe(1);
    await server.db
      .updateTable('chat_members')
      .set({ last_read_message: String(second?.seq) })
      .where('account_id', '=', one.id)
      .execute();
    expect(await readUnread(server.db, one)).toEqual({ private: 1, support: 0 });
  });

  test('H3 sent again under the name that the browser gave it, it is the same message', async () => {
    const send = (clientId: string) =>
      server.db.transaction().execute(async (db) => {
        const chat = await openChat(db, two.id, one.id);
        const sent = { clientId, digest: Buffer.alloc(32) };
        return await writeMessage(db, { chat, author: two.id, text: 'Once', sent });
      });
    const numbers = await Promise.all(['a', 'a', 'a', 'b'].map(send));
    expect(new Set(numbers).size).toBe(2);
    expect(numbers[0]).toBe(numbers[1]);
    expect(await readUnread(server.db, one)).toEqual({ private: 2, support: 0 });
  });

  test('H3 forty at once, crosswise, from support too: one chat each, every one counted, nobody waits in a circle', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => {
        const [to, from] = turn % 2 === 0 ? [one.number, two.number] : [two.number, one.number];
        return write(turn % 4 === 3 ? { to, text: 'From support' } : { to, from, text: `Message ${turn}` });
      }),
    );
    expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200));
    expect(await readUnread(server.db, one)).toEqual({ private: 20, support: 0 });
    expect(await readUnread(server.db, two)).toEqual({ private: 10, support: 10 });
    expect(new Set(answers.map(({ body }) => body.chat)).size).toBe(2);
    expect(await told(one.browser)).toEqual({ private: 20, support: 0 });
  });

  test('H3 what is kept of a chat is what counting says, however writing and reading meet', async () => {
    const { chat } = (await write({ to: one.number, from: two.number, text: 'First' })).body as { chat: string };
    const read = () => one.browser.post(`/api/chat/private/read/${two.number}`, { last_read_message: 1_000 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) =>
        turn % 4 === 3
          ? read()
          : write(
              turn % 4 === 2
                ? { to: two.number, from: one.number, text: 'Mine' }
                : { to: one.number, from: two.number, text: `Message ${turn}` },
            ),
      ),
    );
    expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200));
    const { rows } = await sql`
      select r.unread, r.moved_at = m.created_at as is_last, (select count(*)::integer from chat_messages u
        where u.chat_id = r.chat_id and u.seq > r.last_read_message and u.author_id is distinct from r.account_id) as counted
      from chat_members r join chats c on c.id = r.chat_id join chat_messages m on m.chat_id = c.id and m.seq = c.last_seq
      where c.id = ${chat}`.execute(server.db);
    for (const row of rows as { unread: number; counted: number }[])
      expect(row).toEqual({ unread: row.counted, counted: row.counted, is_last: true });
    expect(rows).toHaveLength(2);
    await read();
    expect(await readUnread(server.db, one)).toEqual({ private: 0, support: 0 });
  });

  test('H3 the tool says no to nobody, to oneself, to no words and to too many', async () => {
    const no = async (body: Record<string, unknown>) => (await write(body)).http;
    expect(await no({ to: 'nobody@example.com', text: 'Hello' })).toBe(404);
    expect(await no({ to: one.number, from: one.number, text: 'Hello' })).toBe(422);
    expect(await no({ to: 'support', text: 'Hello' })).toBe(422);
    expect(await no({ to: one.number, text: '  ' })).toBe(422);
    expect(await no({ to: one.number, text: 'a'.repeat(4_001) })).toBe(422);
    expect(await no({ to: one.number, text: 'a\0b' })).toBe(422);
    expect(await no({ text: 'Hello' })).toBe(422);
    expect(await told(one.browser)).toBeUndefined();
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from attempts`.execute(server.db);
});

const signedIn = async (email = 'demo@example.com', password = 'demo-password-1'): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser, email, password, true);
  return browser;
};
const take = (browser: Browser) => browser.get('/api/user/export');

test('F11 R8 the file holds all that is kept about an account, and adds up', async () => {
  const one = await signedIn();
  const told = { display_name: 'Anna Berg', phone: '+37120000000', country: 'LV', birthday: '1990-05-17' };
  await one.form('/api/user/info', { ...told, edition: '0' });
  const file = await take(one);
  expect([file.http, file.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="account-\d{8}-\d{4}-\d\d-\d\d\.json"$/),
  ]);
  const { account, personal, letters, browsers, wallets, operations, postings } = file.body;
  expect(account).toMatchObject({ email: 'demo@example.com' });
  expect(personal).toEqual({ ...told, edition: 1 });
  expect(letters).toEqual({ security: true, operations: true, chat: true, news: true });
  expect(browsers).toMatchObject([{ current: true }]);
  const { rows } = await sql<{ operations: string; postings: string }>`
    select (select count(*) from operations o join accounts a on a.id in (o.account_id, o.counterparty_id)
            where a.email = 'demo@example.com' and o.parent_id is null
              and (a.id = o.account_id or o.status = 'completed')) as operations,
           (select count(*) from postings p join wallets w on w.id = p.wallet_id join accounts a on a.id = w.account_id
            where a.email = 'demo@example.com') as postings`.execute(server.db);
  expect([String(operations.length), String(postings.length)]).toEqual([rows[0]?.operations, rows[0]?.postings]);
  for (const wallet of wallets) {
    const parts = postings.filter((posting: { wallet: string; part: string }) => posting.wallet === wallet.number);
    expect(parts.length > 0 || Number(wallet.available) === 0).toBe(true);
  }
});

test('F11 no hash, token or code stands in it, and nothing of another person', async () => {
  const one = await signedIn();
  const [secrets, others] = await Promise.all([
    sql<{ secret: string }>`
      select encode(token_hash, 'hex') as secret from sessions union all
      select encode(token_hash, 'base64') from sessions union all
      select encode(token_hash, 'hex') from remember_tokens union all
      select password from credentials`.execute(server.db),
    sql<{ secret: string }>`
      select email as secret from accounts where email <> 'demo@example.com' union all
      select number from accounts where email <> 'demo@example.com' union all
      select w.number from wallets w join accounts a on a.id = w.account_id where a.email <> 'demo@example.com'`.execute(
      server.db,
    ),
  ]);
  const { text } = await take(one);
  const planted = [...secrets.rows, ...others.rows].map(({ secret }) => secret).concat(...one.cookies.values());
  expect(planted.filter((secret) => secret !== '' && text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/argon2id|tok_|token_hash|"salt"/);
});

test('F11 five files in an hour, then a wait; a visitor gets none', async () => {
  const one = await signedIn('new@example.com', 'demo-password-2');
  const replies = await Promise.all(Array.from({ length: 8 }, () => take(one)));
  expect(replies.filter(({ http }) => http === 200)).toHaveLength(5);
  const refused = replies.filter(({ http }) => http === 429);
  expect(refused.map(({ failure }) => failure.code)).toEqual([
    'wait_before_retry',
    'wait_before_retry',
    'wait_before_retry',
  ]);
  expect((await take(server.browser())).http).toBe(401);
});

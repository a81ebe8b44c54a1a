import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Reply } from './browser.ts';
import { mailTo, startServer, type Browser, type TestServer } from './harness.ts';

const path = '/api/auth/send_confirmation_instructions';
const email = 'new@example.com';
const password = 'a quiet long phrase';
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['attempts', 'sign_in_requests', 'mail_outbox'])
    await sql.raw(`delete from ${table}`).execute(server.db);
  await sql`update settings set auth_type = 'password'`.execute(server.db);
});

const aMomentLater = () =>
  sql`update sign_in_requests set requested_at = requested_at - interval '1 minute'`.execute(server.db);
const again = (browser: Browser, headers: Record<string, string> = {}) => browser.get(path, headers);
const prove = (browser: Browser, code: string) => browser.post('/api/auth/code', { code, remember: false });
const countMail = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from mail_outbox`.execute(server.db)).rows[0]?.n);
const asked = async (address = email, browser = server.browser()): Promise<Browser> => {
  await browser.post('/api/auth/login', { email: address });
  return browser;
};
const shape = (reply: Reply) =>
  JSON.stringify([reply.http, reply.body]).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
const lasts = ({ body }: Reply) => Math.round((Date.parse(body.payload.expires_at) - Date.parse(body.now)) / 1000);

test('F1 R8 another letter has a code and a link of its own; those of the one before are void', async () => {
  const browser = await asked();
  const first = await mailTo(server, email);
  await aMomentLater();
  const sent = await again(browser);
  expect([sent.http, lasts(sent)]).toEqual([200, 600]);
  const second = await mailTo(server, email);
  expect(second.link).not.toBe(first.link);
  expect((await browser.get(`/api/auth/link/${first.link}`)).http).toBe(404);
  if (second.code !== first.code) expect((await prove(browser, first.code)).failure.code).toBe('wrong_code');
  expect((await prove(browser, second.code)).body.user).toMatchObject({ email });
});

test('F1 R8 of a new account: neither address nor password go over the line again, and both are as they were', async () => {
  const browser = server.browser();
  await browser.post('/api/auth/register', { email: 'again@example.com', password });
  await aMomentLater();
  await again(browser);
  const { code, body } = await mailTo(server, 'again@example.com');
  expect(body).toContain('откроет аккаунт');
  await prove(browser, code);
  const login = { email: 'again@example.com', password, remember: false };
  expect((await server.browser().post('/api/auth/login_by_password', login)).http).toBe(200);
});

test('F1 R8 asked again and again within half a minute it sends one letter, and answers the same', async () => {
  const browser = await asked();
  await aMomentLater();
  const replies = [];
  for (const _ of [1, 2, 3]) replies.push((await again(browser)).body.payload);
  expect(new Set(replies.map((payload) => JSON.stringify(payload))).size).toBe(1);
  expect(await countMail()).toBe(2);
  await aMomentLater();
  await Promise.all(Array.from({ length: 10 }, () => again(browser)));
  expect(await countMail()).toBe(3);
});

const nobody = 'nobody@example.com';

test('F1 R8 it answers the same for an address that nobody has, and sends nothing there', async () => {
  const shapes = [];
  for (const address of [email, nobody]) {
    const browser = await asked(address);
    await aMomentLater();
    const reply = await again(browser);
    expect([lasts(reply), reply.body.payload.sent_to]).toEqual([600, address]);
    shapes.push(shape(reply).replaceAll(address, 'some'));
  }
  expect(new Set(shapes).size).toBe(1);
  expect(await countMail()).toBe(4);
  await expect(mailTo(server, nobody)).rejects.toThrow('no mail');
});

test.each([
  ['lapsed', 'expires_at = now()', 'code_expired'],
  ['void', 'voided_at = now()', 'code_expired'],
  ['used', 'used_at = now()', 'code_used'],
  ['out of tries', 'tries = 5', 'too_many_tries'],
])('F1 R8 for a request that is %s it is refused, whoever has the address', async (_, over, code) => {
  const shapes = [];
  for (const address of [email, nobody]) {
    const browser = await asked(address);
    await aMomentLater();
    await sql.raw(`update sign_in_requests set ${over}`).execute(server.db);
    const reply = await again(browser);
    expect([reply.http, reply.failure.code]).toEqual([409, code]);
    shapes.push(shape(reply));
  }
  expect(new Set(shapes).size).toBe(1);
  expect(await countMail()).toBe(2);
});

test('F1 R8 a browser that never asked is refused, and one whose other tab asked for another address is told which', async () => {
  const never = await again(server.browser());
  expect([never.http, never.failure.code, await countMail()]).toEqual([409, 'code_expired', 0]);
  const browser = await asked();
  await asked('must@example.com', browser);
  await aMomentLater();
  expect((await again(browser)).body.payload.sent_to).toBe('must@example.com');
});

test('F1 R8 HEAD, and a link on another site that leads here, send nothing and void nothing', async () => {
  const browser = await asked();
  const { code } = await mailTo(server, email);
  await aMomentLater();
  expect((await browser.send(path, { method: 'HEAD' })).http).toBe(200);
  expect((await again(browser, { 'sec-fetch-site': 'cross-site' })).http).toBe(200);
  expect(await countMail()).toBe(1);
  expect((await prove(browser, code)).http).toBe(200);
});

test('F1 R8 another letter brings no new tries', async () => {
  const browser = await asked();
  const wrong = async () => (await prove(browser, '000000')).failure;
  await sql`update sign_in_requests set code_hash = sha256('x')`.execute(server.db);
  expect([(await wrong()).params, (await wrong()).params]).toEqual([{ left: 4 }, { left: 3 }]);
  await aMomentLater();
  await again(browser);
  await sql`update sign_in_requests set code_hash = sha256('x')`.execute(server.db);
  expect((await wrong()).params).toEqual({ left: 2 });
});

test('F1 R8 five letters of one request are all; the wait is told', async () => {
  const browser = await asked();
  for (let letters = 1; letters < 5; letters += 1) {
    await aMomentLater();
    expect((await again(browser)).http).toBe(200);
  }
  await aMomentLater();
  const refused = await again(browser);
  expect([refused.http, refused.failure.code]).toEqual([429, 'wait_before_retry']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  expect(await countMail()).toBe(5);
});

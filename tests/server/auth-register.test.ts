import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../server/auth/passwords.ts';
import { mailTo, signInByCode, signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from sign_in_requests`.execute(server.db);
  await sql`delete from mail_outbox`.execute(server.db);
  await sql`delete from attempts`.execute(server.db);
  await sql`update settings set auth_type = 'password'`.execute(server.db);
});

const known = 'demo@example.com';
const password = 'a quiet long phrase';
let made = 0;
const newcomer = (): string => `newcomer-${(made += 1)}@example.com`;
const register = (email: string, browser = server.browser(), secret = password) =>
  browser.post('/api/auth/register', { email, password: secret });
const login = (email: string, secret: string) =>
  server.browser().post('/api/auth/login_by_password', { email, password: secret, remember: false });
const prove = (browser: Browser, code: string) => browser.post('/api/auth/code', { code, remember: false });
const aMomentLater = () =>
  sql`update sign_in_requests set requested_at = requested_at - interval '1 minute'`.execute(server.db);
const accountOf = async (email: string) =>
  await server.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
const hashOf = async (email: string) =>
  (
    await server.db
      .selectFrom('credentials')
      .innerJoin('accounts', 'accounts.id', 'account_id')
      .select('password')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.password;

describe('a new account', () => {
  test('H2 R8 it is there when its code is proven, with the password that was chosen, and not before', async () => {
    const [email, browser] = [newcomer(), server.browser()];
    const sent = await register(`New.${email.toUpperCase()}`, browser);
    expect([sent.http, sent.body.payload]).toEqual([
      200,
      { sent_to: `new.${email}`, expires_at: expect.any(String), again_at: expect.any(String) },
    ]);
    expect(await accountOf(`new.${email}`)).toBeUndefined();
    expect((await login(`new.${email}`, password)).failure.code).toBe('wrong_credentials');
    const { code, body } = await mailTo(server, `new.${email}`);
    expect(body).not.toContain(password);
    const done = await prove(browser, code);
    expect(done.body.user).toMatchObject({
      is_authenticated: true,
      email: `new.${email}`,
      need_set_password: false,
      account_id: expect.stringMatching(/^\d{8}$/),
    });
    expect(done.body.wallets.length).toBeGreaterThan(0);
    expect((await login(`new.${email}`, password)).http).toBe(200);
  });

  test('R8 the link of the letter does the same in the browser that asked, and shows the code in any other', async () => {
    const [email, browser] = [newcomer(), server.browser()];
    await register(email, browser);
    const { link, code } = await mailTo(server, email);
    const other = server.browser();
    expect((await other.get(`/api/auth/link/${link}`)).body.payload).toMatchObject({ same_browser: false, code });
    expect((await other.post(`/api/auth/link/${link}`, { remember: false })).http).toBe(403);
    expect(await accountOf(email)).toBeUndefined();
    const done = await browser.post(`/api/auth/link/${link}`, { remember: true });
    expect(done.body.user).toMatchObject({ is_authenticated: true, email });
    expect((await login(email, password)).http).toBe(200);
  });

  test('R8 a new request of the same browser voids the one before, with its password', async () => {
    const [email, browser] = [newcomer(), server.browser()];
    await register(email, browser, 'the password of the first');
    const cookie = `sign-in-request=${browser.cookies.get('sign-in-request')}`;
    const old = await mailTo(server, email);
    await aMomentLater();
    await register(email, browser, 'the password of the second');
    const fresh = await mailTo(server, email);
    const late = await server.browser().post('/api/auth/code', { code: old.code, remember: false }, { cookie });
    expect(late.failure.code).toBe('code_expired');
    expect((await prove(browser, fresh.code)).http).toBe(200);
    expect((await login(email, 'the password of the first')).http).toBe(422);
    expect((await login(email, 'the password of the second')).http).toBe(200);
  });

  test('R8 of two browsers that ask the first to prove the address chooses the password, the other signs in', async () => {
    const [email, first, second] = [newcomer(), server.browser(), server.browser()];
    await register(email, first, 'the password of the first');
    const one = await mailTo(server, email);
    await aMomentLater();
    await register(email, second, 'the password of the second');
    const other = await mailTo(server, email);
    expect((await prove(first, one.code)).http).toBe(200);
    expect((await prove(second, other.code)).http).toBe(200);
    expect((await login(email, 'the password of the first')).http).toBe(200);
    expect((await login(email, 'the password of the second')).http).toBe(422);
  });

  test('R8 a code for sign-in asked after it makes no account where passwords are used', async () => {
    const [email, browser] = [newcomer(), server.browser()];
    await register(email, browser);
    const { code } = await mailTo(server, email);
    await aMomentLater();
    await browser.post('/api/auth/login', { email });
    expect((await prove(browser, code)).http).toBe(422);
    expect(await accountOf(email)).toBeUndefined();
  });

  test('R8 the password is kept as a hash, and only as long as the request is open', async () => {
    const [email, browser] = [newcomer(), server.browser()];
    const hashes = async () =>
      (
        await sql<{ password: string | null }>`select password from sign_in_requests order by id`.execute(server.db)
      ).rows.map((row) => row.password);
    await register(email, browser);
    await aMomentLater();
    await register(email, browser);
    expect(await hashes()).toEqual([null, expect.stringMatching(/^argon2id\$v=19\$m=19456,t=2,p=1\$/)]);
    await prove(browser, (await mailTo(server, email)).code);
    expect(await hashes()).toEqual([null, null]);
    expect(await verifyPassword(password, await hashOf(email))).toBe(true);
  });

  test('R8 it is made all the same when passwords were switched off in between', async () => {
    const [email, browser] = [newcomer(), server.browser()];
    await register(email, browser);
    await sql`update settings set auth_type = 'passwordless'`.execute(server.db);
    expect((await prove(browser, (await mailTo(server, email)).code)).http).toBe(200);
    expect(await verifyPassword(password, await hashOf(email))).toBe(true);
  });
});

describe('an address that has an account', () => {
  test('R8 its letter says so, and its code signs in and leaves the password as it is', async () => {
    const before = await hashOf(known);
    const browser = server.browser();
    await register(known, browser);
    const { code, body } = await mailTo(server, known);
    expect(body).toContain('он у вас уже есть');
    const done = await prove(browser, code);
    expect(done.body.user).toMatchObject({ is_authenticated: true, email: known });
    expect(await hashOf(known)).toBe(before);
    expect((await login(known, password)).http).toBe(422);
    expect((await login(known, 'demo-password-1')).http).toBe(200);
  });

  test('G4 nor does an account without a password get one by it', async () => {
    const browser = server.browser();
    await register('must@example.com', browser);
    const done = await prove(browser, (await mailTo(server, 'must@example.com')).code);
    expect(done.body.user).toMatchObject({ email: 'must@example.com', need_set_password: true });
    expect(await hashOf('must@example.com')).toBeUndefined();
  });

  test('R8 the letter is in the language of the account, the one of a newcomer in that of the browser', async () => {
    const browser = server.browser();
    browser.cookies.set('i18n_redirected', 'en');
    const email = newcomer();
    await register(email, browser);
    expect((await mailTo(server, email)).body).toContain('opens your Statera account');
    const own = server.browser();
    await signInByPassword(own, 'new@example.com', 'demo-password-2');
    await own.post('/api/lang', { lang: 'ru' });
    await register('new@example.com', browser);
    expect((await mailTo(server, 'new@example.com')).body).toContain('он у вас уже есть');
  });
});

describe('known and unknown addresses', () => {
  const shape = (reply: { http: number; body: unknown; setCookies: string[] }) =>
    JSON.stringify([reply.http, reply.body, reply.setCookies])
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/request=[\w-]{43}/g, 'request=token')
      .replaceAll(/[\w.-]+@example\.com/g, 'address');

  test('R8 they get the same answer, the same row and one letter each, which is sent', async () => {
    const unknown = newcomer();
    const replies = [await register(known), await register(unknown)];
    expect(replies.map(shape)[1]).toBe(replies.map(shape)[0]);
    const requests = await sql<{ email: string; has: boolean }>`
      select email, password is not null as has from sign_in_requests order by id`.execute(server.db);
    expect(requests.rows).toEqual([
      { email: known, has: true },
      { email: unknown, has: true },
    ]);
    const mails = await sql<{ recipient: string; kind: string; waits: boolean }>`
      select recipient, kind, sent_at is null and body <> '' as waits from mail_outbox order by id`.execute(server.db);
    expect(mails.rows).toEqual([
      { recipient: known, kind: 'sign_up_known', waits: true },
      { recipient: unknown, kind: 'sign_up', waits: true },
    ]);
  });

  test('R8 a wrong code, a link elsewhere and a second request are answered alike', async () => {
    const seen = [];
    for (const email of [known, newcomer()]) {
      const browser = server.browser();
      await register(email, browser);
      const again = await register(email, browser);
      const { link } = await mailTo(server, email);
      const elsewhere = await server.browser().get(`/api/auth/link/${link}`);
      await sql`update sign_in_requests set code_hash = sha256('x') where email = ${email}`.execute(server.db);
      const wrong = await prove(browser, '123456');
      seen.push([again, elsewhere, wrong].map((reply) => shape(reply).replaceAll(/\d{2,}/g, 'digits')));
    }
    expect(seen[1]).toEqual(seen[0]);
  });

  test('R8 both cost a hash: neither is answered faster', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 15; round += 1)
      for (const [which, email] of [
        ['known', known],
        ['unknown', newcomer()],
      ] as const) {
        await sql`delete from sign_in_requests`.execute(server.db);
        await sql`delete from attempts`.execute(server.db);
        const began = performance.now();
        await register(email);
        times[which].push(performance.now() - began);
      }
    const fastest = (which: 'known' | 'unknown') => Math.min(...times[which]);
    // A hash is most of the work: without it an answer would take less than half as long.
    expect(Math.abs(fastest('known') - fastest('unknown'))).toBeLessThan(fastest('known') / 2);
    expect(fastest('known')).toBeGreaterThan(10);
  });
});

describe('what is refused', () => {
  test.each([
    ['', 'required'],
    ['short', 'too_short'],
    ['x'.repeat(201), 'too_long'],
    ['aaaaaaaaaaaa', 'too_simple'],
    ['Qwerty12345', 'too_simple'],
    ['Somebody@Example.com', 'too_simple'],
  ])('R8 the password %j is %s', async (secret, code) => {
    const reply = await register('somebody@example.com', server.browser(), secret);
    expect([reply.http, reply.failure.code, reply.failure.fields]).toEqual([422, 'invalid', { password: code }]);
    if (code === 'too_short') expect(reply.failure.params).toEqual({ minimum: 10 });
    expect(reply.setCookies).toEqual([]);
  });

  test('R8 an address that is none', async () => {
    const reply = await register('nobody');
    expect([reply.http, reply.failure.fields]).toEqual([422, { email: 'bad_email' }]);
  });

  test('H2 where people sign in without passwords nobody registers', async () => {
    await sql`update settings set auth_type = 'passwordless'`.execute(server.db);
    const email = newcomer();
    const reply = await register(email);
    expect([reply.http, reply.failure.code]).toEqual([403, 'password_disabled']);
    // The page that asked did not know: now it does.
    expect(reply.body.site_settings).toMatchObject({ auth_type: 'passwordless' });
    await expect(mailTo(server, email)).rejects.toThrow('no mail');
  });

  test('R8 a second request at once is told how long to wait', async () => {
    const email = newcomer();
    await register(email);
    const reply = await register(email);
    expect([reply.http, reply.failure.code]).toEqual([429, 'rate_limited']);
    expect(Number(reply.headers.get('retry-after'))).toBe(reply.failure.params?.['seconds']);
  });

  test('R8 a place that asks for sixty letters, of whichever kind, waits; a sign-in gives its letter back', async () => {
    const behindProxy = await startServer({ DATABASE_URL: server.databaseUrl, TRUST_PROXY: '1' });
    try {
      const place = { 'x-forwarded-for': '203.0.113.9' };
      const ask = (path: string, email: string, browser = behindProxy.browser()) =>
        browser.post(`/api/auth/${path}`, { email, password }, place);
      const browser = behindProxy.browser();
      const email = newcomer();
      await ask('register', email, browser);
      const { code } = await mailTo(server, email);
      expect((await browser.post('/api/auth/code', { code, remember: false }, place)).http).toBe(200);
      for (let one = 0; one < 60; one += 1)
        expect((await ask(one % 2 === 0 ? 'register' : 'login', newcomer())).http).toBe(200);
      for (const path of ['register', 'login']) {
        const reply = await ask(path, newcomer());
        expect([reply.http, reply.failure.code]).toEqual([429, 'wait_before_retry']);
      }
    } finally {
      await behindProxy.close();
    }
  });
});

test('G4 an account that was made without a password needs to set one', async () => {
  await sql`update settings set auth_type = 'passwordless'`.execute(server.db);
  const [email, browser] = [newcomer(), server.browser()];
  await signInByCode(server, browser, email);
  expect((await browser.get('/api/auth/check')).body.user).toMatchObject({ email, need_set_password: true });
});

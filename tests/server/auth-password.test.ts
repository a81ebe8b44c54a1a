import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../server/area.ts';
import { hashPassword, verifyPassword } from '../../server/auth/passwords.ts';
import { countGuess } from '../../server/auth/places.ts';
import { networkOf } from '../../server/http/request-facts.ts';
import { mailTo, signInByPassword, solvePuzzle, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from attempts`.execute(server.db);
  await sql`update settings set auth_type = 'password'`.execute(server.db);
});

const login = (email: string, password: string, browser = server.browser()) =>
  browser.post('/api/auth/login_by_password', { email, password, remember: false });
const waitIsOver = () => sql`update attempts set wait_until = now() where wait_until is not null`.execute(server.db);

describe('password', () => {
  test('F2 the right one signs in, whatever the case of the address', async () => {
    const reply = await login('Demo@Example.com', 'demo-password-1');
    expect([reply.http, reply.body.user.email]).toEqual([200, 'demo@example.com']);
    expect(reply.body.wallets.length).toBeGreaterThan(0);
    expect(reply.body.rev).toBeGreaterThan(0);
  });

  test('F2 a wrong one, an unknown address and an address without a password look alike', async () => {
    const replies = await Promise.all([
      login('demo@example.com', 'nope'),
      login('nobody@example.com', 'nope'),
      login('must@example.com', 'nope'),
    ]);
    const shapes = replies.map(({ http, body, setCookies }) =>
      JSON.stringify([http, { ...body, now: '' }, setCookies]),
    );
    expect(new Set(shapes).size).toBe(1);
    expect([replies[0]?.http, replies[0]?.failure.code]).toEqual([422, 'wrong_credentials']);
  });

  test('F2 where people sign in without passwords it is switched off', async () => {
    await sql`update settings set auth_type = 'passwordless'`.execute(server.db);
    const reply = await login('demo@example.com', 'demo-password-1');
    expect([reply.http, reply.failure.code]).toEqual([403, 'password_disabled']);
    expect((await server.browser().get('/api/auth/check')).body.site_settings.auth_type).toBe('passwordless');
  });

  test('F2 is kept as argon2id with 19 MiB and two passes', async () => {
    const { rows } = await sql<{ password: string }>`select password from credentials`.execute(server.db);
    expect(rows).toHaveLength(2);
    for (const { password } of rows)
      expect(password).toMatch(/^argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
    const stored = await hashPassword('pässword');
    expect(await verifyPassword('pa\u0308ssword', stored)).toBe(true);
    expect(await verifyPassword('password', stored)).toBe(false);
    expect(await verifyPassword('', undefined)).toBe(false);
  });
});

test('G3 where the site says so, the answer of a sign-in sends the page on; it signs in all the same', async () => {
  const browser = server.browser();
  const tell = (sign_in_redirect: string | null) => browser.post('/dev/settings', { sign_in_redirect });
  expect((await tell('//evil.example')).http).toBe(422);
  await tell('/');
  const wrong = await login('demo@example.com', 'nope');
  expect([wrong.http, wrong.body.status]).toEqual([422, 'error']);
  const reply = await login('demo@example.com', 'demo-password-1', browser);
  expect([reply.http, reply.body.status, reply.body.payload]).toEqual([
    200,
    'redirect',
    { status: '302', redirect_url: '/' },
  ]);
  expect(reply.body.user).toMatchObject({ is_authenticated: true, email: 'demo@example.com' });
  expect((await browser.get('/api/exchange/history')).body.status).toBe('ok');
  await tell(null);
  expect((await login('demo@example.com', 'demo-password-1')).body).toMatchObject({ status: 'ok', payload: {} });
});

describe('guessing', () => {
  const answered = (reply: Awaited<ReturnType<typeof login>>) => (reply.http === 200 ? 'ok' : reply.failure.code);

  test('F2 M5 after five failures each next try costs a puzzle; after ten there is a wait of ten minutes', async () => {
    const browser = server.browser();
    for (let tries = 0; tries < 5; tries += 1)
      expect(answered(await login('demo@example.com', 'nope', browser))).toBe('wrong_credentials');
    for (let tries = 5; tries < 10; tries += 1) {
      const refused = await login('demo@example.com', 'demo-password-1', browser);
      expect([refused.http, answered(refused)]).toEqual([403, 'captcha_required']);
      await solvePuzzle(server, browser);
      expect(answered(await login('demo@example.com', 'nope', browser))).toBe('wrong_credentials');
    }
    await solvePuzzle(server, browser);
    const refused = await login('demo@example.com', 'demo-password-1', browser);
    expect(refused.failure).toMatchObject({
      code: 'wait_before_retry',
      params: { seconds: Number(refused.headers.get('retry-after')) },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590);
  });

  test('F2 M5 an address that nobody has is asked for a puzzle at the same try', async () => {
    for (let tries = 0; tries < 5; tries += 1) await login('nobody@example.com', 'nope');
    expect(answered(await login('nobody@example.com', 'nope'))).toBe('captcha_required');
  });

  test('F2 M5 the right password with a puzzle signs in, and forgets the failures', async () => {
    const browser = server.browser();
    for (let tries = 0; tries < 5; tries += 1) await login('demo@example.com', 'nope');
    await solvePuzzle(server, browser);
    expect((await login('demo@example.com', 'demo-password-1', browser)).http).toBe(200);
    expect(answered(await login('demo@example.com', 'nope'))).toBe('wrong_credentials');
  });

  test('F2 the right password does not help while the wait lasts, and forgets the failures after it', async () => {
    for (let tries = 0; tries < 5; tries += 1) await login('demo@example.com', 'nope');
    await sql`update attempts set failures = 9`.execute(server.db);
    const browser = server.browser();
    await solvePuzzle(server, browser);
    await login('demo@example.com', 'nope', browser);
    await solvePuzzle(server, browser);
    expect((await login('demo@example.com', 'demo-password-1', browser)).http).toBe(429);
    await waitIsOver();
    expect((await login('demo@example.com', 'demo-password-1', browser)).http).toBe(200);
    expect(answered(await login('demo@example.com', 'nope'))).toBe('wrong_credentials');
  });

  test('F2 fifty at the same moment are counted before they are compared', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => login('demo@example.com', 'nope')));
    expect(replies.filter(({ http }) => http === 422)).toHaveLength(5);
    expect(replies.filter(({ http }) => http === 403)).toHaveLength(45);
  });

  test('F2 two server processes share the count', async () => {
    const second = await startServer({ DATABASE_URL: server.databaseUrl });
    try {
      for (let tries = 0; tries < 5; tries += 1) await login('demo@example.com', 'nope');
      expect((await login('demo@example.com', 'nope', second.browser())).http).toBe(403);
    } finally {
      await second.close();
    }
  });

  test('F2 the failures of one address do not stop another, and the table names neither', async () => {
    for (let tries = 0; tries < 6; tries += 1) await login('demo@example.com', 'nope');
    expect((await login('new@example.com', 'demo-password-2')).http).toBe(200);
    const { rows } = await sql<{ key: string }>`select key from attempts`.execute(server.db);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
  });
});

test('F2 a sign-in over a session ends it: the old id is worth nothing', async () => {
  const browser = server.browser();
  await signInByPassword(browser);
  const old = browser.cookies.get('session') ?? '';
  await signInByPassword(browser);
  expect(browser.cookies.get('session')).not.toBe(old);
  const reply = await server.browser().get('/api/auth/check', { cookie: `session=${old}` });
  expect(reply.body.user).toEqual({ is_authenticated: false });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['2001:db8:0:7:aaaa:bbbb:cccc:dddd', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007::1', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('F2 %s is counted as %s', (ip, place) => {
  expect(networkOf(ip)).toBe(place);
});

describe('many people in one place', () => {
  let behindProxy: TestServer;
  beforeAll(async () => {
    behindProxy = await startServer({ DATABASE_URL: server.databaseUrl, TRUST_PROXY: '1' });
  });
  afterAll(() => behindProxy.close());

  const at = (place: string, password: string, email = 'demo@example.com') =>
    behindProxy
      .browser()
      .post('/api/auth/login_by_password', { email, password, remember: false }, { 'x-forwarded-for': place });
  /** Guesses without a request: what is counted, and whether it was refused. */
  const guessFrom = (ip: string): Promise<boolean> =>
    countGuess({ db: server.db, request: { ip } } as Ctx, 'demo@example.com').then(
      () => true,
      () => false,
    );

  test('F2 what a place is refused is no attempt at the address: two places that hammer close it to nobody else', async () => {
    for (const place of ['203.0.113.8', '203.0.113.9'])
      for (const reply of await Promise.all(Array.from({ length: 60 }, () => at(place, 'nope'))))
        expect([422, 403, 429]).toContain(reply.http);
    expect((await at('203.0.113.10', 'demo-password-1')).http).toBe(200);
  });

  test('F2 one place that tries for a day as often as it may does not close the address to another', async () => {
    let made = 0;
    for (let tries = 0; tries < 150; tries += 1) {
      made += Number(await guessFrom('203.0.113.8'));
      await sql`
        update attempts set wait_until = wait_until - interval '10 minutes',
                            expires_at = expires_at - interval '10 minutes'`.execute(server.db);
    }
    expect(made).toBe(150);
    expect((await at('203.0.113.10', 'demo-password-1')).http).toBe(200);
  });

  test('F2 a hundred places close an address for the rest of an hour, and not to whoever is signed in', async () => {
    const browser = behindProxy.browser();
    await signInByPassword(browser);
    for (let one = 0; one < 100; one += 1) expect(await guessFrom(`203.0.113.${one}`)).toBe(true);
    const refused = await at('203.0.113.200', 'demo-password-1');
    expect([refused.http, refused.failure.code]).toEqual([429, 'wait_before_retry']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const change = (password: string, old_password: string) =>
      browser.post('/api/auth/change', { password, old_password });
    expect((await change('a quiet long phrase', 'demo-password-1')).http).toBe(200);
    expect((await change('demo-password-1', 'a quiet long phrase')).http).toBe(200);
    await sql`update attempts set expires_at = expires_at - interval '1 hour'`.execute(server.db);
    expect((await at('203.0.113.200', 'demo-password-1')).http).toBe(200);
  });

  test('F2 the addresses of one IPv6 line are one place', async () => {
    for (const one of [1, 2, 3, 4, 5]) expect((await at(`2001:db8:0:7::${one}`, 'nope')).http).toBe(422);
    expect((await at('2001:db8:0:7:ffff::1', 'nope')).http).toBe(403);
    expect((await at('2001:db8:0:8::1', 'nope')).http).toBe(422);
  });

  const office = { 'x-forwarded-for': '203.0.113.7' };
  const from = (email: string, password: string) =>
    behindProxy.browser().post('/api/auth/login_by_password', { email, password, remember: false }, office);
  const guess = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, one) => from(`guess-${one}-${Math.random()}@example.com`, 'nope')));

  test('F2 more people than a place has attempts sign in from there, and none is refused', async () => {
    for (let round = 0; round < 17; round += 1) {
      const replies = await Promise.all(
        [1, 2].flatMap(() => [from('demo@example.com', 'demo-password-1'), from('new@example.com', 'demo-password-2')]),
      );
      expect(replies.map(({ http }) => http)).toEqual([200, 200, 200, 200]);
    }
  });

  test('F1 nor is anybody who signs in by code', async () => {
    await sql`update settings set auth_type = 'passwordless'`.execute(server.db);
    for (let one = 0; one < 65; one += 1) {
      const browser = behindProxy.browser();
      const email = `office-${one}@example.com`;
      expect((await browser.post('/api/auth/login', { email }, office)).http).toBe(200);
      const { code } = await mailTo(server, email);
      expect((await browser.post('/api/auth/code', { code, remember: false }, office)).http).toBe(200);
    }
  });

  test('F2 sixty failures close the place until ten minutes after the first one, whatever comes in between', async () => {
    expect((await guess(30)).every(({ http }) => http === 422)).toBe(true);
    await sql`update attempts set expires_at = expires_at - interval '4 minutes'`.execute(server.db);
    expect((await guess(30)).every(({ http }) => http === 422)).toBe(true);
    for (const reply of [...(await guess(3)), await from('demo@example.com', 'demo-password-1')]) {
      expect([reply.http, reply.failure.code]).toEqual([429, 'wait_before_retry']);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(300);
      expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(360);
    }
    expect((await login('demo@example.com', 'demo-password-1')).http).toBe(200);
    await sql`update attempts set expires_at = expires_at - interval '6 minutes'`.execute(server.db);
    expect((await guess(60)).every(({ http }) => http === 422)).toBe(true);
    expect((await guess(1))[0]?.http).toBe(429);
  });
});

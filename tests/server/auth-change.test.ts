import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/passwords.ts';
import { listMail } from '../../server/mail/outbox.ts';
import { signInByCode, signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

const email = 'new@example.com';
const old = 'demo-password-2';
const fresh = 'a quiet long phrase';
const nobody = { is_authenticated: false };
let server: TestServer;
let hash: string;
beforeAll(async () => {
  [server, hash] = await Promise.all([startServer(), hashPassword(old)]);
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from attempts`.execute(server.db);
  await sql`delete from sign_in_requests`.execute(server.db);
  await sql`delete from mail_outbox`.execute(server.db);
  await sql`update settings set auth_type = 'password'`.execute(server.db);
  await sql`
    update credentials set password = ${hash}, changed_at = now() - interval '1 day'
    where account_id = (select id from accounts where email = ${email})`.execute(server.db);
  await sql`delete from credentials where account_id = (select id from accounts where email = 'must@example.com')`.execute(
    server.db,
  );
  await sql`update accounts set need_set_password = true where email = 'must@example.com'`.execute(server.db);
});

const change = (browser: Browser, password: string, old_password?: string) =>
  browser.post('/api/auth/change', { password, ...(old_password === undefined ? {} : { old_password }) });
const login = (secret: string, browser = server.browser(), address = email) =>
  browser.post('/api/auth/login_by_password', { email: address, password: secret, remember: false });
const signedIn = async (remember = false): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser, email, old, remember);
  return browser;
};
const must = async (): Promise<Browser> => {
  const browser = server.browser();
  await signInByCode(server, browser, 'must@example.com');
  return browser;
};

/** What the owner was told, oldest first. */
const told = async (address = email) =>
  (await listMail(server.db, address)).filter(({ kind }) => kind === 'password_set').toReversed();

describe('an account that has to set a password', () => {
  test('G4 sets one without an old one; the answer says that it is done, and sign-in by it works', async () => {
    const browser = await must();
    const { rev } = browser;
    const done = await change(browser, fresh);
    expect(done.http).toBe(200);
    expect(done.body.user).toMatchObject({ email: 'must@example.com', need_set_password: false });
    expect(done.body.rev).toBe(rev + 1);
    expect((await login(fresh, server.browser(), 'must@example.com')).body.user).toMatchObject({
      need_set_password: false,
    });
  });

  test('G4 is asked for the old one the next time', async () => {
    const browser = await must();
    await change(browser, fresh);
    await sql`update credentials set changed_at = now() - interval '1 day'`.execute(server.db);
    const reply = await change(browser, 'another long phrase');
    expect([reply.http, reply.failure.fields]).toEqual([422, { old_password: 'required' }]);
    expect((await change(browser, 'another long phrase', fresh)).http).toBe(200);
  });

  test('G4 two tabs that set one at once: one does, the other is told that something changed', async () => {
    const [one, two] = [await must(), server.browser()];
    two.cookies = new Map(one.cookies);
    const replies = await Promise.all([change(one, 'the phrase of one'), change(two, 'the phrase of two')]);
    expect(replies.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([
      200,
      expect.toSatisfy((http) => http === 409 || http === 422),
    ]);
    const right = await Promise.all(
      ['the phrase of one', 'the phrase of two'].map((phrase) => login(phrase, server.browser(), 'must@example.com')),
    );
    expect(right.filter(({ http }) => http === 200)).toHaveLength(1);
  });
});

describe('an account that has a password', () => {
  test('S2 changes it with the old one: every other session and remember token ends, this one stays', async () => {
    const [here, there, remembered] = [await signedIn(true), await signedIn(), await signedIn(true)];
    const done = await change(here, fresh, old);
    expect([done.http, done.body.payload]).toEqual([200, {}]);
    expect((await here.get('/api/exchange/history')).http).toBe(200);
    for (const other of [there, remembered]) {
      const reply = await other.get('/api/exchange/history');
      expect([reply.http, reply.body.user]).toEqual([401, nobody]);
      const held = other === remembered ? ['session=', 'remember='] : ['session='];
      expect(reply.setCookies.map((cookie) => cookie.split(';')[0])).toEqual(held);
    }
    // The token of this browser still brings its person back; the ones of the others are worth nothing.
    here.dropSession();
    expect((await here.get('/api/auth/check')).body.user).toMatchObject({ is_authenticated: true, email });
    expect((await login(old)).failure.code).toBe('wrong_credentials');
    expect((await login(fresh)).http).toBe(200);
  });

  test('S2 a remember token that was copied before is worth nothing after', async () => {
    const victim = await signedIn(true);
    const thief = server.browser();
    thief.cookies.set('remember', victim.cookies.get('remember') ?? '');
    const other = await signedIn();
    expect((await change(other, fresh, old)).http).toBe(200);
    expect((await thief.get('/api/auth/check')).body.user).toEqual(nobody);
  });

  test('S2 what was copied of the browser that changes it is worth nothing either', async () => {
    const here = await signedIn(true);
    const thief = server.browser();
    for (const [name, value] of here.cookies) thief.cookies.set(name, value);
    expect((await change(here, fresh, old)).http).toBe(200);
    await sql`update sessions set expires_at = now() where replaced_by is not null`.execute(server.db);
    expect((await thief.get('/api/auth/check')).body.user).toEqual(nobody);
    for (const _ of ['by its session', 'by what remembers it']) {
      expect((await here.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
      here.dropSession();
    }
  });

  test('F2 a wrong old one, and none, are told at the field', async () => {
    const browser = await signedIn();
    const wrong = await change(browser, fresh, 'not the old one');
    expect([wrong.http, wrong.failure.code, wrong.failure.fields]).toEqual([
      422,
      'wrong_password',
      { old_password: 'wrong_password' },
    ]);
    expect((await change(browser, fresh)).failure.fields).toEqual({ old_password: 'required' });
    expect((await login(old)).http).toBe(200);
  });

  test.each([
    ['short', { password: 'too_short' }],
    ['x'.repeat(201), { password: 'too_long' }],
    ['1234567890', { password: 'too_simple' }],
    ['NEW@example.com', { password: 'too_simple' }],
    [old, { password: 'same_password' }],
  ])('F2 %j is no new password', async (secret, fields) => {
    const reply = await change(await signedIn(), secret, old);
    expect([reply.http, reply.failure.fields]).toEqual([422, fields]);
  });

  test('F2 sent again because its answer was lost, it is answered again; a day later it is a wrong old password', async () => {
    const browser = await signedIn();
    await change(browser, fresh, old);
    const again = await change(browser, fresh, old);
    expect([again.http, again.body.payload]).toEqual([200, {}]);
    expect((await change(browser, 'yet another phrase', old)).http).toBe(422);
    await sql`update credentials set changed_at = now() - interval '1 day'`.execute(server.db);
    expect((await change(browser, fresh, old)).failure.code).toBe('wrong_password');
  });

  test('F2 of twenty changes at the same moment one is made', async () => {
    const browser = await signedIn();
    await sql`delete from attempts`.execute(server.db);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, one) => change(browser, `the long phrase ${one}`, old)),
    );
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(1);
    expect(replies.every(({ http }) => [200, 409, 422, 429].includes(http))).toBe(true);
  });
});

describe('the letter about another password', () => {
  test('F15 comes once, names device and place, and nobody turns it off; a change sent again writes none', async () => {
    const browser = await signedIn();
    await browser.post('/api/lang', { lang: 'en' });
    await browser.post('/api/config/mailing', { kind: 'operations', on: false });
    await change(browser, fresh, old);
    await change(browser, fresh, old);
    const [letter, ...more] = await told();
    expect([letter?.locale, letter?.subject, more]).toEqual(['en', 'A new password of your Statera account', []]);
    for (const part of [
      'was changed.',
      'sign-in with Telegram, if there was one, is off',
      'in Chrome, Linux, network address 127.0.0.1.',
      'If it was not you',
    ])
      expect(letter?.body).toContain(part);
    for (const secret of [old, fresh]) expect(letter?.body).not.toContain(secret);
    await browser.post('/api/config/mailing', { kind: 'operations', on: true });
    await sql`update accounts set locale = null where email = ${email}`.execute(server.db);
  });

  test('F15 the first password is told as one; what is refused tells nothing', async () => {
    const browser = await must();
    await change(browser, 'short');
    expect(await told('must@example.com')).toEqual([]);
    await change(browser, fresh);
    await change(browser, fresh);
    const [first, ...more] = (await told('must@example.com')).map(({ body }) => body);
    expect([first?.split('\n')[0], more]).toEqual(['Для вашего аккаунта в Statera задан пароль.', []]);
    expect(first).not.toContain('Telegram');
    const here = await signedIn();
    await change(here, old, old);
    await change(here, fresh, 'not the old one');
    expect(await told()).toEqual([]);
  });

  test('F15 of twenty changes at the same moment one is told', async () => {
    const browser = await signedIn();
    await sql`delete from attempts`.execute(server.db);
    await Promise.all(Array.from({ length: 20 }, (_, one) => change(browser, `the long phrase ${one}`, old)));
    expect(await told()).toHaveLength(1);
  });
});

describe('guessing the old password', () => {
  test('F2 is limited like sign-in, and apart from it', async () => {
    const [browser, other] = [await signedIn(), await signedIn(true)];
    for (const guess of ['one', 'two', 'three', 'four', 'five'])
      expect((await change(browser, fresh, guess)).http).toBe(422);
    const held = await change(browser, fresh, old);
    expect([held.http, held.failure.code]).toEqual([429, 'wait_before_retry']);
    expect(held.failure.params).toEqual({ seconds: Number(held.headers.get('retry-after')) });
    expect((await login(old)).http).toBe(200);
    // A stolen session keeps nobody from another password, and has no more tries in a new session of the same sign-in.
    for (const guess of ['one', 'two', 'three', 'four', 'five']) {
      other.dropSession();
      expect((await change(other, fresh, guess)).http).toBe(422);
    }
    other.dropSession();
    expect((await change(other, fresh, old)).http).toBe(429);
    await sql`update attempts set wait_until = now() where wait_until is not null`.execute(server.db);
    expect((await change(browser, fresh, old)).http).toBe(200);
    expect((await sql`select 1 from attempts`.execute(server.db)).rows).toHaveLength(1);
  });

  test('F2 the right one is no guess, even where the new one is the same', async () => {
    const browser = await signedIn();
    for (let tries = 0; tries < 7; tries += 1) {
      const same = await change(browser, old, old);
      expect([same.http, same.failure.code]).toEqual([422, 'same_password']);
    }
    expect((await sql`select 1 from attempts`.execute(server.db)).rows).toEqual([]);
  });

  test('F2 fifty at the same moment are counted before they are compared', async () => {
    const browser = await signedIn();
    await sql`delete from attempts`.execute(server.db);
    const replies = await Promise.all(Array.from({ length: 50 }, () => change(browser, fresh, 'a guess')));
    const compared = replies.filter(({ http }) => http === 422).length;
    // Five, and one for each of the first waits (2, 4 and 8 s) that a slow machine outlives.
    expect(compared).toBeGreaterThanOrEqual(5);
    expect(compared).toBeLessThanOrEqual(8);
    expect(replies.filter(({ http }) => http === 429)).toHaveLength(50 - compared);
  });
});

describe('who may', () => {
  test('S2 nobody without a session; another account than the page believes in changes nothing', async () => {
    const reply = await change(server.browser(), fresh, old);
    expect([reply.http, reply.failure.code, reply.body.user]).toEqual([401, 'no_session', nobody]);
    const browser = await signedIn();
    const other = await browser.post(
      '/api/auth/change',
      { password: fresh, old_password: old },
      { 'x-account': '10000016' },
    );
    expect([other.http, other.failure.code]).toEqual([409, 'account_changed']);
    expect((await login(old)).http).toBe(200);
  });

  test('G4 nobody where people sign in without passwords', async () => {
    const browser = await must();
    await sql`update settings set auth_type = 'passwordless'`.execute(server.db);
    const reply = await change(browser, fresh);
    expect([reply.http, reply.failure.code]).toEqual([403, 'password_disabled']);
  });
});

test('S2 a sign-in by the old password that is under way at that moment opens nothing that stays', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [here, there] = [await signedIn(), server.browser()];
    const [from, to] = round % 2 === 0 ? [old, fresh] : [fresh, old];
    if (round % 2 === 1) await change(here, fresh, old);
    await sql`delete from attempts`.execute(server.db);
    const [changed] = await Promise.all([change(here, to, from), login(from, there)]);
    expect(changed.http).toBe(200);
    expect((await there.get('/api/auth/check')).body.user).toEqual(nobody);
    await sql`update credentials set password = ${hash}, changed_at = now() - interval '1 day'
      where account_id = (select id from accounts where email = ${email})`.execute(server.db);
  }
});

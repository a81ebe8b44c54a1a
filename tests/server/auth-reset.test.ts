import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../server/auth/passwords.ts';
import { listMail } from '../../server/mail/outbox.ts';
import { resetLinkTo, signInByPassword, solvePuzzle, startServer, type Browser, type TestServer } from './harness.ts';

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
  for (const table of ['attempts', 'password_resets', 'mail_outbox'])
    await sql.raw(`delete from ${table}`).execute(server.db);
  await sql`update settings set auth_type = 'password'`.execute(server.db);
  await sql`
    update credentials set password = ${hash}, changed_at = now() - interval '1 day'
    where account_id = (select id from accounts where email = ${email})`.execute(server.db);
});

const ask = (address = email, browser = server.browser()) => browser.post('/api/auth/reset', { email: address });
const set = (token: string, password = fresh, browser = server.browser()) =>
  browser.post(`/api/auth/reset/${token}`, { password });
const login = (secret: string, address = email, browser = server.browser()) =>
  browser.post('/api/auth/login_by_password', { email: address, password: secret, remember: false });
const linkTo = async (address = email): Promise<string> => {
  await ask(address);
  return await resetLinkTo(server, address);
};
const aMomentLater = () =>
  sql`update password_resets set requested_at = requested_at - interval '1 minute'`.execute(server.db);
const userOf = async (browser: Browser) => (await browser.get('/api/auth/check')).body.user;
const said = (reply: Awaited<ReturnType<typeof ask>>) => [reply.http, reply.http === 200 ? null : reply.failure.code];

describe('another password by a link', () => {
  test('F2 R8 the link of the letter sets it; it signs nobody in, and the new password does', async () => {
    const browser = server.browser();
    const sent = await ask('New@Example.com', browser);
    expect([sent.http, sent.body.payload]).toEqual([
      200,
      { sent_to: email, expires_at: expect.any(String), again_at: expect.any(String) },
    ]);
    expect(Date.parse(sent.body.payload.expires_at) - Date.parse(sent.body.now)).toBeGreaterThan(3_599_000);
    const token = await resetLinkTo(server, email);
    const info = await browser.get(`/api/auth/reset/${token}`);
    expect(info.body.payload).toEqual({ email, expires_at: sent.body.payload.expires_at });
    const done = await set(token, fresh, browser);
    expect([done.http, done.body.payload, done.setCookies]).toEqual([200, {}, []]);
    expect(await userOf(browser)).toEqual(nobody);
    expect(said(await login(old))).toEqual([422, 'wrong_credentials']);
    expect((await login(fresh)).http).toBe(200);
  });

  test('F2 R8 GET and HEAD consume nothing', async () => {
    const token = await linkTo();
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD'])
      expect((await server.browser().send(`/api/auth/reset/${token}`, { method })).http).toBe(200);
    expect(await sql`select 1 from password_resets where used_at is not null`.execute(server.db)).toMatchObject({
      rows: [],
    });
    expect((await set(token)).http).toBe(200);
  });

  test('F2 R8 sent again after a lost answer it is answered the same, for ten minutes; another password is refused', async () => {
    const token = await linkTo();
    expect((await set(token)).http).toBe(200);
    expect((await set(token)).body.payload).toEqual({});
    expect(said(await set(token, 'quite another phrase'))).toEqual([404, 'link_invalid']);
    await sql`update password_resets set used_at = now() - interval '11 minutes'`.execute(server.db);
    expect(said(await set(token))).toEqual([404, 'link_invalid']);
  });

  test('F2 R8 it ends every session and every remember token of the account, and nobody else’s', async () => {
    const [first, remembered, other] = [server.browser(), server.browser(), server.browser()];
    await signInByPassword(first, email, old);
    await signInByPassword(remembered, email, old, true);
    await signInByPassword(other);
    await set(await linkTo());
    remembered.dropSession();
    expect([await userOf(first), await userOf(remembered)]).toEqual([nobody, nobody]);
    expect(await userOf(other)).toMatchObject({ email: 'demo@example.com' });
  });

  test('F2 R8 the browser that asks keeps its own session of that account, and one of another account', async () => {
    const [own, elsewhere, other] = [server.browser(), server.browser(), server.browser()];
    await signInByPassword(own, email, old);
    await signInByPassword(elsewhere, email, old);
    await signInByPassword(other);
    const copy = server.browser();
    copy.cookies.set('session', own.cookies.get('session') ?? '');
    expect((await set(await linkTo(), fresh, own)).http).toBe(200);
    expect([await userOf(own), await userOf(elsewhere)]).toEqual([expect.objectContaining({ email }), nobody]);
    await sql`update sessions set expires_at = now() where replaced_by is not null`.execute(server.db);
    expect([await userOf(own), await userOf(copy)]).toEqual([expect.objectContaining({ email }), nobody]);
    await aMomentLater();
    expect((await set(await linkTo(), `${fresh} 2`, other)).http).toBe(200);
    expect(await userOf(other)).toMatchObject({ email: 'demo@example.com' });
    expect(await userOf(own)).toEqual(nobody);
  });

  test('F2 R8 the first password of an account that has none is set by it too', async () => {
    await set(await linkTo('must@example.com'));
    expect((await login(fresh, 'must@example.com')).body.user).toMatchObject({ need_set_password: false });
    await sql`delete from credentials where account_id = (select id from accounts where email = 'must@example.com')`.execute(
      server.db,
    );
    await sql`update accounts set need_set_password = true where email = 'must@example.com'`.execute(server.db);
  });

  test('F2 R8 whoever had to wait for wrong passwords waits no more', async () => {
    for (let tries = 0; tries < 5; tries += 1) await login('not the password');
    expect(said(await login(old))).toEqual([403, 'captcha_required']);
    await set(await linkTo());
    expect((await login(fresh)).http).toBe(200);
  });

  test('F2 R8 a change of the password voids the links that were sent before', async () => {
    const here = server.browser();
    await signInByPassword(here, email, old);
    const token = await linkTo();
    expect((await here.post('/api/auth/change', { password: fresh, old_password: old })).http).toBe(200);
    expect((await server.browser().get(`/api/auth/reset/${token}`)).failure.code).toBe('link_invalid');
    expect(said(await set(token, 'quite another phrase'))).toEqual([404, 'link_invalid']);
    expect((await login(fresh)).http).toBe(200);
  });

  test('F2 R8 a link belongs to the address that it was sent to: an account that has left it is not opened by it', async () => {
    const token = await linkTo();
    await sql`update accounts set email = 'left@example.com' where email = ${email}`.execute(server.db);
    try {
      expect((await server.browser().get(`/api/auth/reset/${token}`)).failure.code).toBe('link_invalid');
      expect(said(await set(token))).toEqual([404, 'link_invalid']);
    } finally {
      await sql`update accounts set email = ${email} where email = 'left@example.com'`.execute(server.db);
    }
  });

  test('F2 R8 using a link voids the other ones; asking for another voids none', async () => {
    const first = await linkTo();
    await aMomentLater();
    const second = await linkTo();
    expect((await server.browser().get(`/api/auth/reset/${first}`)).http).toBe(200);
    expect((await set(first)).http).toBe(200);
    expect(said(await set(second))).toEqual([404, 'link_invalid']);
  });
});

describe('the letter with the link', () => {
  test.each([
    [
      'ru',
      'придётся войти заново, а вход через Telegram, если он был, отключится',
      'Chrome, Linux, сетевой адрес: 127.0.0.1',
    ],
    ['en', 'and sign-in with Telegram, if you had it, is off', 'Chrome, Linux, network address 127.0.0.1'],
  ])('F2 says before what ends with the old password, and who asked: %s', async (locale, ...parts) => {
    await sql`update accounts set locale = ${locale} where email = ${email}`.execute(server.db);
    await ask();
    await sql`update accounts set locale = null where email = ${email}`.execute(server.db);
    const [letter] = await listMail(server.db, email);
    for (const part of parts) expect(letter?.body).toContain(part);
  });
});

describe('the letter about a password that was set by a link', () => {
  const told = async () => (await listMail(server.db, email)).filter(({ kind }) => kind === 'password_set');

  test('F15 comes once, also when the submit is sent again, and says what ended', async () => {
    const token = await linkTo();
    await set(token, 'short');
    expect(await told()).toEqual([]);
    for (let times = 0; times < 3; times += 1) expect((await set(token)).http).toBe(200);
    const letters = await told();
    expect(letters.map(({ locale, subject }) => [locale, subject])).toEqual([
      ['ru', 'Новый пароль вашего аккаунта в Statera'],
    ]);
    for (const part of [
      'по ссылке из письма',
      'Telegram',
      'Chrome, Linux, сетевой адрес: 127.0.0.1',
      'Если это были не вы',
    ])
      expect(letters[0]?.body).toContain(part);
    for (const secret of [fresh, token]) expect(letters[0]?.body).not.toContain(secret);
  });

  test('F15 is in the language of the account, whatever the browser shows that has the link', async () => {
    await sql`update accounts set shown_locale = 'ru' where email = ${email}`.execute(server.db);
    const english = server.browser();
    english.cookies.set('i18n_redirected', 'en');
    await set(await linkTo(), fresh, english);
    expect((await told()).map(({ locale }) => locale)).toEqual(['ru']);
  });

  test('F15 of many submits of one link at once one is told', async () => {
    const token = await linkTo();
    await Promise.all(Array.from({ length: 8 }, () => set(token)));
    expect(await told()).toHaveLength(1);
  });
});

describe('a link that does not work', () => {
  test('F2 R8 one that is used, one that is too old and one that never was look alike', async () => {
    const used = await linkTo();
    await set(used);
    await aMomentLater();
    const late = await linkTo();
    await sql`update password_resets set expires_at = now() where used_at is null`.execute(server.db);
    const seen = [];
    for (const token of [used, late, 'x'.repeat(43)]) {
      const { failure, http } = await server.browser().get(`/api/auth/reset/${token}`);
      seen.push([http, failure]);
    }
    expect(seen).toEqual(Array.from(seen, () => [404, expect.objectContaining({ code: 'link_invalid' })]));
    expect(said(await set(late))).toEqual([404, 'link_invalid']);
  });

  test('F2 R8 one of an address that nobody has sets nothing, also when somebody has it by then', async () => {
    await ask('stranger@example.com');
    await expect(resetLinkTo(server, 'stranger@example.com')).rejects.toThrow('no mail');
    const { rows } = await sql<{ account_id: string | null }>`select account_id from password_resets`.execute(
      server.db,
    );
    expect(rows).toEqual([{ account_id: null }]);
  });
});

describe('what is refused', () => {
  test.each([
    ['short', 'too_short'],
    ['aaaaaaaaaaaa', 'too_simple'],
    ['new@example.com', 'too_simple'],
    ['x'.repeat(201), 'too_long'],
  ])('F2 R8 the password %j is %s, and the link is as good as before', async (password, code) => {
    const token = await linkTo();
    const reply = await set(token, password);
    expect([reply.http, reply.failure.fields]).toEqual([422, { password: code }]);
    expect((await set(token)).http).toBe(200);
  });

  test('F2 R8 where people sign in without passwords nothing of it answers, and the page hears why', async () => {
    const token = await linkTo();
    await sql`update settings set auth_type = 'passwordless'`.execute(server.db);
    for (const reply of [await ask(), await set(token), await server.browser().get(`/api/auth/reset/${token}`)]) {
      expect(said(reply)).toEqual([403, 'password_disabled']);
      expect(reply.body.site_settings).toMatchObject({ auth_type: 'passwordless' });
    }
    await sql`update settings set auth_type = 'password'`.execute(server.db);
    expect((await set(token)).http).toBe(200);
  });

  test('F2 R8 M5 a second letter at once, a fourth without a puzzle, a sixth of a place in an hour, and one more than twenty from everywhere', async () => {
    await ask();
    const soon = await ask();
    expect(said(soon)).toEqual([429, 'rate_limited']);
    expect(Number(soon.headers.get('retry-after'))).toBe(soon.failure.params?.['seconds']);
    const browser = server.browser();
    for (let letters = 1; letters < 5; letters += 1) {
      await aMomentLater();
      if (letters >= 3) {
        expect(said(await ask(email, browser))).toEqual([403, 'captcha_required']);
        await solvePuzzle(server, browser);
      }
      expect((await ask(email, browser)).http).toBe(200);
    }
    await solvePuzzle(server, browser);
    expect(said(await ask(email, browser))).toEqual([429, 'rate_limited']);
    await aMomentLater();
    const sixth = await ask(email, browser);
    expect(said(sixth)).toEqual([429, 'wait_before_retry']);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await ask('demo@example.com')).http).toBe(200);
    const behindProxy = await startServer({ DATABASE_URL: server.databaseUrl, TRUST_PROXY: '1' });
    try {
      const from = (place: string) =>
        behindProxy.browser().post('/api/auth/reset', { email }, { 'x-forwarded-for': place });
      for (let place = 0; place < 15; place += 1) expect((await from(`203.0.113.${place}`)).http).toBe(200);
      expect(said(await from('203.0.113.99'))).toEqual([429, 'wait_before_retry']);
    } finally {
      await behindProxy.close();
    }
  });

  test('F2 R8 of many requests at once for one address one is made', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(replies.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(429)]);
  });
});

describe('what is kept', () => {
  test('F2 R8 known and unknown addresses: the same answer of the same length, the same rows, one letter', async () => {
    const shape = (reply: Awaited<ReturnType<typeof ask>>) =>
      JSON.stringify([reply.http, reply.body, reply.setCookies]).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
    const [known, unknown] = [await ask(), await ask('wen@example.com')];
    expect(shape(unknown).replaceAll('wen@', 'new@')).toBe(shape(known));
    const again = [await ask(), await ask('wen@example.com')].map(({ http, failure }) => [http, failure.code]);
    expect(again[1]).toEqual(again[0]);
    const { rows } = await sql<{ recipient: string; waits: boolean }>`
      select recipient, sent_at is null and body <> '' as waits from mail_outbox order by id`.execute(server.db);
    expect(rows).toEqual([
      { recipient: email, waits: true },
      { recipient: 'wen@example.com', waits: false },
    ]);
  });

  test('F2 R8 neither the token nor the password stands where links are checked', async () => {
    const token = await linkTo();
    await set(token);
    const { rows } = await sql<{ row: string }>`
      select r::text as row from password_resets r union all select c::text from credentials c
      union all select a::text from attempts a`.execute(server.db);
    const all = rows.map(({ row }) => row).join('\n');
    for (const secret of [token, fresh]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
    const kept = await sql<{ password: string }>`
      select password from credentials where account_id = (select id from accounts where email = ${email})`.execute(
      server.db,
    );
    expect(await verifyPassword(fresh, kept.rows[0]?.password)).toBe(true);
  });

  test('F2 R8 the letter is in the language of the account, names who asked and leads to the address in use', async () => {
    await ask();
    const response = await fetch(`${server.url}/dev/outbox?to=${email}`);
    const { mails } = (await response.json()) as { mails: { body: string; subject: string }[] };
    expect(mails[0]?.subject).toBe('Новый пароль в Statera');
    expect(mails[0]?.body).toContain(`${server.url}/reset-password?token=`);
    expect(mails[0]?.body).toContain('Chrome, Linux');
  });
});

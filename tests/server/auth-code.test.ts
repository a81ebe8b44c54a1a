import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdPassword } from '../../server/auth/credentials.ts';
import { mailTo, signInByCode, solvePuzzle, startServer, type Browser, type TestServer } from './harness.ts';
import { until } from './money.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from sign_in_requests`.execute(server.db);
  await sql`delete from mail_outbox`.execute(server.db);
  await sql`delete from attempts`.execute(server.db);
  await sql`update settings set auth_type = 'password', site_blocked = false`.execute(server.db);
});

const email = 'new@example.com';
const ask = (browser = server.browser()) => browser.post('/api/auth/login', { email });
const aMomentLater = () =>
  sql`update sign_in_requests set requested_at = requested_at - interval '1 minute'`.execute(server.db);

describe('by code', () => {
  test('F1 a code from the mail signs in the browser that asked, and the answer says who it is', async () => {
    const browser = server.browser();
    const sent = await ask(browser);
    expect(sent.http).toBe(200);
    expect(sent.body.payload).toEqual({ sent_to: email, expires_at: expect.any(String), again_at: expect.any(String) });
    expect(Date.parse(sent.body.payload.expires_at) - Date.parse(sent.body.now)).toBeGreaterThan(599_000);
    const { code } = await mailTo(server, email);
    const done = await browser.post('/api/auth/code', { code, remember: false });
    expect(done.http).toBe(200);
    expect(done.body.user).toMatchObject({ is_authenticated: true, email, need_set_password: false });
    expect(done.body.wallets).toBeDefined();
    expect((await browser.get('/api/auth/check')).body.user).toEqual(done.body.user);
  });

  test('F1 F15 whoever asks as one who has an account gets no new one: the proven address is told that nobody has it', async () => {
    await sql`update settings set auth_type = 'passwordless'`.execute(server.db);
    const nobody = 'left@example.com';
    const found = async () => (await sql`select from accounts where email = ${nobody}`.execute(server.db)).rows.length;
    const browser = server.browser();
    const asked = await browser.post('/api/auth/login', { email: nobody, known: true });
    expect(Object.keys(asked.body.payload)).toEqual(['sent_to', 'expires_at', 'again_at']);
    const { code, link } = await mailTo(server, nobody);
    for (const [path, body] of [
      ['/api/auth/code', { code, remember: false }],
      [`/api/auth/link/${link}`, { remember: false }],
    ] as const) {
      const reply = await browser.post(path, body);
      expect([reply.http, reply.failure.code, await found()]).toEqual([409, 'no_account', 0]);
    }
    expect((await browser.get('/api/auth/check')).body.user).toMatchObject({ is_authenticated: false });
    // Where the letter is sent again it is for the same wish.
    await aMomentLater();
    await browser.get('/api/auth/send_confirmation_instructions');
    const again = await browser.post('/api/auth/code', { code: (await mailTo(server, nobody)).code, remember: false });
    expect([again.failure.code, await found()]).toEqual(['no_account', 0]);
    // Somebody who has one signs in to it.
    const other = server.browser();
    await other.post('/api/auth/login', { email, known: true });
    expect(
      (await other.post('/api/auth/code', { code: (await mailTo(server, email)).code, remember: false })).body.user,
    ).toMatchObject({ email });
    // A sign-in of its own makes one.
    await aMomentLater();
    await signInByCode(server, server.browser(), nobody);
    expect(await found()).toBe(1);
  });

  test('F1 a code is used once; what is left of it says so', async () => {
    const browser = server.browser();
    await ask(browser);
    const { code } = await mailTo(server, email);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await browser.post('/api/auth/code', { code, remember: false })).http).toBe(200);
    const again = await server.browser().post('/api/auth/code', { code, remember: false }, { cookie });
    expect([again.http, again.failure.code]).toEqual([409, 'code_used']);
  });

  test('F1 a new request of a browser voids its old code', async () => {
    const browser = server.browser();
    await ask(browser);
    const old = await mailTo(server, email);
    const cookie = `sign-in-request=${browser.cookies.get('sign-in-request')}`;
    await aMomentLater();
    await ask(browser);
    const fresh = await mailTo(server, email);
    const refused = await server.browser().post('/api/auth/code', { code: old.code, remember: false }, { cookie });
    expect([refused.http, refused.failure.code]).toEqual([409, 'code_expired']);
    expect((await browser.post('/api/auth/code', { code: fresh.code, remember: false })).http).toBe(200);
  });

  test("F1 three browsers of one place have a code each, and none is another one's; a fourth voids the oldest", async () => {
    const asked: { browser: Browser; code: string }[] = [];
    for (const letters of [0, 1, 2, 3]) {
      const browser = server.browser();
      if (letters >= 3) await solvePuzzle(server, browser);
      expect((await ask(browser)).http).toBe(200);
      asked.push({ browser, code: (await mailTo(server, email)).code });
      await aMomentLater();
    }
    const [oldest, second, third] = asked;
    const prove = async (browser: Browser | undefined, code: string | undefined) => {
      const reply = await browser?.post('/api/auth/code', { code, remember: false });
      return [reply?.http, reply?.http === 200 ? null : reply?.failure.code];
    };
    expect(await prove(oldest?.browser, oldest?.code)).toEqual([409, 'code_expired']);
    if (second?.code !== third?.code) expect(await prove(third?.browser, second?.code)).toEqual([422, 'wrong_code']);
    for (const one of asked.slice(1)) expect(await prove(one.browser, one.code)).toEqual([200, null]);
  });

  test('F1 a second request at once is refused with the time to wait', async () => {
    const first = await ask();
    const second = await ask();
    expect([second.http, second.failure.code]).toEqual([429, 'rate_limited']);
    const seconds = Number(second.headers.get('retry-after'));
    expect(seconds).toBe(second.failure.params?.['seconds']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds * 1000).toBeLessThanOrEqual(
      Date.parse(first.body.payload.again_at) - Date.parse(first.body.now) + 1000,
    );
  });

  test('F1 of many requests at once for one address one is made', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(replies.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(429)]);
  });

  test('F1 five wrong tries end a code, and the right one comes too late', async () => {
    const browser = server.browser();
    await ask(browser);
    const { code } = await mailTo(server, email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (const left of [4, 3, 2, 1]) {
      const reply = await browser.post('/api/auth/code', { code: wrong, remember: false });
      expect([reply.http, reply.failure]).toEqual([
        422,
        expect.objectContaining({ code: 'wrong_code', params: { left }, fields: { code: 'wrong_code' } }),
      ]);
    }
    expect((await browser.post('/api/auth/code', { code: wrong, remember: false })).failure.code).toBe(
      'too_many_tries',
    );
    const late = await browser.post('/api/auth/code', { code, remember: false });
    expect([late.http, late.failure.code]).toEqual([409, 'too_many_tries']);
  });

  test('F1 a code that is older than ten minutes is expired', async () => {
    const browser = server.browser();
    await ask(browser);
    const { code } = await mailTo(server, email);
    await sql`update sign_in_requests set expires_at = now() - interval '1 second'`.execute(server.db);
    const reply = await browser.post('/api/auth/code', { code, remember: false });
    expect([reply.http, reply.failure.code]).toEqual([409, 'code_expired']);
  });

  test('F1 whoever comes after the time of a code is told so: the browser knows longer that it asked', async () => {
    const browser = server.browser();
    const asked = await ask(browser);
    const [, age] =
      /^sign-in-request=.*Max-Age=(\d+)/.exec(
        asked.setCookies.find((one) => one.startsWith('sign-in-request=')) ?? '',
      ) ?? [];
    const left = (Date.parse(asked.body.payload.expires_at) - Date.parse(asked.body.now)) / 1000;
    expect(Number(age)).toBeGreaterThan(left + 60);
  });

  test('F1 a code in a browser that did not ask is worth nothing', async () => {
    await ask();
    const { code } = await mailTo(server, email);
    const reply = await server.browser().post('/api/auth/code', { code, remember: false });
    expect([reply.http, reply.failure.code]).toEqual([409, 'code_elsewhere']);
  });

  test('F1 neither code nor link stands in the database where it is checked', async () => {
    const browser = server.browser();
    await ask(browser);
    const { code, link } = await mailTo(server, email);
    const { rows } = await sql<{ row: string }>`select r::text as row from sign_in_requests r`.execute(server.db);
    const asHex = (text: string) => Buffer.from(text).toString('hex');
    for (const secret of [code, link, browser.cookies.get('sign-in-request') ?? '?']) {
      expect(rows[0]?.row).not.toContain(secret);
      expect(rows[0]?.row).not.toContain(asHex(secret));
    }
  });

  test('G4 an account that must set a password says so', async () => {
    const browser = server.browser();
    await signInByCode(server, browser, 'must@example.com');
    expect((await browser.get('/api/auth/check')).body.user).toMatchObject({
      email: 'must@example.com',
      need_set_password: true,
    });
  });
});

describe('guesses at codes', () => {
  const wrong = { code: '000000', remember: false };
  const guess = async (browser: Browser, times: number) => {
    await sql`update sign_in_requests set code_hash = sha256('x')`.execute(server.db);
    for (let tries = 0; tries < times; tries += 1) await browser.post('/api/auth/code', wrong);
  };
  /** Asks and guesses until the address has `wrongCodes` behind it; a new browser for each letter. */
  const stranger = async (address: string, wrongCodes: number) => {
    for (let left = wrongCodes; left > 0; left -= 5) {
      const browser = server.browser();
      if (left <= wrongCodes - 5) await solvePuzzle(server, browser);
      expect((await browser.post('/api/auth/login', { email: address })).http).toBe(200);
      await guess(browser, Math.min(5, left));
      await aMomentLater();
    }
  };

  test('F1 after ten wrong codes from one place an address gets no new letter there for an hour, known or not', async () => {
    const refusals = [];
    for (const address of [email, 'nobody@example.com']) {
      await stranger(address, 10);
      const late = server.browser();
      expect((await late.post('/api/auth/login', { email: address })).failure.code).toBe('captcha_required');
      await solvePuzzle(server, late);
      const refused = await late.post('/api/auth/login', { email: address });
      expect([refused.http, refused.failure.code]).toEqual([429, 'wait_before_retry']);
      refusals.push([refused.http, refused.failure.message.replaceAll(/\d+/g, ''), refused.setCookies]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    }
    expect(refusals[1]).toEqual(refusals[0]);
    expect((await server.browser().post('/api/auth/login', { email: 'must@example.com' })).http).toBe(200);
    await sql`update attempts set expires_at = now()`.execute(server.db);
    expect((await ask()).http).toBe(200);
  });

  test('F1 the browser of the open request is not stopped by it: its code works, and so does a new letter', async () => {
    await stranger(email, 9);
    const [own, other] = [server.browser(), server.browser()];
    const asks = async (browser: Browser) => {
      await solvePuzzle(server, browser);
      return (await ask(browser)).http;
    };
    await asks(own);
    await own.post('/api/auth/code', wrong);
    await aMomentLater();
    expect([await asks(other), await asks(own)]).toEqual([429, 200]);
    const { code } = await mailTo(server, email);
    expect((await own.post('/api/auth/code', { code, remember: false })).http).toBe(200);
    expect((await ask()).http).toBe(200);
  });

  test('F1 new letters there bring no new tries', async () => {
    await stranger(email, 10);
    await sql`update attempts set failures = 9 where failures = 10`.execute(server.db);
    const browser = server.browser();
    await solvePuzzle(server, browser);
    await ask(browser);
    const answers: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      await guess(browser, 0);
      answers.push((await browser.post('/api/auth/code', wrong)).failure.code);
      await aMomentLater();
      await solvePuzzle(server, browser);
      answers.push(String((await ask(browser)).http));
    }
    expect(answers).toEqual(
      [...Array.from({ length: 4 }, () => ['wrong_code', '200']), ['too_many_tries', '429']].flat(),
    );
  });
});

describe('a stranger elsewhere', () => {
  let behindProxy: TestServer;
  beforeAll(async () => {
    behindProxy = await startServer({ DATABASE_URL: server.databaseUrl, TRUST_PROXY: '1' });
  });
  afterAll(() => behindProxy.close());

  const from = (place: string, browser = behindProxy.browser(), address = email) =>
    browser.post('/api/auth/login', { email: address }, { 'x-forwarded-for': place });
  const home = '198.51.100.1';
  const theirs = '203.0.113.5';

  test('F1 R8 who asks again and again voids neither the letter nor the password that waits for it', async () => {
    const owner = behindProxy.browser();
    const [address, password] = ['owner@example.com', 'a quiet long phrase'];
    await owner.post('/api/auth/register', { email: address, password }, { 'x-forwarded-for': home });
    const { code } = await mailTo(server, address);
    const stranger = behindProxy.browser();
    const anotherLetter = async () => {
      await solvePuzzle(behindProxy, stranger);
      stranger.cookies.delete('sign-in-request');
      return await from(theirs, stranger, address);
    };
    for (let letters = 0; letters < 6; letters += 1) {
      await aMomentLater();
      expect((await anotherLetter()).http).toBe(200);
    }
    expect((await anotherLetter()).failure.code).toBe('rate_limited');
    const done = await owner.post('/api/auth/code', { code, remember: false });
    expect([done.http, done.body.user.need_set_password]).toEqual([200, false]);
    const login = { email: address, password, remember: false };
    expect((await behindProxy.browser().post('/api/auth/login_by_password', login)).http).toBe(200);
  });

  test('F1 R8 one place sends ten letters an hour to an address, from the fourth on for a puzzle each, and a sign-in forgets them', async () => {
    const asks: string[] = [];
    let last = behindProxy.browser();
    for (let letters = 0; letters < 11; letters += 1) {
      await aMomentLater();
      last = behindProxy.browser();
      const plain = await from(theirs, last);
      if (plain.http === 200) asks.push('sent');
      else {
        await solvePuzzle(behindProxy, last);
        const solved = await from(theirs, last);
        asks.push(`${plain.failure.code}, ${solved.http === 200 ? 'sent' : solved.failure.code}`);
      }
      if (letters === 9) {
        // Another letter of the request counts as well.
        await aMomentLater();
        expect((await last.get('/api/auth/send_confirmation_instructions')).failure.code).toBe('wait_before_retry');
      }
    }
    expect(asks).toEqual([
      ...Array.from({ length: 3 }, () => 'sent'),
      ...Array.from({ length: 7 }, () => 'captcha_required, sent'),
      'captcha_required, wait_before_retry',
    ]);
    expect((await from(home)).http).toBe(200);

    await sql`delete from attempts`.execute(server.db);
    await sql`delete from sign_in_requests`.execute(server.db);
    for (let letters = 0; letters < 5; letters += 1) {
      const browser = behindProxy.browser();
      expect((await from(theirs, browser)).http).toBe(200);
      const { code } = await mailTo(server, email);
      expect((await browser.post('/api/auth/code', { code, remember: false })).http).toBe(200);
    }
  });

  test('F1 who guesses codes closes the address to new letters where they are, and nowhere else', async () => {
    for (const _ of [1, 2]) {
      const browser = behindProxy.browser();
      await solvePuzzle(behindProxy, browser);
      expect((await from(theirs, browser)).http).toBe(200);
      await sql`update sign_in_requests set code_hash = sha256('x')`.execute(server.db);
      for (let tries = 0; tries < 5; tries += 1)
        await browser.post('/api/auth/code', { code: '000000', remember: false });
      await aMomentLater();
    }
    const late = behindProxy.browser();
    await solvePuzzle(behindProxy, late);
    expect((await from(theirs, late)).failure.code).toBe('wait_before_retry');
    expect((await from(home)).http).toBe(200);
  });

  test('F1 forty wrong codes from everywhere close it everywhere', async () => {
    for (let place = 0; place < 8; place += 1) {
      const browser = behindProxy.browser();
      expect((await from(`203.0.113.${place}`, browser)).http).toBe(200);
      await sql`update sign_in_requests set code_hash = sha256('x')`.execute(server.db);
      for (let tries = 0; tries < 5; tries += 1)
        await browser.post('/api/auth/code', { code: '000000', remember: false });
    }
    expect((await from(home)).failure.code).toBe('wait_before_retry');
  });

  test('F1 an address has twelve requests open and no more; whoever has one may replace it', async () => {
    const owner = behindProxy.browser();
    expect((await from(home, owner)).http).toBe(200);
    for (let one = 1; one < 12; one += 1) expect((await from(`203.0.113.${one}`)).http).toBe(200);
    const refused = await from('203.0.113.99');
    expect([refused.http, refused.failure.code]).toEqual([429, 'wait_before_retry']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590);
    await aMomentLater();
    expect((await from(home, owner)).http).toBe(200);
    expect((await from('203.0.113.99')).http).toBe(429);
  });
});

describe('beside what ends all sign-ins', () => {
  test('F1 a code is of no use where the address becomes another one in the same moment', async () => {
    const account = await server.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const browser = server.browser();
    await ask(browser);
    const { code } = await mailTo(server, email);
    const sessions = async () =>
      (await server.db.selectFrom('sessions').select('id').where('account_id', '=', account.id).execute()).length;
    const before = await sessions();
    const { signingIn } = await server.db.transaction().execute(async (trx) => {
      await holdPassword(trx, account.id, 'to change it');
      const answer = browser.post('/api/auth/code', { code, remember: true });
      await until(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%pg_advisory_xact_lock_shared%'`.execute(
          server.db,
        );
        return rows.length > 0;
      }, 'the sign-in never waited for the account');
      await sql`update accounts set email = 'elsewhere@example.com' where id = ${account.id}`.execute(trx);
      return { signingIn: answer };
    });
    const refused = await signingIn;
    expect([refused.http, refused.failure.code]).toEqual([422, 'wrong_code']);
    expect(await sessions()).toBe(before);
    await sql`update accounts set email = ${email} where id = ${account.id}`.execute(server.db);
  });
});

describe('by link', () => {
  test('F1 reading a link consumes nothing; its button signs in the browser that asked', async () => {
    const browser = server.browser();
    await ask(browser);
    const { link } = await mailTo(server, email);
    for (const _ of [1, 2, 3]) {
      const info = await browser.get(`/api/auth/link/${link}`);
      expect(info.body.payload).toMatchObject({ same_browser: true, device: 'Chrome, Linux' });
      expect(info.body.payload.code).toBeUndefined();
    }
    const done = await browser.post(`/api/auth/link/${link}`, { remember: true });
    expect(done.body.user).toMatchObject({ is_authenticated: true, email });
    const again = await browser.post(`/api/auth/link/${link}`, { remember: true });
    expect([again.http, again.failure.code]).toEqual([404, 'link_invalid']);
  });

  test('F1 in another browser a link signs nobody in, and shows the code with the place and the device', async () => {
    const asked = server.browser();
    await ask(asked);
    const { link, code, body } = await mailTo(server, email);
    expect(body).toContain('Запрос пришёл из браузера: Chrome, Linux, сетевой адрес: 127.0.0.1.');
    const other = server.browser('Mozilla/5.0 (iPhone) Safari/604.1');
    const info = await other.get(`/api/auth/link/${link}`);
    expect(info.body.payload).toMatchObject({
      same_browser: false,
      code,
      device: 'Chrome, Linux',
      place: expect.stringMatching(/127\.0\.0\.1/),
    });
    const refused = await other.post(`/api/auth/link/${link}`, { remember: false });
    expect([refused.http, refused.failure.code]).toEqual([403, 'forbidden']);
    expect((await other.get('/api/auth/check')).body.user).toEqual({ is_authenticated: false });
    expect((await asked.post('/api/auth/code', { code, remember: false })).http).toBe(200);
  });

  test('F1 a link that never was, one that was used and one that is voided look alike', async () => {
    const browser = server.browser();
    await ask(browser);
    const voided = (await mailTo(server, email)).link;
    await aMomentLater();
    await ask(browser);
    const used = (await mailTo(server, email)).link;
    await browser.post(`/api/auth/link/${used}`, { remember: false });
    for (const link of [voided, used, 'A'.repeat(43), used.slice(0, 12)]) {
      const reply = await server.browser().get(`/api/auth/link/${link}`);
      expect([reply.http, reply.failure.code]).toEqual([404, 'link_invalid']);
    }
  });

  test('F1 a link names the address that the person has open', async () => {
    await ask();
    const { body } = await mailTo(server, email);
    expect(body).toContain(`${server.url}/login?link=`);
  });
});

describe('known and unknown addresses', () => {
  const shape = (reply: { http: number; body: unknown; setCookies: string[] }) =>
    JSON.stringify([reply.http, reply.body, reply.setCookies])
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/request=[\w-]{43}/g, 'request=token')
      .replaceAll(/(new|nobody)@example\.com/g, 'address');

  test('F1 they get the same answer and the same rows, and an unknown one gets no mail where passwords rule', async () => {
    const known = await ask();
    const unknown = await server.browser().post('/api/auth/login', { email: 'nobody@example.com' });
    expect(shape(unknown)).toBe(shape(known));
    const { rows } = await sql<{ email: string }>`select email from sign_in_requests order by id`.execute(server.db);
    expect(rows).toEqual([{ email }, { email: 'nobody@example.com' }]);
    const mails = await sql<{
      recipient: string;
      secret: boolean;
    }>`select recipient, body <> '' as secret from mail_outbox order by id`.execute(server.db);
    expect(mails.rows).toEqual([
      { recipient: email, secret: true },
      { recipient: 'nobody@example.com', secret: false },
    ]);
    await expect(mailTo(server, 'nobody@example.com')).rejects.toThrow('no mail');
  });

  test('F1 a wrong code for an unknown address is refused as for a known one', async () => {
    const refusals = [];
    for (const address of [email, 'nobody@example.com']) {
      const browser = server.browser();
      await browser.post('/api/auth/login', { email: address });
      await sql`update sign_in_requests set code_hash = sha256('x') where email = ${address}`.execute(server.db);
      refusals.push(shape(await browser.post('/api/auth/code', { code: '123456', remember: false })));
    }
    expect(refusals[1]).toBe(refusals[0]);
  });

  test('F1 without passwords, whoever proves an unknown address gets an account with wallets', async () => {
    await sql`update settings set auth_type = 'passwordless'`.execute(server.db);
    const browser = server.browser();
    await signInByCode(server, browser, 'First.Time@example.com');
    const check = await browser.get('/api/auth/check', { 'x-rev': '0' });
    expect(check.body.user).toMatchObject({
      email: 'first.time@example.com',
      need_set_password: true,
      account_id: expect.stringMatching(/^\d{8}$/),
    });
    expect(check.body.wallets.length).toBeGreaterThan(0);
    const again = server.browser();
    await signInByCode(server, again, 'first.time@EXAMPLE.com');
    expect(again.account).toBe(browser.account);
  });
});

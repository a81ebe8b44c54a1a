import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPublished } from '../../contract/outward.ts';
import { holdPassword } from '../../server/auth/credentials.ts';
import { closeAll, openSession } from '../../server/auth/sessions.ts';
import { findLinked, unlinkTelegram } from '../../server/auth/telegram-links.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { createServer, type RunningServer } from '../../server/server.ts';
import { operateAccount } from '../../server/settings/account-operator.ts';
import type { Reply } from './browser.ts';
import {
  Browser,
  createDatabase,
  mailTo,
  resetLinkTo,
  signInByPassword,
  startServer,
  type TestDatabase,
} from './harness.ts';
import { until } from './money.ts';

/*
 * A server with a bot of its own. What Telegram would answer is signed here, by what its page says about it and by nothing
 * of ours.
 */

const token = `123456:${'bot-Token_'.repeat(4)}`;
const bot = { TELEGRAM_BOT_NAME: 'statera_bot', TELEGRAM_BOT_TOKEN: token };
const demo = 'demo@example.com';
const person = {
  id: '279058397',
  first_name: 'Anna',
  last_name: 'Berg',
  username: 'annaberg',
  photo_url: 'https://t.me/i/a.jpg',
};
type Fields = Record<string, string>;

let database: TestDatabase;
let server: RunningServer;
const lines: string[] = [];
beforeAll(async () => {
  database = await createDatabase();
  const environment = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'debug', DIST_DIR: '/nonexistent', SEED_DEMO: '1' };
  const config = readConfig({ ...environment, ...bot, DATABASE_URL: database.url });
  server = await createServer({ config, log: createLog(config, { write: (line) => lines.push(line) }) });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
const db = () => {
  if (!server.db) throw new Error('this server has a database');
  return server.db;
};
beforeEach(async () => {
  for (const table of [
    'attempts',
    'sign_in_requests',
    'mail_changes',
    'mail_outbox',
    'telegram_requests',
    'telegram_answers',
  ])
    await sql.raw(`delete from ${table}`).execute(db());
  await sql`delete from telegram_links`.execute(db());
  await sql`update settings set auth_type = 'password', sign_in_redirect = null`.execute(db());
});

const newBrowser = () => new Browser(server.url);
const seconds = (ago = 0) => String(Math.floor(Date.now() / 1000) - ago);
const sign = (fields: Fields, key = token): string => {
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('\n');
  return createHmac('sha256', createHash('sha256').update(key).digest()).update(text).digest('hex');
};
const packed = (fields: object): string => `tgAuthResult=${Buffer.from(JSON.stringify(fields)).toString('base64url')}`;
/** As Telegram writes it: two of the fields are numbers. */
const answerOf = (fields: Fields, hash = sign(fields)): string => {
  const { id, auth_date: at, ...rest } = fields;
  return packed({ ...rest, id: Number(id), auth_date: Number(at), hash });
};
const agreed = (ago = 0, who: Fields = person): Fields => ({ ...who, auth_date: seconds(ago) });

/** A browser goes to Telegram. @returns the state that leads back. */
const go = async (browser: Browser, remember = false): Promise<string> => {
  const reply = await browser.post('/api/auth/telegram', { remember });
  const back = new URL(reply.body.payload.url as string).searchParams.get('return_to') ?? '';
  return new URL(back).searchParams.get('state') ?? '';
};
const comeBack = (browser: Browser, state: string, answer = answerOf(agreed())): Promise<Reply> =>
  browser.post('/api/auth/telegram/answer', { state, answer });
const said = (reply: Reply) => [reply.http, reply.http === 200 ? reply.body.payload : reply.failure.code];
const userOf = async (browser: Browser) => (await browser.get('/api/auth/check')).body.user;
const nobody = { is_authenticated: false };
const link = (email = demo, id = person.id) =>
  sql`insert into telegram_links (telegram_id, account_id) select ${id}, a.id from accounts a where a.email = ${email}`.execute(
    db(),
  );
const count = async (what: string): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.raw(what)}`.execute(db())).rows[0]?.n);

describe('the way there', () => {
  test('M6 whoever is to be remembered comes back to a page that knows it', async () => {
    for (const remember of [true, false]) {
      const { body } = await newBrowser().post('/api/auth/telegram', { remember });
      const back = new URL(body.payload.url as string).searchParams.get('return_to') ?? '';
      expect(new URL(back).searchParams.has('remember')).toBe(remember);
    }
  });

  test('M6 the site names its bot, and the page to go to is a published one of Telegram', async () => {
    const browser = newBrowser();
    const { site_settings: site } = (await browser.get('/api/auth/check')).body;
    expect([site.telegram_bot, site.origins]).toEqual([
      'statera_bot',
      expect.arrayContaining(['https://oauth.telegram.org']),
    ]);
    const started = await browser.post('/api/auth/telegram', { remember: false });
    const url = started.body.payload.url as string;
    expect(isPublished(url, site.origins)).toBe(true);
    expect(url).not.toContain(token.slice(7));
    const { origin, pathname, searchParams } = new URL(url);
    expect([origin + pathname, Object.fromEntries(searchParams)]).toEqual([
      'https://oauth.telegram.org/auth',
      {
        bot_id: '123456',
        origin: server.url,
        return_to: expect.stringMatching(new RegExp(`^${server.url}/login/telegram\\?state=[\\w-]{43}$`)),
      },
    ]);
    expect(started.setCookies).toEqual([
      expect.stringMatching(/^telegram=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/),
    ]);
  });

  test('M6 without a bot the site names none, and every call says that it is switched off', async () => {
    const bare = await startServer({ DATABASE_URL: database.url, PROVIDERS: 'none' });
    const browser = bare.browser();
    const { site_settings: site } = (await browser.get('/api/auth/check')).body;
    expect([site.telegram_bot, site.origins]).toEqual([undefined, ['https://www.bestchange.com']]);
    const state = 's'.repeat(43);
    for (const reply of [
      await browser.post('/api/auth/telegram', { remember: false }),
      await comeBack(browser, state),
      await browser.post('/api/auth/telegram/email', { email: demo }),
    ]) {
      expect(said(reply)).toEqual([403, 'telegram_off']);
      expect(reply.body.site_settings).toEqual(site);
    }
    await bare.close();
  });

  test.each([
    [{ TELEGRAM_BOT_NAME: 'statera_bot' }, 'TELEGRAM_BOT_TOKEN must be set beside TELEGRAM_BOT_NAME'],
    [{ TELEGRAM_BOT_TOKEN: token }, 'TELEGRAM_BOT_NAME must be set beside TELEGRAM_BOT_TOKEN'],
    [{ ...bot, TELEGRAM_BOT_NAME: '@statera' }, 'TELEGRAM_BOT_NAME must be the name of a bot, like statera_bot'],
    [{ ...bot, TELEGRAM_BOT_TOKEN: 'secret' }, 'TELEGRAM_BOT_TOKEN must be the token of a bot, like 123456:ABC'],
  ])('M6 %j stops the start', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(line);
  });
});

describe('the answer', () => {
  test('M6 whom Telegram names and the house knows is signed in, under a new session, remembered if they wished', async () => {
    await link();
    const browser = newBrowser();
    const state = await go(browser, true);
    browser.cookies.set('session', 'x'.repeat(43));
    const reply = await comeBack(browser, state);
    expect(said(reply)).toEqual([200, { signed_in: true }]);
    expect(reply.body.user).toMatchObject({ is_authenticated: true, email: demo });
    expect(browser.cookies.get('session')).toMatch(/^(?!x{43})[\w-]{43}$/);
    expect([browser.cookies.has('remember'), browser.cookies.has('telegram')]).toEqual([true, false]);
    const plain = newBrowser();
    await comeBack(plain, await go(plain), answerOf(agreed(30)));
    expect([(await userOf(plain)).email, plain.cookies.has('remember')]).toEqual([demo, false]);
  });

  const changed = (name: string) => {
    const fields: Fields = agreed();
    const hash = sign(fields);
    const value = fields[name] ?? '';
    return answerOf({ ...fields, [name]: /^\d+$/.test(value) ? String(Number(value) + 1) : `${value}x` }, hash);
  };
  const without = (name: string): Fields =>
    Object.fromEntries(Object.entries(agreed()).filter(([other]) => other !== name));
  /** Signed with the number of before; of two of one name the last one is read. */
  const twice = (id: string, hash: string) => {
    const text = JSON.stringify({ ...agreed(), hash }).replace(/}$/, `,"id":"${id}"}`);
    return `tgAuthResult=${Buffer.from(text).toString('base64url')}`;
  };
  test.each<[string, () => string]>([
    ...[...Object.keys(person), 'auth_date'].flatMap((name): [string, () => string][] => [
      [`${name} is another one`, () => changed(name)],
      [`${name} is left out of what was signed`, () => packed({ ...without(name), hash: sign(agreed()) })],
    ]),
    ...['id', 'auth_date'].map((name): [string, () => string] => [
      `there is no ${name} in what was signed`,
      () => packed({ ...without(name), hash: sign(without(name)) }),
    ]),
    ['a field is added', () => answerOf({ ...agreed(), premium: 'true' }, sign(agreed()))],
    ['another bot has signed it', () => answerOf(agreed(), sign(agreed(), `${token}x`))],
    ['the token itself is the key', () => answerOf(agreed(), createHmac('sha256', token).update('x').digest('hex'))],
    ['the signature is missing', () => packed({ ...agreed() })],
    ['the signature is empty', () => answerOf(agreed(), '')],
    ['the signature is in capitals', () => answerOf(agreed(), sign(agreed()).toUpperCase())],
    ['the signature is cut', () => answerOf(agreed(), sign(agreed()).slice(0, 62))],
    ['a name brings a line of its own', () => answerOf(agreed(0, { ...person, first_name: 'Anna\nid=1' }))],
    ['two fields have one name', () => twice('279058398', sign(agreed()))],
    ['the fields stand by themselves', () => new URLSearchParams({ ...agreed(), hash: sign(agreed()) }).toString()],
    [
      'the number is none',
      () => packed({ ...agreed(0, { ...person, id: '0' }), hash: sign(agreed(0, { ...person, id: '0' })) }),
    ],
    ['it is no JSON', () => 'tgAuthResult=AAAA'],
    ['it is a list', () => packed([1, 2])],
    ['a field is an object', () => packed({ ...agreed(), id: { $gt: 0 }, hash: sign(agreed()) })],
    ['nobody has signed anything', () => 'tgAuthResult=false'],
  ])('M6 %s: refused, and nobody is signed in', async (_what, answer) => {
    await link();
    await link('new@example.com', '279058398');
    const browser = newBrowser();
    expect(said(await comeBack(browser, await go(browser), answer()))).toEqual([403, 'telegram_refused']);
    expect(await userOf(browser)).toEqual(nobody);
    expect(await count('telegram_answers')).toBe(0);
  });

  test.each([
    ['four minutes old', 240, true],
    ['older than five minutes', 302, false],
    ['a day old', 86_400, false],
    ['of some seconds ahead, where clocks differ', -20, true],
    ['from the future', -60, false],
  ])('M6 an answer %s', async (_what, ago, good) => {
    await link();
    const browser = newBrowser();
    const reply = await comeBack(browser, await go(browser), answerOf(agreed(ago)));
    expect(said(reply)).toEqual(good ? [200, { signed_in: true }] : [409, 'telegram_stale']);
    expect((await userOf(browser)).is_authenticated).toBe(good);
  });

  test('M6 it counts in the browser that asked alone, by the way back that it was given, for ten minutes', async () => {
    await link();
    const [asked, other, stranger] = [newBrowser(), newBrowser(), newBrowser()];
    const [state, others] = [await go(asked), await go(other)];
    for (const [browser, way] of [
      [stranger, state],
      [other, state],
      [asked, others],
      [asked, 's'.repeat(43)],
    ] as const)
      expect(said(await comeBack(browser, way))).toEqual([403, 'telegram_elsewhere']);
    const again = await go(asked);
    expect(said(await comeBack(asked, state))).toEqual([403, 'telegram_elsewhere']);
    await sql`update telegram_requests set expires_at = now()`.execute(db());
    expect(said(await comeBack(asked, again))).toEqual([409, 'telegram_stale']);
    expect([await userOf(asked), await userOf(other), await userOf(stranger)]).toEqual([nobody, nobody, nobody]);
  });

  test('M6 of a hundred at the same moment in one browser one counts, and of a hundred browsers too', async () => {
    await link();
    const browser = newBrowser();
    const sessions = `sessions where account_id = (select id from accounts where email = '${demo}')`;
    const before = await count(sessions);
    const [state, answer] = [await go(browser), answerOf(agreed())];
    const ones = Array.from({ length: 50 }, () => {
      const tab = newBrowser();
      tab.cookies = new Map(browser.cookies);
      return { tab, state };
    });
    const others = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const tab = newBrowser();
        return { tab, state: await go(tab) };
      }),
    );
    const replies = await Promise.all([...ones, ...others].map((one) => comeBack(one.tab, one.state, answer)));
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(1);
    expect(replies.filter(({ http }) => http !== 200).map(said)).toEqual(
      Array.from({ length: 99 }, () => [409, 'telegram_stale']),
    );
    expect(await count(sessions)).toBe(before + 1);
    // Afterwards it is worth nothing either, wherever it is shown.
    const late = newBrowser();
    expect(said(await comeBack(late, await go(late), answer))).toEqual([409, 'telegram_stale']);
  });

  test('M6 GET and HEAD consume nothing, and no other site posts it', async () => {
    await link();
    const browser = newBrowser();
    const [state, answer] = [await go(browser), answerOf(agreed())];
    for (const method of ['GET', 'HEAD', 'GET'])
      for (const path of ['/api/auth/telegram/answer', '/api/auth/telegram', `/login/telegram?state=${state}`])
        expect((await browser.send(path, { method })).setCookies).toEqual([]);
    const foreign = { origin: 'https://oauth.telegram.org', 'sec-fetch-site': 'cross-site' };
    expect(said(await browser.post('/api/auth/telegram/answer', { state, answer }, foreign))).toEqual([
      403,
      'bad_origin',
    ]);
    expect(await count('telegram_requests where used_at is not null')).toBe(0);
    expect(said(await comeBack(browser, state, answer))).toEqual([200, { signed_in: true }]);
  });
});

describe('somebody new', () => {
  const giveAddress = (browser: Browser, email: string) => browser.post('/api/auth/telegram/email', { email });
  const code = async (browser: Browser, email: string, remember = false) =>
    browser.post('/api/auth/code', { code: (await mailTo(server, email)).code, remember });
  const newcomer = async () => {
    const browser = newBrowser();
    const reply = await comeBack(browser, await go(browser));
    expect(said(reply)).toEqual([200, { signed_in: false, name: 'Anna Berg' }]);
    expect(await userOf(browser)).toEqual(nobody);
    return browser;
  };

  test('M6 gives an address: its code makes an account, and Telegram signs in to it from then on', async () => {
    const email = 'by-telegram@example.com';
    const browser = await newcomer();
    expect((await giveAddress(browser, email)).http).toBe(200);
    expect(await count('telegram_links')).toBe(0);
    expect((await mailTo(server, email)).body).toContain('Telegram');
    expect((await code(browser, email)).body.user).toMatchObject({ email, need_set_password: true });
    const later = newBrowser();
    expect(said(await comeBack(later, await go(later), answerOf(agreed(30))))).toEqual([200, { signed_in: true }]);
    expect((await userOf(later)).email).toBe(email);
    const file = await later.get('/api/user/export');
    expect(file.body.telegram).toEqual({ id: person.id, linked_at: expect.any(String) });
  });

  test('M6 whose page lost what it was told is told it again, in that browser, while it is held there', async () => {
    const [browser, stranger] = [newBrowser(), newBrowser()];
    const [state, answer] = [await go(browser), answerOf(agreed())];
    const first = await comeBack(browser, state, answer);
    const again = await comeBack(browser, state, answer);
    expect([said(again), again.setCookies]).toEqual([said(first), []]);
    expect(said(await comeBack(stranger, await go(stranger), answer))).toEqual([409, 'telegram_stale']);
    const another = answerOf(agreed(30));
    expect(said(await comeBack(browser, state, another))).toEqual([409, 'telegram_stale']);
    // It goes on from there as if nothing had been lost.
    expect((await giveAddress(browser, demo)).http).toBe(200);
    expect(said(await comeBack(browser, state, answer))).toEqual(said(first));
    expect((await code(browser, demo)).body.user).toMatchObject({ email: demo });
    await sql`delete from telegram_links`.execute(db());
    await sql`delete from telegram_answers`.execute(db());
    const late = newBrowser();
    const way = await go(late);
    await comeBack(late, way, answer);
    await sql`update telegram_requests set expires_at = now()`.execute(db());
    expect(said(await comeBack(late, way, answer))).toEqual([409, 'telegram_stale']);
  });

  test('M6 a session whose cookie was lost is not handed out again: whoever is known begins anew', async () => {
    await link();
    const browser = newBrowser();
    const [state, answer] = [await go(browser), answerOf(agreed())];
    const cookie = browser.cookies.get('telegram') ?? '';
    expect(said(await comeBack(browser, state, answer))).toEqual([200, { signed_in: true }]);
    const lost = newBrowser();
    lost.cookies.set('telegram', cookie);
    const again = await comeBack(lost, state, answer);
    expect([said(again), lost.cookies.has('session')]).toEqual([[409, 'telegram_stale'], false]);
  });

  test('M6 whose address has an account is linked to it by the code alone, and the last proof counts', async () => {
    await link('new@example.com', '5');
    const browser = await newcomer();
    await giveAddress(browser, 'New@Example.com');
    const elsewhere = newBrowser();
    const { link: opened } = await mailTo(server, 'new@example.com');
    expect((await elsewhere.get(`/api/auth/link/${opened}`)).body.payload).toMatchObject({ same_browser: false });
    expect((await elsewhere.post(`/api/auth/link/${opened}`, { remember: false })).http).toBe(403);
    expect(await count(`telegram_links where telegram_id = ${person.id}`)).toBe(0);
    expect((await code(browser, 'new@example.com')).body.user).toMatchObject({ need_set_password: false });
    const links = await sql`select telegram_id from telegram_links`.execute(db());
    expect(links.rows).toEqual([{ telegram_id: person.id }]);
  });

  test('M6 another letter of the same request links as well; a plain sign-in in that browser links nobody', async () => {
    const browser = await newcomer();
    await giveAddress(browser, 'new@example.com');
    await sql`update sign_in_requests set requested_at = now() - interval '1 minute'`.execute(db());
    await browser.get('/api/auth/send_confirmation_instructions');
    expect((await mailTo(server, 'new@example.com')).body).toContain('Telegram');
    await code(browser, 'new@example.com');
    expect(await count('telegram_links')).toBe(1);
    await sql`delete from telegram_links`.execute(db());
    await sql`delete from telegram_answers`.execute(db());
    await sql`delete from sign_in_requests`.execute(db());
    const other = await newcomer();
    await other.post('/api/auth/login', { email: demo });
    await code(other, demo);
    expect([(await userOf(other)).email, await count('telegram_links')]).toEqual([demo, 0]);
  });

  test('M6 an address is asked for within ten minutes, in that browser, of whoever was named there', async () => {
    const browser = await newcomer();
    const stranger = newBrowser();
    expect(said(await giveAddress(stranger, demo))).toEqual([409, 'telegram_stale']);
    await go(stranger);
    expect(said(await giveAddress(stranger, demo))).toEqual([409, 'telegram_stale']);
    await sql`update telegram_requests set expires_at = now()`.execute(db());
    expect(said(await giveAddress(browser, demo))).toEqual([409, 'telegram_stale']);
    expect(await count('mail_outbox')).toBe(0);
  });

  test('M6 what was proven is used up: after the sign-in that browser gives no other address', async () => {
    const browser = await newcomer();
    const cookie = browser.cookies.get('telegram') ?? '';
    await giveAddress(browser, demo);
    await code(browser, demo);
    expect([(await userOf(browser)).email, browser.cookies.has('telegram')]).toEqual([demo, false]);
    await browser.post('/api/auth/logout');
    expect(said(await giveAddress(browser, 'new@example.com'))).toEqual([409, 'telegram_stale']);
    browser.cookies.set('telegram', cookie);
    expect(said(await giveAddress(browser, 'new@example.com'))).toEqual([409, 'telegram_stale']);
    expect(await count('telegram_requests where telegram_id is not null')).toBe(0);
  });

  test('M6 whoever is known leaves no proof behind, and a sign-out forgets one that waits', async () => {
    await link();
    const browser = newBrowser();
    const state = await go(browser);
    const cookie = browser.cookies.get('telegram') ?? '';
    await comeBack(browser, state);
    browser.cookies.set('telegram', cookie);
    expect(said(await giveAddress(browser, 'new@example.com'))).toEqual([409, 'telegram_stale']);
    await sql`delete from telegram_links`.execute(db());
    await sql`delete from telegram_answers`.execute(db());
    const other = await newcomer();
    await signInByPassword(other);
    await other.post('/api/auth/logout');
    expect(other.cookies.has('telegram')).toBe(false);
  });

  test('M6 of many codes for one proof at the same moment one ties, and the others sign nobody in', async () => {
    const browser = await newcomer();
    const addresses = Array.from({ length: 8 }, (_, one) => `tied-${one}@example.com`);
    const tabs = [];
    for (const address of addresses) {
      const tab = newBrowser();
      tab.cookies = new Map(browser.cookies);
      expect((await giveAddress(tab, address)).http).toBe(200);
      tabs.push({ tab, code: (await mailTo(server, address)).code });
    }
    const replies = await Promise.all(
      tabs.map((one) => one.tab.post('/api/auth/code', { code: one.code, remember: false })),
    );
    const lost = replies.filter(({ http }) => http !== 200);
    expect(lost.map(said)).toEqual(Array.from({ length: 7 }, () => [409, 'telegram_stale']));
    expect([await count("accounts where email like 'tied-%'"), await count('telegram_links')]).toEqual([1, 1]);
  });

  const told = async () =>
    (
      await sql<{ recipient: string; locale: string; body: string }>`
        select recipient, locale, body from mail_outbox where kind = 'telegram_tied'`.execute(db())
    ).rows;

  test.each([
    ['ru', /^Вход через Telegram связан с вашим аккаунтом[^]*, сетевой адрес: 127\.0\.0\.1\./],
    ['en', /^Sign-in with Telegram was linked to your[^]*, network address 127\.0\.0\.1\./],
  ])('M6 an account that was there before is told of its tie by a letter: %s', async (locale, words) => {
    const email = 'new@example.com';
    await sql`update accounts set locale = ${locale} where email = ${email}`.execute(db());
    const browser = await newcomer();
    await giveAddress(browser, email);
    expect(await told()).toEqual([]);
    await code(browser, email);
    expect(await told()).toEqual([{ recipient: email, locale, body: expect.stringMatching(words) }]);
    await sql`update accounts set locale = null where email = ${email}`.execute(db());
  });

  test('M6 an account that was made by it is told nothing', async () => {
    const browser = await newcomer();
    await giveAddress(browser, 'just-made@example.com');
    expect((await code(browser, 'just-made@example.com')).http).toBe(200);
    expect([await count('telegram_links'), await told()]).toEqual([1, []]);
  });

  test.each<[string, string, () => Promise<void>]>([
    [
      'another password by whoever knows the old one',
      'new@example.com',
      async () => {
        const browser = newBrowser();
        await signInByPassword(browser, 'new@example.com', 'demo-password-2');
        const passwords = { old_password: 'demo-password-2', password: 'another quiet long phrase' };
        expect((await browser.post('/api/auth/change', passwords)).http).toBe(200);
        expect(await userOf(browser)).toMatchObject({ email: 'new@example.com' });
      },
    ],
    [
      'a forgotten password that is set by its link',
      'new@example.com',
      async () => {
        await newBrowser().post('/api/auth/reset', { email: 'new@example.com' });
        const secret = await resetLinkTo(server, 'new@example.com');
        const reply = await newBrowser().post(`/api/auth/reset/${secret}`, { password: 'a quiet long phrase' });
        expect(reply.http).toBe(200);
      },
    ],
    [
      'a change of the address',
      demo,
      async () => {
        const browser = newBrowser();
        await signInByPassword(browser);
        await browser.post('/api/user/mail', { email: 'moved@example.com', password: 'demo-password-1' });
        const codeIn = async (address: string): Promise<string> => {
          const { mails } = (await (await fetch(`${server.url}/dev/outbox?to=${address}`)).json()) as {
            mails: { body: string }[];
          };
          return /\b\d{6}\b/.exec(mails[0]?.body ?? '')?.[0] ?? '';
        };
        const codes = { old_code: await codeIn(demo), new_code: await codeIn('moved@example.com') };
        expect((await browser.post('/api/user/mail/confirm', codes)).http).toBe(200);
        await sql`update accounts set email = ${demo} where email = 'moved@example.com'`.execute(db());
      },
    ],
  ])('M6 %s unties Telegram: it signs in to nothing, and its session is over', async (_what, email, remedy) => {
    await link(email);
    await link('must@example.com', '5');
    const known = newBrowser();
    expect(said(await comeBack(known, await go(known), answerOf(agreed(30))))).toEqual([200, { signed_in: true }]);
    await remedy();
    expect(await userOf(known)).toEqual(nobody);
    await newcomer();
    expect((await sql`select telegram_id from telegram_links`.execute(db())).rows).toEqual([{ telegram_id: '5' }]);
  });

  test('M6 the first password, which is a remedy for nothing, leaves the tie', async () => {
    await link('must@example.com');
    const browser = newBrowser();
    await comeBack(browser, await go(browser), answerOf(agreed(30)));
    expect((await browser.post('/api/auth/change', { password: 'a quiet long phrase' })).http).toBe(200);
    expect(await count(`telegram_links where telegram_id = ${person.id}`)).toBe(1);
  });

  test('M6 its end in the settings leaves the sessions and every other tie, and may be said again', async () => {
    await link();
    await link('must@example.com', '5');
    const known = newBrowser();
    expect(said(await comeBack(known, await go(known), answerOf(agreed(30))))).toEqual([200, { signed_in: true }]);
    const tie = await known.get('/api/user/telegram');
    expect(tie.body.payload).toEqual({ tied: { since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }, offered: true });
    expect(tie.text).not.toContain(person.id);
    for (let time = 0; time < 2; time++)
      expect(said(await known.post('/api/user/telegram/untie'))).toEqual([200, { tied: null, offered: true }]);
    expect((await userOf(known)).is_authenticated).toBe(true);
    await newcomer();
    expect((await sql`select telegram_id from telegram_links`.execute(db())).rows).toEqual([{ telegram_id: '5' }]);
  });

  test('M6 a visitor neither learns of a tie nor ends one', async () => {
    await link();
    const visitor = newBrowser();
    const tries = [await visitor.get('/api/user/telegram'), await visitor.post('/api/user/telegram/untie')];
    expect(tries.map(({ http }) => http)).toEqual([401, 401]);
    expect(await count('telegram_links')).toBe(1);
  });

  test('M6 whoever signs in gives the tries of every place back, at once or after an address', async () => {
    const behindProxy = await startServer({ DATABASE_URL: database.url, ...bot, TRUST_PROXY: '1' });
    const at = (place: number) => ({ 'x-forwarded-for': `203.0.113.${place}` });
    const tries = () => count('attempts where failures > 0');
    const way = async (browser: Browser, ago: number) => {
      const { url } = (await browser.post('/api/auth/telegram', { remember: false }, at(1))).body.payload;
      const back = new URL(new URL(url as string).searchParams.get('return_to') ?? '');
      const body = { state: back.searchParams.get('state'), answer: answerOf(agreed(ago)) };
      return await browser.post('/api/auth/telegram/answer', body, at(2));
    };
    try {
      const browser = behindProxy.browser();
      expect(said(await way(browser, 0))).toEqual([200, { signed_in: false, name: 'Anna Berg' }]);
      expect(await tries()).toBe(2);
      await browser.post('/api/auth/telegram/email', { email: 'new@example.com' }, at(3));
      // Its place, and the letter: of the address there, and everywhere.
      expect(await tries()).toBe(5);
      const { code: mailed } = await mailTo(server, 'new@example.com');
      const reply = await browser.post('/api/auth/code', { code: mailed, remember: false }, at(4));
      expect([reply.http, await tries()]).toEqual([200, 0]);
      expect(said(await way(behindProxy.browser(), 30))).toEqual([200, { signed_in: true }]);
      expect(await tries()).toBe(0);
    } finally {
      await behindProxy.close();
    }
  });
});

test('M6 neither log nor tables hold what opened the session, and the page is told to send no address on', async () => {
  await link();
  lines.length = 0;
  const browser = newBrowser();
  const [state, fields] = [await go(browser), agreed()];
  const cookie = browser.cookies.get('telegram') ?? '';
  const answer = answerOf(fields);
  const page = await browser.get(`/login/telegram?state=${state}`);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect((await comeBack(browser, state, answer)).http).toBe(200);
  await comeBack(browser, state, `${answer}x`);
  const log = lines.join('');
  expect(log).toContain('auth.telegram');
  const secrets = [state, cookie, answer.slice(13), sign(fields), token, token.slice(7), 'Anna', 'annaberg', person.id];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  const { rows } = await sql<{ text: string }>`
    select row_to_json(r)::text as text from telegram_requests r union all
    select row_to_json(a)::text from telegram_answers a union all select row_to_json(s)::text from sessions s`.execute(
    db(),
  );
  const kept = rows.map(({ text }) => text).join('');
  const proofs = [state, cookie, sign(fields), token].flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('hex'),
  ]);
  expect(proofs.filter((secret) => kept.includes(secret))).toEqual([]);
});

test('M6 whoever comes back after the time is told so: the browser knows longer that it asked', async () => {
  const browser = newBrowser();
  const { setCookies } = await browser.post('/api/auth/telegram', { remember: false });
  const [, age] = /Max-Age=(\d+)/.exec(setCookies.find((one) => one.startsWith('telegram=')) ?? '') ?? [];
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from expires_at - now())::int as left from telegram_requests`.execute(db());
  expect(Number(age)).toBeGreaterThan((rows[0]?.left ?? 0) + 60);
});

describe('beside what ends all sign-ins', () => {
  test('M6 a sign-in that is under way is waited for, and ended with the others', async () => {
    await link();
    const { id, number } = await db()
      .selectFrom('accounts')
      .select(['id', 'number'])
      .where('email', '=', demo)
      .executeTakeFirstOrThrow();
    const said: string[] = [];
    const config = { productName: 'Statera', origins: [], publicUrl: undefined };
    const office = { db: db(), config, say: (line: string) => void said.push(line) };
    const { ending } = await db()
      .transaction()
      .execute(async (trx) => {
        expect(await findLinked(trx, person.id, 'en')).toMatchObject({ id });
        await openSession(trx, id, false);
        let isOver = false;
        const end = operateAccount(office, ['sign-out', number]).finally(() => (isOver = true));
        await until(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%pg_advisory_xact_lock(%'`.execute(
            db(),
          );
          return isOver || rows.length > 0;
        }, 'nobody ended the sign-ins');
        return { ending: end };
      });
    await ending;
    expect(said).toEqual([expect.stringMatching(`^${number}  sign-ins ended: `)]);
    expect(await count(`sessions where account_id = ${id}`)).toBe(0);
  });

  test('M6 whoever signs in at the moment of a sign-out comes behind it, and neither hangs', async () => {
    await link();
    const row = await db().selectFrom('accounts').select('id').where('email', '=', demo).executeTakeFirstOrThrow();
    const browser = newBrowser();
    const state = await go(browser);
    const { signingIn } = await db()
      .transaction()
      .execute(async (trx) => {
        await holdPassword(trx, row.id, 'to change it');
        const answer = comeBack(browser, state);
        await until(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%pg_advisory_xact_lock_shared%'`.execute(
            db(),
          );
          return rows.length > 0;
        }, 'the sign-in never waited');
        await unlinkTelegram(trx, row.id);
        await closeAll(trx, row.id);
        return { signingIn: answer };
      });
    expect(said(await signingIn)).toEqual([200, { signed_in: false, name: 'Anna Berg' }]);
    expect(await count(`sessions where account_id = ${row.id}`)).toBe(0);
  });
});

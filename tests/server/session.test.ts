import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../server/auth/tokens.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const signedIn = async (remember = false): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser, 'demo@example.com', 'demo-password-1', remember);
  return browser;
};
const other = async (): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser, 'new@example.com', 'demo-password-2');
  return browser;
};
const nobody = { is_authenticated: false };
const cleared = (name: string) => `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
const replacedAgo = (time: string) =>
  sql`update remember_tokens set replaced_at = replaced_at - ${time}::interval where replaced_at is not null`.execute(
    server.db,
  );
/** The replacement of a token is longer ago than tabs that open at once take. */
const graceIsOver = () => replacedAgo('16 seconds');

describe('cookies', () => {
  test('S2 on plain http the session has the bare name, HttpOnly, Lax, and ends with the browser', async () => {
    const reply = await server
      .browser()
      .post('/api/auth/login_by_password', { email: 'demo@example.com', password: 'demo-password-1', remember: true });
    expect(reply.setCookies).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^remember=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/),
    ]);
  });

  test('S2 on https it has the __Host- prefix and Secure', async () => {
    const https = await startServer({ DATABASE_URL: server.databaseUrl, PUBLIC_URL: 'https://statera.example' });
    try {
      const reply = await https
        .browser()
        .post(
          '/api/auth/login_by_password',
          { email: 'demo@example.com', password: 'demo-password-1', remember: true },
          { origin: 'https://statera.example' },
        );
      expect(reply.setCookies).toEqual([
        expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
        expect.stringMatching(/^__Host-remember=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/),
      ]);
      const bare = reply.setCookies[0]?.slice('__Host-'.length).split(';')[0] ?? '';
      expect((await https.browser().get('/api/auth/check', { cookie: bare })).body.user).toEqual(nobody);
      expect(
        (await https.browser().get('/api/auth/check', { cookie: `__Host-${bare}` })).body.user.is_authenticated,
      ).toBe(true);
      expect(reply.headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    } finally {
      await https.close();
    }
  });

  test('S2 an answer that says not signed in clears session and remember-me, whichever answer it is', async () => {
    const cookie = `session=${'a'.repeat(43)}; remember=${'b'.repeat(43)}`;
    const replies = [
      await server.browser().get('/api/auth/check', { cookie }),
      await server.browser().get('/api/exchange/history', { cookie }),
      await (await signedIn(true)).post('/api/auth/logout'),
    ];
    for (const reply of replies) {
      expect(reply.body.user).toEqual(nobody);
      expect(reply.setCookies).toEqual([cleared('session'), cleared('remember')]);
    }
    expect(replies[1]?.http).toBe(401);
  });

  test('S2 it clears what came with the question alone: the answer to one of a visitor may come behind that to a sign-in', async () => {
    const browser = server.browser();
    for (const path of ['/api/auth/check', '/api/exchange/history']) {
      const reply = await browser.get(path);
      expect([reply.body.user, reply.setCookies]).toEqual([nobody, []]);
    }
    const reply = await browser.get('/api/auth/check', { cookie: `remember=${'b'.repeat(43)}` });
    expect([reply.body.user, reply.setCookies]).toEqual([nobody, [cleared('remember')]]);
  });

  test('S2 an answer that says nothing about the user clears nothing', async () => {
    const browser = await signedIn(true);
    const reply = await browser.post('/api/content/menu', { list: [] });
    expect([reply.http, reply.body.user, reply.setCookies]).toEqual([200, undefined, []]);
  });

  test('S2 tokens are kept as hashes', async () => {
    const browser = await signedIn(true);
    const { rows } = await sql<{
      token_hash: Buffer;
    }>`select token_hash from sessions union select token_hash from remember_tokens`.execute(server.db);
    const kept = rows.map(({ token_hash }) => token_hash.toString('hex'));
    for (const name of ['session', 'remember']) {
      const token = browser.cookies.get(name) ?? '';
      expect(kept).toContain(hashToken(token).toString('hex'));
      expect(kept).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });
});

describe('remember me', () => {
  test('S2 opens a new session after the old one is gone, and is replaced', async () => {
    const browser = await signedIn(true);
    const first = browser.cookies.get('remember');
    browser.dropSession();
    const reply = await browser.get('/api/auth/check');
    expect(reply.body.user.is_authenticated).toBe(true);
    expect(browser.cookies.get('remember')).not.toBe(first);
    expect(browser.cookies.get('session')).toBeDefined();
  });

  test('S2 any call is answered for the person it remembers, so that an expiry is not seen', async () => {
    const browser = await signedIn(true);
    await sql`update sessions set expires_at = now() where token_hash = ${hashToken(browser.cookies.get('session') ?? '')}`.execute(
      server.db,
    );
    expect((await browser.get('/api/exchange/history')).http).toBe(200);
  });

  test('S2 an old token ends its family: every token and every session of that sign-in, and of no other', async () => {
    const browser = await signedIn(true);
    const bystander = await signedIn(true);
    const stolen = browser.cookies.get('remember') ?? '';
    browser.dropSession();
    await browser.get('/api/auth/check');
    await browser.get('/api/auth/check');
    await graceIsOver();
    const thief = server.browser();
    thief.cookies.set('remember', stolen);
    expect((await thief.get('/api/auth/check')).body.user).toEqual(nobody);
    expect((await browser.get('/api/auth/check')).body.user).toEqual(nobody);
    expect((await bystander.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
  });

  test('S2 an answer that was cut signs nobody out: the old token opens again, and what the lost answer held is void', async () => {
    const browser = await signedIn(true);
    const old = browser.cookies.get('remember') ?? '';
    for (const _ of ['cut', 'cut again']) {
      const lost = server.browser();
      lost.cookies.set('remember', old);
      expect((await lost.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
      const session = lost.cookies.get('session') ?? '';
      await graceIsOver();
      browser.cookies.set('remember', old);
      browser.dropSession();
      expect((await browser.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
      expect(browser.cookies.get('remember')).not.toBe(old);
      expect((await server.browser().get('/api/auth/check', { cookie: `session=${session}` })).body.user).toEqual(
        nobody,
      );
    }
    await graceIsOver();
    browser.dropSession();
    expect((await browser.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
    // From here on the old one is a second holder's.
    await graceIsOver();
    const thief = server.browser();
    thief.cookies.set('remember', old);
    expect((await thief.get('/api/auth/check')).body.user).toEqual(nobody);
    expect((await browser.get('/api/auth/check')).body.user).toEqual(nobody);
  });

  test('S2 a slow tab that still shows the old token, after another has shown the new one, stays signed in', async () => {
    const browser = await signedIn(true);
    const slow = server.browser();
    slow.cookies.set('remember', browser.cookies.get('remember') ?? '');
    browser.dropSession();
    for (const _ of ['opens', 'shows the new token']) await browser.get('/api/auth/check');
    await replacedAgo('14 seconds');
    expect((await slow.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
    expect((await browser.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
  });

  test('S2 tabs that a browser opens at once with one token all stay signed in', async () => {
    const browser = await signedIn(true);
    const tabs = Array.from({ length: 6 }, () => {
      const tab = server.browser();
      tab.cookies.set('remember', browser.cookies.get('remember') ?? '');
      return tab;
    });
    const replies = await Promise.all(tabs.map((tab) => tab.get('/api/auth/check')));
    expect(replies.map(({ body }) => body.user.is_authenticated)).toEqual(Array<boolean>(6).fill(true));
    expect(
      replies.filter(({ setCookies }) => setCookies.some((cookie) => cookie.startsWith('remember='))),
    ).toHaveLength(1);
  });

  test('S2 logout ends it', async () => {
    const browser = await signedIn(true);
    const token = browser.cookies.get('remember') ?? '';
    await browser.post('/api/auth/logout');
    expect(browser.cookies.size).toBe(0);
    browser.cookies.set('remember', token);
    expect((await browser.get('/api/auth/check')).body.user).toEqual(nobody);
  });

  test('S2 not asked for, it is not given', async () => {
    expect((await signedIn(false)).cookies.has('remember')).toBe(false);
  });

  test('S2 HEAD restores nothing', async () => {
    const browser = await signedIn(true);
    browser.dropSession();
    const reply = await browser.send('/api/auth/check', { method: 'HEAD' });
    expect([reply.http, reply.text, reply.setCookies]).toEqual([200, '', []]);
    expect((await browser.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
  });
});

describe('an answer that does not know who asks signs nobody out', () => {
  const waiting = async (query: string): Promise<number> => {
    const found = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${query}%`}`.execute(
      server.db,
    );
    return found.rows[0]?.pid ?? (await waiting(query));
  };
  /** What a page of this account says and shows, `remember` alone where its session has lapsed. */
  const keptBy = async (lapsed: boolean) => {
    const browser = await signedIn(true);
    if (lapsed) browser.dropSession();
    return { browser, cookies: new Map(browser.cookies) };
  };
  const menu = (browser: Browser, headers: Record<string, string> = {}) =>
    browser.post('/api/content/menu', { list: [] }, headers);

  test('S1 the database broke off the question who it is', async () => {
    const { browser, cookies } = await keptBy(false);
    const reply = await server.db.transaction().execute(async (trx) => {
      await sql`lock table settings in access exclusive mode`.execute(trx);
      const asked = menu(browser);
      await sql`select pg_cancel_backend(${await waiting('from settings')}::int)`.execute(server.db);
      return await asked;
    });
    expect([reply.http, reply.failure.code]).toEqual([503, 'unavailable']);
    expect([reply.body.user, reply.setCookies, browser.cookies]).toEqual([undefined, [], cookies]);
  });

  test('S2 a remembered session met a deadlock on its way back', async () => {
    const { browser, cookies } = await keptBy(true);
    await sql`
      create function meet_deadlock() returns trigger language plpgsql as $$
      begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(server.db);
    await sql`create trigger meet_deadlock before update on remember_tokens execute function meet_deadlock()`.execute(
      server.db,
    );
    const reply = await menu(browser);
    await sql`drop function meet_deadlock cascade`.execute(server.db);
    expect([reply.http, reply.failure.code]).toEqual([503, 'unavailable']);
    expect([reply.body.user, reply.setCookies, browser.cookies]).toEqual([undefined, [], cookies]);
    expect((await browser.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
  });

  test('S9 the site is blocked, and the session has lapsed', async () => {
    const { browser, cookies } = await keptBy(true);
    await sql`update settings set site_blocked = true`.execute(server.db);
    const reply = await menu(browser);
    await sql`update settings set site_blocked = false`.execute(server.db);
    expect([reply.http, reply.failure.code]).toEqual([503, 'site_blocked']);
    expect([reply.body.user, reply.setCookies, browser.cookies]).toEqual([undefined, [], cookies]);
    expect((await browser.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
  });

  test('S2 the request came from another origin', async () => {
    const { browser, cookies } = await keptBy(false);
    const reply = await menu(browser, { origin: 'https://evil.example' });
    expect([reply.http, reply.failure.code]).toEqual([403, 'bad_origin']);
    expect([reply.body.user, reply.setCookies, browser.cookies]).toEqual([undefined, [], cookies]);
  });
});

describe('the account that a page believes in', () => {
  test('S1 a page of another account gets the user and every key, whatever revision it holds', async () => {
    const browser = await signedIn();
    const { rev } = (await browser.get('/api/auth/check')).body;
    const same = await browser.get('/api/exchange/history', { 'x-rev': String(rev) });
    expect([same.body.user, same.body.wallets]).toEqual([undefined, undefined]);
    const believing = (await other()).account ?? '';
    const reply = await browser.get('/api/exchange/history', { 'x-rev': String(rev), 'x-account': believing });
    expect(reply.http).toBe(200);
    expect(reply.body.user.account_id).toBe(browser.account);
    expect(reply.body.wallets.length).toBeGreaterThan(0);
    expect(reply.body.total_balance).toBeDefined();
  });

  test('S1 a POST of a page of another account is refused, and tells who is signed in', async () => {
    const browser = await signedIn();
    const believing = (await other()).account ?? '';
    for (const path of ['/api/auth/logout', '/api/exchange/check']) {
      const reply = await browser.post(path, {}, { 'x-account': believing });
      expect([reply.http, reply.failure.code]).toEqual([409, 'account_changed']);
      expect(reply.body.user.account_id).toBe(browser.account);
    }
    expect((await browser.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
  });

  test('S2 a page whose session is gone hears it from an open call too, and can sign in again from there', async () => {
    const browser = await signedIn();
    const account = browser.account ?? '';
    browser.dropSession();
    const open = await browser.post('/api/content/menu', { list: [] }, { 'x-account': account });
    expect([open.http, open.body.user]).toEqual([200, nobody]);
    const back = await browser.post(
      '/api/auth/login_by_password',
      { email: 'demo@example.com', password: 'demo-password-1', remember: false },
      { 'x-account': account },
    );
    expect([back.http, back.body.user.account_id]).toEqual([200, account]);
  });

  test('S2 another person too signs in from a page whose session is gone', async () => {
    const browser = await signedIn();
    const account = browser.account ?? '';
    const next = await other();
    browser.dropSession();
    const came = await browser.post(
      '/api/auth/login_by_password',
      { email: 'new@example.com', password: 'demo-password-2', remember: false },
      { 'x-account': account },
    );
    expect([came.http, came.body.user.account_id]).toEqual([200, next.account]);
  });

  test('S1 keys come when they are newer than the page, and not again', async () => {
    const browser = await signedIn();
    const before = await browser.get('/api/auth/check');
    expect(before.body.wallets).toBeUndefined();
    const changed = await browser.post('/api/lang', { lang: 'en' });
    expect(changed.body.rev).toBe(before.body.rev + 1);
    expect(changed.body.user.locale).toBe('en');
    expect(changed.body.total_balance).toBeUndefined();
    expect((await browser.get('/api/exchange/history')).body.user).toBeUndefined();
    await browser.post('/api/lang', { lang: 'ru' });
  });

  test('S1 a page that holds more than there is, since the database was set back, gets every key, whichever call it makes', async () => {
    const browser = await signedIn();
    const { body } = await browser.get('/api/auth/check');
    for (const [path, ahead] of [
      ['/api/auth/check', 3],
      ['/api/exchange/history', 1_000],
    ] as const) {
      const back = await browser.get(path, { 'x-rev': String(body.rev + ahead) });
      expect([back.http, back.body.rev]).toEqual([200, body.rev]);
      expect(back.body).toMatchObject({
        wallets: expect.any(Array),
        total_balance: {},
        unread_msgs: {},
        notifications: [],
      });
    }
  });
});

test('S1 G4 whichever answer first says who is here also says how people sign in', async () => {
  const browser = await signedIn();
  browser.account = undefined;
  const menus = await browser.post('/api/content/menu', { list: [] });
  expect(menus.body).toMatchObject({ user: { is_authenticated: true }, site_settings: { auth_type: 'password' } });
  const next = await browser.post('/api/content/menu', { list: [] });
  expect([next.body.user, next.body.site_settings]).toEqual([undefined, undefined]);
});

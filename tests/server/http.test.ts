import type { ErrorCode } from '../../contract/error-codes.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { toFailure } from '../../server/http/to-refusal.ts';
import { request, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authLogin } from '../../contract/calls/auth.ts';
import { menuItem } from '../../contract/entities.ts';
import { envelope } from '../../contract/envelope.ts';
import { added } from '../../contract/limits.ts';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { countInWindow, limitOfPlace } from '../../server/auth/attempts.ts';
import { isOnLaptop } from '../../server/auth/places.ts';
import { readConfig } from '../../server/config.ts';
import { createServer } from '../../server/server.ts';
import { Browser, signInByPassword, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let visitor: Browser;
beforeAll(async () => {
  server = await startServer();
  visitor = server.browser();
});
afterAll(() => server.close());

const login = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer> | FormData = '{"lang":"en"}') =>
  visitor.send('/api/lang', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

/** Of the pages that play the world outside, on a port of their own. */
const sandboxOrigin = /^http:\/\/127\.0\.0\.1:\d+$/;

describe('envelope', () => {
  test('S1 every answer is one, with the time of the database', async () => {
    for (const reply of [
      await visitor.get('/api/auth/check'),
      await visitor.get('/api/nothing'),
      await visitor.get('/api/exchange/history'),
    ]) {
      expect(envelope.safeParse(reply.body).success).toBe(true);
      expect(reply.body.fv).toBe('dev');
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('S1 auth/check carries user, locale and site settings', async () => {
    const { body } = await visitor.get('/api/auth/check');
    expect(body).toMatchObject({
      user: { is_authenticated: false },
      locale: 'ru',
      rev: 0,
      site_settings: {
        logo_url: '/api/icons/logo.svg',
        auth_type: 'password',
        origins: ['https://www.bestchange.com', expect.stringMatching(sandboxOrigin)],
        rate_listing_url: 'https://www.bestchange.com/',
      },
    });
    expect((await visitor.get('/api/auth/check', { cookie: 'i18n_redirected=en' })).body.locale).toBe('en');
  });

  test.each<[Record<string, string>, { origins: string[]; rate_listing_url?: string }]>([
    [
      {
        RATE_LISTING_URL: 'https://rates.example/list?from=us',
        ORIGINS: 'https://pay.example, https://shop.example:8443',
      },
      {
        origins: ['https://pay.example', 'https://shop.example:8443', 'https://rates.example'],
        rate_listing_url: 'https://rates.example/list?from=us',
      },
    ],
    [
      { RATE_LISTING_URL: 'off', ORIGINS: 'https://PAY.example/,https://pay.example' },
      { origins: ['https://pay.example'] },
    ],
    [{ RATE_LISTING_URL: 'off' }, { origins: [] }],
  ])(
    'H5 %j: the settings of the site carry them, and its forms and frames may go there',
    async (environment, settings) => {
      const own = await startServer({ DATABASE_URL: server.databaseUrl, ...environment });
      try {
        expect((await own.browser().get('/api/auth/check')).body.site_settings).toEqual({
          logo_url: '/api/icons/logo.svg',
          auth_type: 'password',
          ...settings,
          telegram_bot: 'sandbox_bot',
          origins: [...settings.origins, expect.stringMatching(sandboxOrigin)],
        });
        const policy = (await fetch(own.url)).headers.get('content-security-policy') ?? '';
        const allowed = (name: string) => new RegExp(`${name} ([^;]*)`).exec(policy)?.[1]?.split(' ');
        const published = [...settings.origins, expect.stringMatching(sandboxOrigin)];
        expect([allowed('form-action'), allowed('frame-src')]).toEqual([["'self'", ...published], published]);
      } finally {
        await own.close();
      }
    },
  );

  test('S9 a blocked site answers 503 to every call until it is open again', async () => {
    await visitor.post('/dev/settings', { site_blocked: true });
    for (const reply of [await visitor.get('/api/auth/check'), await visitor.post('/api/auth/logout')]) {
      expect([reply.http, reply.failure.code]).toEqual([503, 'site_blocked']);
    }
    await visitor.post('/dev/settings', { site_blocked: false });
    expect((await visitor.get('/api/auth/check')).http).toBe(200);
  });

  test('S1 refusals have words in the language of the asker', async () => {
    const reply = await visitor.get('/api/nothing', { cookie: 'i18n_redirected=en' });
    expect([reply.http, reply.failure.code]).toEqual([404, 'not_found']);
    expect(reply.failure.message).toBe(en['refused.not_found']);
    const russian = await visitor.get('/api/nothing', { cookie: 'i18n_redirected=ru' });
    expect(russian.failure.message).toBe(ru['refused.not_found']);
    for (const path of ['/api/content/article/none', '/api/referral/recruit/none'])
      expect((await visitor.get(path, { cookie: 'i18n_redirected=en' })).failure).toMatchObject({
        code: 'not_found',
        message: en['refused.not_found'],
      });
  });

  test('S1 amounts in their words have their currency, as the language writes them; params stay decimals', () => {
    const told = (locale: 'ru' | 'en', code: ErrorCode, params: Record<string, string | number>) =>
      toFailure(new Refusal(422, code, { params }), locale);
    const usd = { minimum: '10.00', maximum: '50000.00', available: '1000.00', currency: 'USD' };
    expect(told('ru', 'below_minimum', usd)).toMatchObject({
      message: 'Меньше минимума: нужно не меньше 10,00\u{a0}USD.',
      params: usd,
    });
    expect(told('ru', 'above_maximum', usd).message).toContain('50\u{a0}000,00\u{a0}USD');
    expect(told('en', 'insufficient_funds', usd).message).toContain('1,000.00\u{a0}USD');
    expect(told('en', 'insufficient_funds', { available: '47620', currency: 'JPY' }).message).toContain(
      '47,620\u{a0}JPY',
    );
    expect(told('en', 'reserve_too_low', { reserve: '0.00012000', currency: 'BTC' }).message).toContain(
      '0.00012\u{a0}BTC',
    );
    expect(told('en', 'too_precise', { scale: 2, currency: 'USD' }).message).toBe(
      en['error.too_precise'].replace('{{scale}}', '2'),
    );
    expect(told('en', 'wrong_code', { left: 3 }).message).toContain('3');
  });
});

describe('where a POST comes from', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['no origin at all', { origin: '', 'sec-fetch-site': '' }],
    ['the same site, another origin', { 'sec-fetch-site': 'same-site' }],
    ['another site, whatever its origin says', { 'sec-fetch-site': 'cross-site' }],
  ])('S2 %s is refused', async (_, headers) => {
    const sent = await visitor.send('/api/auth/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect([sent.http, sent.failure.code]).toEqual([403, 'bad_origin']);
  });

  test('S2 with a published address only that one counts', async () => {
    const published = await startServer({ DATABASE_URL: server.databaseUrl, PUBLIC_URL: 'http://statera.example/' });
    try {
      const own = await published.browser().post('/api/auth/logout');
      expect([own.http, own.failure.code]).toEqual([403, 'bad_origin']);
      expect((await published.browser().post('/api/auth/logout', {}, { origin: 'http://statera.example' })).http).toBe(
        200,
      );
    } finally {
      await published.close();
    }
  });
});

describe('bodies', () => {
  test('S1 another type of content is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      expect((await login({ 'content-type': type })).failure.code).toBe('unsupported_media');
    expect((await login({ 'content-encoding': 'gzip' })).http).toBe(415);
  });

  test('S1 a form where a form belongs: urlencoded or multipart, JSON is 415', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    const ask = { src: 'USD', dst: 'BTC', side: 'give', amount: '100' };
    expect((await browser.form('/api/exchange/check', ask)).http).toBe(200);
    const form = new FormData();
    for (const [name, value] of Object.entries(ask)) form.append(name, value);
    expect((await browser.send('/api/exchange/check', { method: 'POST', body: form })).http).toBe(200);
    expect((await browser.post('/api/exchange/check', ask)).http).toBe(415);
    const torn = await browser.send('/api/exchange/check', {
      method: 'POST',
      body: '--x\r\nno',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([torn.http, torn.failure.code]).toEqual([400, 'bad_request']);
  });

  test('S1 more than the limit is 413, whether or not its length is told', async () => {
    const long = JSON.stringify({ lang: 'en', more: 'x'.repeat(added.bodyBytes) });
    const told = await login({}, long);
    expect([told.http, told.failure.code]).toEqual([413, 'too_large']);
    const stream = new Response(long).body;
    const untold = await fetch(`${server.url}/api/lang`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json', origin: server.url },
    } as RequestInit);
    expect(untold.status).toBe(413);
  });

  test.each([
    ['', 'nothing'],
    ['{', 'half'],
    ['{"lang":"en"}}', 'too much'],
    ['\u0000', 'NUL'],
  ])('S1 %j is no JSON: 400', async (body) => {
    const reply = await login({}, body);
    expect([reply.http, reply.failure.code]).toEqual([400, 'bad_request']);
  });

  test('S1 bytes that are no UTF-8 are 400', async () => {
    const reply = await login({}, new Uint8Array([0x22, 0xff, 0xfe, 0x22]));
    expect([reply.http, reply.failure.code]).toEqual([400, 'bad_request']);
  });

  test('S1 what breaks the schema is 422 with a code a field', async () => {
    const reply = await visitor.post('/api/auth/login_by_password', { email: 'no', password: 'x'.repeat(201) });
    expect([reply.http, reply.failure.code]).toEqual([422, 'invalid']);
    expect(reply.failure.fields).toEqual({ email: 'bad_email', password: 'too_long', remember: 'required' });
    const empty = await visitor.post('/api/auth/login_by_password', { email: '', password: '', remember: 1 });
    expect(empty.failure.fields).toEqual({ email: 'required', password: 'required', remember: 'malformed' });
    for (const body of [null, [], 'x', 7]) expect((await visitor.post('/api/lang', body)).http).toBe(422);
  });

  test('S1 a NUL character never reaches the database', async () => {
    const reply = await visitor.post('/api/auth/login_by_password', {
      email: 'a\u0000b@example.com',
      password: 'x',
      remember: false,
    });
    expect([reply.http, reply.failure.code]).toEqual([422, 'invalid']);
  });
});

describe('routes', () => {
  test('R1 the healthcheck asks the database', async () => {
    const reply = await visitor.get('/local/healthcheck');
    expect([reply.http, reply.body]).toEqual([200, { status: 'ok', database: 'ok' }]);
  });

  test('R1 the healthcheck waits for no request that keeps a connection', async () => {
    const busy = await startServer({ DATABASE_URL: server.databaseUrl, DATABASE_POOL: '1' });
    const over = Promise.withResolvers<void>();
    const held = busy.db.connection().execute(() => over.promise);
    try {
      const answer = busy.browser().get('/local/healthcheck');
      // Less than a question waits for a connection.
      const late = AbortSignal.timeout(4_000);
      late.addEventListener('abort', () => over.resolve());
      expect([(await answer).http, late.aborted]).toEqual([200, false]);
    } finally {
      over.resolve();
      await held;
      await busy.close();
    }
  });

  test('R1 the healthcheck is 503 when the database is gone', async () => {
    const lost = await startServer();
    const name = new URL(lost.databaseUrl).pathname.slice(1);
    await sql`alter database ${sql.id(name)} with allow_connections false`.execute(server.db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(server.db);
    try {
      const reply = await lost.browser().get('/local/healthcheck');
      expect([reply.http, reply.body.database]).toEqual([503, 'unreachable']);
      const call = await lost.browser().get('/api/auth/check');
      expect([call.http, call.failure.code]).toEqual([503, 'unavailable']);
      expect(call.body.user).toBeUndefined();
    } finally {
      await lost.close();
    }
  });

  test('S1 what is not there is 404 in an envelope, in every method', async () => {
    for (const path of ['/api', '/api/', '/api/no/such', '/api/icons/none.svg', '/api/auth/check/more']) {
      expect((await visitor.get(path)).failure.code).toBe('not_found');
      expect((await visitor.post(path)).failure.code).toBe('not_found');
    }
    expect((await visitor.post('/api/auth/check')).http).toBe(404);
    expect((await visitor.send('/api/auth/login', { method: 'DELETE' })).http).toBe(404);
  });

  test('S1 GET and HEAD change nothing', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    const state = () =>
      sql<{ rows: string }>`
        select (select count(*) from sessions) || ' ' || (select count(*) from mail_outbox) || ' ' ||
               (select sum(rev) from accounts) || ' ' || (select count(*) from sign_in_requests) as rows`.execute(
        server.db,
      );
    const before = (await state()).rows;
    for (const method of ['GET', 'HEAD'])
      for (const path of [
        '/api/auth/check',
        '/api/auth/logout',
        '/api/auth/login',
        '/api/lang',
        '/api/content/menu',
        '/dev/settings',
        '/dev/failpoints',
      ])
        await browser.send(path, { method });
    expect((await state()).rows).toEqual(before);
  });

  test('B3 messages of each language come with an ETag', async () => {
    for (const [locale, copied] of [
      ['ru', 'Скопировано'],
      ['en', 'Copied'],
    ] as const) {
      const reply = await visitor.get(`/i18n/${locale}`);
      expect(reply.body['copied-toast']).toBe(copied);
      const etag = reply.headers.get('etag') ?? '';
      expect((await visitor.get(`/i18n/${locale}`, { 'if-none-match': etag.replace('W/', '') })).http).toBe(304);
      expect(reply.headers.get('content-language')).toBe(locale);
    }
    const none = ['/i18n/de', '/i18n/__proto__', '/i18n/constructor', '/i18n/..%2fen'];
    for (const path of [...none, '/i18n/en/more', '/i18n/en/constructor', '/i18n/de/page', '/i18n/en/page/page'])
      expect((await visitor.get(path)).http).toBe(404);
  });

  /** How an answer comes to a browser that accepts these encodings: which one it has, and its bytes on the line. */
  const packed = async (path: string, accepted: string) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(new URL(path, server.url), { headers: { 'accept-encoding': accepted } }, resolve)
        .on('error', reject)
        .end();
    });
    const bytes = Buffer.concat((await answer.toArray()) as Buffer[]);
    const encoding = answer.headers['content-encoding'];
    const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
    return { encoding, bytes: bytes.length, text: plain.toString() };
  };

  test.each([
    ['messages', '/i18n/ru/page', 0.25],
    ['rates', '/api/exchange/list', 0.25],
    ['an article', '/api/content/article/terms', 0.5],
  ])('B3 %s come packed as the browser takes them, and the same either way', async (_, path, share) => {
    const [plain, br, gzip] = await Promise.all(
      ['identity', 'gzip, deflate, br', 'gzip, br;q=0'].map((accepted) => packed(path, accepted)),
    );
    expect([plain!.encoding, br!.encoding, gzip!.encoding]).toEqual([undefined, 'br', 'gzip']);
    for (const each of [br!, gzip!]) expect(each.bytes).toBeLessThan(plain!.bytes * share);
    const told = (text: string) => Object.keys((JSON.parse(text) as { payload?: object }).payload ?? JSON.parse(text));
    expect([told(br!.text), told(gzip!.text)]).toEqual([told(plain!.text), told(plain!.text)]);
  });

  test('B3 what fits into one packet is not packed', async () => {
    expect((await packed('/api/auth/check', 'br')).encoding).toBeUndefined();
  });

  test('B3 messages come in parts as well, each with an ETag of its own', async () => {
    const whole = (await visitor.get('/i18n/en')).body as Record<string, string>;
    const parts = { page: {}, visitor: {}, rest: {} } as Record<string, Record<string, string>>;
    const etags = new Set<string>();
    for (const part of Object.keys(parts)) {
      const reply = await visitor.get(`/i18n/en/${part}`);
      parts[part] = reply.body as Record<string, string>;
      const etag = reply.headers.get('etag') ?? '';
      etags.add(etag);
      expect((await visitor.get(`/i18n/en/${part}`, { 'if-none-match': etag })).http).toBe(304);
    }
    expect(etags.size).toBe(3);
    const { page, visitor: visitors, rest } = parts as Record<'page' | 'visitor' | 'rest', Record<string, string>>;
    expect(whole).toMatchObject({ ...page, ...rest });
    expect({ ...page, ...visitors }).toEqual(visitors);
    expect(Object.keys(page).filter((key) => key in rest)).toEqual([]);
    // What only the server says stays with it.
    const left = Object.keys(whole).filter((key) => !(key in page) && !(key in rest));
    expect(left.filter((key) => !/^(notification|mail|refused)[.]/.test(key))).toEqual([]);
  });

  test('M1 menus come by kind, in order, in the language of the asker, with pictures that exist', async () => {
    const reply = await visitor.post('/api/content/menu', { list: ['header_menu', 'main_menu', 'footer_menu'] });
    expect(Object.keys(reply.body.payload)).toEqual(['header_menu', 'main_menu', 'footer_menu']);
    for (const items of Object.values<unknown[]>(reply.body.payload)) {
      const parsed = items.map((item) => menuItem.parse(item));
      expect(parsed.map(({ order }) => order)).toEqual(parsed.map(({ order }) => order).toSorted((a, b) => a - b));
      expect(parsed.length).toBeGreaterThan(0);
      for (const { icon_url } of parsed) {
        const icon = await visitor.get(icon_url);
        expect([icon.http, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
      }
    }
    expect(reply.body.payload.header_menu[0].title).toBe('Обмен');
    const english = await visitor.post(
      '/api/content/menu',
      { list: ['header_menu'] },
      { cookie: 'i18n_redirected=en' },
    );
    expect(english.body.payload.header_menu.map(({ title }: { title: string }) => title)).toEqual([
      ...['Exchange', 'Deposit', 'Withdraw', 'Buy', 'Transfer', 'History'],
    ]);
  });

  test('S11 the language of an account follows it; menus come in it', async () => {
    const browser = server.browser();
    await signInByPassword(browser, 'new@example.com', 'demo-password-2');
    expect((await browser.post('/api/lang', { lang: 'en' })).body.user.locale).toBe('en');
    const elsewhere = server.browser();
    await signInByPassword(elsewhere, 'new@example.com', 'demo-password-2');
    expect((await elsewhere.get('/api/auth/check')).body.locale).toBe('en');
    expect(
      (await elsewhere.post('/api/content/menu', { list: ['header_menu'] })).body.payload.header_menu[0].title,
    ).toBe('Exchange');
    expect((await visitor.post('/api/lang', { lang: 'en' })).http).toBe(200);
  });
});

describe('tools for developers', () => {
  test('F1 the outbox is a page and JSON, and escapes what people wrote', async () => {
    await visitor.post('/dev/settings', { auth_type: 'passwordless' });
    await visitor.post('/api/auth/login', { email: '"<script>"@example.com' });
    const page = await visitor.get('/dev/outbox', { accept: 'text/html' });
    expect(page.text).toContain('&lt;script&gt;');
    expect(page.text).not.toContain('<script>');
    expect((await visitor.get('/dev/outbox')).body.mails[0].recipient).toBe('"<script>"@example.com');
    await visitor.post('/dev/settings', { auth_type: 'password' });
  });

  test('S2 they answer no other site, and no other name of this machine', async () => {
    expect((await visitor.get('/dev/outbox', { 'sec-fetch-site': 'cross-site' })).http).toBe(403);
    const old = { origin: 'https://evil.example', 'sec-fetch-site': '' };
    expect((await visitor.post('/dev/settings', { site_blocked: true }, old)).http).toBe(403);
    const status = await new Promise((resolve) => {
      request(`${server.url}/dev/outbox`, { headers: { host: 'evil.example' } }, (answer) =>
        resolve(answer.statusCode),
      ).end();
    });
    expect(status).toBe(403);
  });

  test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])(
    'S2 a request that a proxy on this machine hands on, as %s says, is refused',
    async (name) => {
      expect((await visitor.get('/dev/outbox', { [name]: '203.0.113.9' })).http).toBe(403);
    },
  );

  test.each([
    ['forwarded', 429],
    ['x-forwarded-for', 429],
    ['x-real-ip', 429],
    ['x-other', 200],
  ])(
    'S2 R8 who asks from this machine with %s, after as many letters as a place may ask for: %i',
    async (name, http) => {
      try {
        for (let at = 0; at < limitOfPlace.most; at += 1)
          await countInWindow(server.db, limitOfPlace, authLogin.name, '127.0.0.1');
        const asked = { email: `${name}@example.com` };
        expect((await visitor.post('/api/auth/login', asked, { [name]: '203.0.113.9' })).http).toBe(http);
      } finally {
        await sql`delete from attempts`.execute(server.db);
      }
    },
  );

  test.each<[Record<string, string>, number, boolean]>([
    [{}, 200, true],
    [{ TRUST_PROXY: '0' }, 200, true],
    [{ PUBLIC_URL: 'http://localhost:8080' }, 200, true],
    [{ PUBLIC_URL: 'https://127.0.0.1:8443' }, 200, true],
    [{ PUBLIC_URL: 'http://[::1]:8080' }, 200, true],
    [{ TRUST_PROXY: '1' }, 404, false],
    [{ PUBLIC_URL: 'https://pilot.example' }, 404, false],
    [{ PUBLIC_URL: 'http://localhost.example' }, 404, false],
  ])(
    'S2 R8 started with %j: they answer %i, and who asks from this machine is on a laptop: %s',
    async (told, answer, laptop) => {
      const started = await startServer({ DATABASE_URL: server.databaseUrl, ...told });
      try {
        expect((await started.browser().get('/dev/outbox')).http).toBe(answer);
      } finally {
        await started.close();
      }
      const asking = { house: { config: readConfig(told) }, request: { ip: '127.0.0.1', isHandedOn: false } };
      expect(isOnLaptop(asking as Parameters<typeof isOnLaptop>[0])).toBe(laptop);
    },
  );

  test('S2 wrong settings change nothing', async () => {
    for (const body of [{ auth_type: 'none' }, { more: 1 }, { site_blocked: 'yes' }])
      expect((await visitor.post('/dev/settings', body)).http).toBe(422);
    expect((await visitor.post('/dev/failpoints', { failpoints: 'later@exchange.submit' })).http).toBe(422);
    expect((await visitor.post('/dev/settings', {})).body).toEqual({
      auth_type: 'password',
      site_blocked: false,
      sign_in_redirect: null,
    });
  });
});

test('R1 a connection that the database ends in the middle of a question fails that call alone', async () => {
  const own = await startServer();
  try {
    const slow = sql`select pg_sleep(20)`.execute(own.db).catch((error: unknown) => (error as { code?: string }).code);
    const sleeping = async () =>
      (
        await sql<{ pid: number }>`select pid from pg_stat_activity where query = 'select pg_sleep(20)'`.execute(
          server.db,
        )
      ).rows;
    await expect.poll(async () => (await sleeping()).length).toBe(1);
    await sql`select pg_terminate_backend(${(await sleeping())[0]?.pid ?? 0}::int)`.execute(server.db);
    expect(await slow).toBe('57P01');
    expect((await own.browser().get('/api/auth/check')).http).toBe(200);
  } finally {
    await own.close();
  }
});

describe('in front of another server', () => {
  const front = async (environment: Record<string, string> = {}) => {
    const { url, close } = await createServer({
      config: readConfig({
        PORT: '0',
        LOG_LEVEL: 'silent',
        DIST_DIR: '/nonexistent',
        API_ORIGIN: server.url,
        ...environment,
      }),
    });
    return { close, browser: new Browser(url) };
  };
  /** The place that a sign-in request came from, as the server behind the front believes it. */
  const placeOf = async (environment: Record<string, string>, forwarded: string): Promise<string | undefined> => {
    const behind = await startServer({ DATABASE_URL: server.databaseUrl, TRUST_PROXY: '1' });
    const { browser, close } = await front({ API_ORIGIN: behind.url, ...environment });
    try {
      await sql`delete from sign_in_requests`.execute(server.db);
      await browser.post('/api/auth/login', { email: 'demo@example.com' }, { 'x-forwarded-for': forwarded });
      return (await sql<{ place: string }>`select place from sign_in_requests`.execute(server.db)).rows[0]?.place;
    } finally {
      await close();
      await behind.close();
    }
  };

  test('S1 more than the limit is 413 here too, whether or not its length is told', async () => {
    const { browser, close } = await front();
    try {
      const long = JSON.stringify({ lang: 'en', more: 'x'.repeat(added.bodyBytes) });
      for (const body of [long, new Response(long).body]) {
        const told = await fetch(`${browser.url}/api/lang`, {
          method: 'POST',
          body,
          duplex: 'half',
          headers: { 'content-type': 'application/json', origin: browser.url },
        } as RequestInit);
        expect([told.status, told.headers.get('cache-control')]).toEqual([413, 'no-store']);
        expect(envelope.parse(await told.json())).toMatchObject({ status: 'error', payload: { code: 'too_large' } });
      }
      expect((await browser.post('/api/lang', { lang: 'en' })).http).toBe(200);
    } finally {
      await close();
    }
  });

  test('R1 its healthcheck is kept by nobody', async () => {
    const { browser, close } = await front();
    try {
      const { http, body, headers } = await browser.get('/local/healthcheck');
      expect([http, body, headers.get('cache-control')]).toEqual([200, { status: 'ok', database: 'none' }, 'no-store']);
    } finally {
      await close();
    }
  });

  test('S1 what it refuses itself is an envelope, in the language of the page', async () => {
    const { browser, close } = await front();
    const dead = await front({ API_ORIGIN: 'http://127.0.0.1:9' });
    try {
      const shown = { 'x-locale': 'en', 'x-account': '40000002' };
      const foreign = await browser.post('/api/auth/logout', {}, { ...shown, origin: 'https://evil.example' });
      const strange = await browser.send('/api/auth/check', { method: 'PUT', headers: shown });
      const lost = await dead.browser.post('/api/auth/logout', {}, shown);
      const replies = [foreign, strange, lost].map((reply) => [reply.http, reply.failure.code, reply.failure.message]);
      expect(replies).toEqual([
        [403, 'bad_origin', en['error.bad_origin']],
        [404, 'not_found', en['error.not_found']],
        [502, 'unavailable', en['error.unavailable']],
      ]);
      for (const { body, setCookies } of [foreign, strange, lost]) {
        expect(envelope.parse(body)).toMatchObject({ status: 'error', rev: 0 });
        expect([body.user, body.fv, setCookies]).toEqual([undefined, undefined, []]);
      }
    } finally {
      await close();
      await dead.close();
    }
  });

  test('S2 a published address is the one of both: the word of the page reaches the server behind', async () => {
    const PUBLIC_URL = 'https://statera.example';
    const behind = await startServer({ DATABASE_URL: server.databaseUrl, PUBLIC_URL });
    const { browser, close } = await front({ API_ORIGIN: behind.url, PUBLIC_URL });
    try {
      expect((await browser.post('/api/lang', { lang: 'en' }, { origin: PUBLIC_URL })).http).toBe(200);
      expect((await browser.post('/api/lang', { lang: 'en' })).failure.code).toBe('bad_origin');
      expect((await browser.post('/api/lang', { lang: 'en' }, { origin: 'https://evil.example' })).http).toBe(403);
    } finally {
      await close();
      await behind.close();
    }
  });

  test('S2 the server behind is told who asks: what the asker claims comes before it', async () => {
    expect(await placeOf({}, '203.0.113.1')).toMatch(/127\.0\.0\.1$/);
    expect(await placeOf({ TRUST_PROXY: '1' }, '198.51.100.1, 203.0.113.1')).toBe('203.0.113.1');
  });
});

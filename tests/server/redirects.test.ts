import { request } from 'node:http';
import { connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOwnPath } from '../../contract/address.ts';
import { ConfigError, readConfig } from '../../server/config.ts';
import { createServer } from '../../server/server.ts';
import { runs } from '../tools/runs.ts';
import { makeDist, page, type Dist } from './dist.ts';
import { mailTo, signInByPassword, startServer, type TestServer } from './harness.ts';

let dist: Dist;
let plain: TestServer;
let prefixed: TestServer;
beforeAll(async () => {
  dist = await makeDist();
  plain = await startServer({ DIST_DIR: dist.folder });
  prefixed = await another({ LOCALE_PREFIX: '1' });
});
afterAll(async () => {
  await prefixed.close();
  await plain.close();
  await dist.remove();
});

const another = (environment: Record<string, string>): Promise<TestServer> =>
  startServer({ DIST_DIR: dist.folder, DATABASE_URL: plain.databaseUrl, ...environment });

interface Answer {
  status: number;
  location: string | undefined;
  cache: string | undefined;
  body: string;
}

/** The path as it stands: `fetch` would tidy it, and follow. */
const ask = (url: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, headers, method }, (answer) => {
      readAll(answer).then(
        (body) =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location,
            cache: answer.headers['cache-control'],
            body,
          }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });

/** The answer to these bytes, whatever they are: its head alone. */
const askRaw = async (url: string, head: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.end(Buffer.from(head, 'latin1'));
  return (await readAll(socket)).split('\r\n\r\n')[0] ?? '';
};

describe('G5 addresses that begin with the language', () => {
  test.each([
    ['/', '/ru'],
    ['/login', '/ru/login'],
    ['/exchanges?search=USD/', '/ru/exchanges?search=USD/'],
    ['/exchange/USD/BTC/', '/ru/exchange/USD/BTC/'],
    ['/no/such/place', '/ru/no/such/place'],
    ['/?ref=A1&x=%2F%2Fevil', '/ru?ref=A1&x=%2F%2Fevil'],
    ['/rub', '/ru/rub'],
    ['/RU/login', '/ru/RU/login'],
    ['/login?a=%0d%0aSet-Cookie:x=1', '/ru/login?a=%0d%0aSet-Cookie:x=1'],
  ])('G5 %s leads to %s, and is kept by nobody', async (path, to) => {
    expect(await ask(prefixed.url, path)).toEqual({ status: 302, location: to, cache: 'no-store', body: '' });
    expect(await ask(prefixed.url, path, {}, 'HEAD')).toMatchObject({ status: 302, location: to, body: '' });
  });

  test.each(['/ru', '/en', '/ru/', '/en/exchanges?search=USD/', '/ru/no/such/place'])(
    'G5 %s is the page',
    async (path) => {
      expect(await ask(prefixed.url, path)).toMatchObject({ status: 200, location: undefined, body: page });
    },
  );

  test.each([
    [{ cookie: 'i18n_redirected=en' }, 'en'],
    [{ cookie: 'i18n_redirected=ru', 'accept-language': 'en' }, 'ru'],
    [{ cookie: 'i18n_redirected=de', 'accept-language': 'de, en;q=0.5' }, 'en'],
    [{ cookie: 'i18n_redirected=en/../..' }, 'ru'],
    [{ 'accept-language': 'en-GB,en;q=0.9,ru;q=0.8' }, 'en'],
    [{ 'accept-language': 'en;q=0.4, ru;q=0.7' }, 'ru'],
    [{ 'accept-language': 'en;q=0, *' }, 'ru'],
    [{ 'accept-language': 'fr' }, 'ru'],
    [{ 'accept-language': ';;;,q=,en;q=1;q=2' }, 'ru'],
    [{ 'accept-language': `${'x,'.repeat(5_000)}en` }, 'ru'],
    [{}, 'ru'],
  ])('G5 %j is answered in %s', async (headers, locale) => {
    expect((await ask(prefixed.url, '/login', headers)).location).toBe(`/${locale}/login`);
  });

  test('G5 another cookie and no detection, no cookie at all', async () => {
    const named = await another({ LOCALE_PREFIX: '1', LOCALE_COOKIE: 'lang', LOCALE_DETECTION: '0' });
    const none = await another({ LOCALE_PREFIX: '1', LOCALE_COOKIE: 'off' });
    try {
      const where = async (url: string, headers: Record<string, string>) => (await ask(url, '/', headers)).location;
      expect(await where(named.url, { cookie: 'lang=en' })).toBe('/en');
      expect(await where(named.url, { cookie: 'i18n_redirected=en', 'accept-language': 'en' })).toBe('/ru');
      expect(await where(none.url, { cookie: 'i18n_redirected=ru; off=ru; null=ru', 'accept-language': 'en' })).toBe(
        '/en',
      );
    } finally {
      await named.close();
      await none.close();
    }
  });

  test.each([
    '/api/auth/check',
    '/api/none',
    '/i18n/en',
    '/assets/index-B1x2Y3z4.js',
    '/assets/index-00000000.js',
    '/favicon.svg',
    '/sw.js',
    '/dev/outbox',
    '/local/healthcheck',
    '/local/other',
    '/index.html',
  ])('G5 %s has no language', async (path) => {
    expect((await ask(prefixed.url, path)).location).toBeUndefined();
    expect(await ask(prefixed.url, path)).toMatchObject({ status: (await ask(plain.url, path)).status });
  });

  test('G5 a mailed link comes through with its token', async () => {
    const browser = prefixed.browser();
    await browser.post('/api/auth/login', { email: 'new@example.com' });
    const { link, body } = await mailTo(prefixed, 'new@example.com');
    const [url = ''] = /http:\S+/.exec(body) ?? [];
    const { pathname, search } = new URL(url);
    expect((await ask(prefixed.url, pathname + search)).location).toBe(`/ru/login?link=${link}`);
  });

  test('G5 without the prefix nothing leads anywhere', async () => {
    for (const path of ['/', '/login', '/en', '/en/exchanges', '/exchanges?search=USD/'])
      expect(await ask(plain.url, path, { 'accept-language': 'en' })).toMatchObject({
        status: 200,
        location: undefined,
      });
  });
});

describe('G5 the root', () => {
  test('G5 it leads where it is configured to, with 302, and loses nothing that a link to it carries', async () => {
    const own = await another({ ROOT_REDIRECT: '/exchanges' });
    const asking = await another({ ROOT_REDIRECT: '/exchanges?search=USD/' });
    try {
      expect(await ask(own.url, '/')).toEqual({ status: 302, location: '/exchanges', cache: 'no-store', body: '' });
      expect(await ask(own.url, '/', {}, 'HEAD')).toMatchObject({ status: 302, location: '/exchanges' });
      expect((await ask(own.url, '/?from=mail')).location).toBe('/exchanges?from=mail');
      expect((await ask(own.url, '/?ref=')).location).toBe('/exchanges?ref=');
      expect((await ask(asking.url, '/?from=mail')).location).toBe('/exchanges?search=USD/&from=mail');
      expect(await ask(own.url, '/exchanges')).toMatchObject({ status: 200, body: page });
      expect(await ask(own.url, '/login')).toMatchObject({ status: 200, body: page });
      expect((await ask(own.url, '/', {}, 'POST')).status).toBe(404);
    } finally {
      await own.close();
      await asking.close();
    }
  });

  test.each([
    ['301', undefined],
    ['302', 'no-store'],
    ['303', 'no-store'],
    ['307', 'no-store'],
    ['308', undefined],
  ])('G5 by status %s', async (status, cache) => {
    const own = await another({ ROOT_REDIRECT: '/article', ROOT_REDIRECT_STATUS: status });
    try {
      expect(await ask(own.url, '/')).toEqual({ status: Number(status), location: '/article', cache, body: '' });
    } finally {
      await own.close();
    }
  });

  test('G5 with a language in addresses it takes one step, and is kept by nobody', async () => {
    const own = await another({
      LOCALE_PREFIX: '1',
      ROOT_REDIRECT: '/exchanges?search=USD/',
      ROOT_REDIRECT_STATUS: '301',
    });
    const fixed = await another({ LOCALE_PREFIX: '1', ROOT_REDIRECT: '/en' });
    try {
      expect(await ask(own.url, '/?from=mail', { 'accept-language': 'en' })).toEqual({
        status: 301,
        location: '/en/exchanges?search=USD/&from=mail',
        cache: 'no-store',
        body: '',
      });
      expect(await ask(own.url, '/en')).toMatchObject({ status: 200, body: page });
      expect((await ask(own.url, '/login')).status).toBe(302);
      expect((await ask(fixed.url, '/')).location).toBe('/en');
      expect(await ask(fixed.url, '/en')).toMatchObject({ status: 200, body: page });
    } finally {
      await own.close();
      await fixed.close();
    }
  });

  test('G5 F12 an invitation has its page there, wherever the root leads: a language in front of it is all it gets', async () => {
    const own = await another({ ROOT_REDIRECT: '/exchanges', ROOT_REDIRECT_STATUS: '301' });
    const both = await another({ LOCALE_PREFIX: '1', ROOT_REDIRECT: '/exchanges', ROOT_REDIRECT_STATUS: '301' });
    try {
      for (const link of ['/?ref=A1', '/?from=mail&ref=A1&stop=x', '/?%72ef=A1']) {
        expect(await ask(own.url, link)).toMatchObject({ status: 200, location: undefined, body: page });
        const led = await ask(both.url, link, { 'accept-language': 'en' });
        expect(led).toEqual({ status: 302, location: `/en${link.slice(1)}`, cache: 'no-store', body: '' });
        expect(await ask(both.url, led.location ?? '')).toMatchObject({ status: 200, location: undefined, body: page });
      }
    } finally {
      await own.close();
      await both.close();
    }
  });

  test('G5 in front of another server it is the same', async () => {
    const front = await createServer({
      config: readConfig({
        PORT: '0',
        LOG_LEVEL: 'silent',
        DIST_DIR: dist.folder,
        API_ORIGIN: plain.url,
        LOCALE_PREFIX: '1',
        ROOT_REDIRECT: '/article',
      }),
    });
    try {
      expect((await ask(front.url, '/')).location).toBe('/ru/article');
      expect((await ask(front.url, '/login')).location).toBe('/ru/login');
      expect((await ask(front.url, '/i18n/en')).status).toBe(200);
    } finally {
      await front.close();
    }
  });
});

describe('G5 a root that would lead to a page that there is not', () => {
  const knowing = `
    export const planOf = (path) =>
      path === '/cards' ? undefined : { name: /^[/](exchanges|login)?$/.test(path) ? 'open' : 'not found', path, asks: [] };
    export const screenOf = () => undefined;`;
  const start = async (environment: Record<string, string>): Promise<void> => {
    const built = await makeDist({ '.vite/prerender.mjs': knowing });
    try {
      const config = { PORT: '0', LOG_LEVEL: 'silent', API_ORIGIN: plain.url, DIST_DIR: built.folder };
      await (await createServer({ config: readConfig({ ...config, ...environment }) })).close();
    } finally {
      await built.remove();
    }
  };

  test.each([
    [{ ROOT_REDIRECT: '/exchnages' }, '/exchnages'],
    [{ ROOT_REDIRECT: '/exchnages?search=USD/', ROOT_REDIRECT_STATUS: '308' }, '/exchnages?search=USD/'],
    [{ ROOT_REDIRECT: '/en/exchanges' }, '/en/exchanges while LOCALE_PREFIX is 0'],
    [{ ROOT_REDIRECT: '/en/exchnages', LOCALE_PREFIX: '1' }, '/en/exchnages'],
  ])('G5 %j ends the start with one line, here and in front of another server', async (environment, where) => {
    const error = new ConfigError(`ROOT_REDIRECT must be a path of the page: it has none at ${where}`);
    await expect(start(environment)).rejects.toEqual(error);
    await expect(start({ ...environment, API_ORIGIN: '', DATABASE_URL: plain.databaseUrl })).rejects.toEqual(error);
  });

  test.each([
    { ROOT_REDIRECT: '/exchanges?search=USD/' },
    { ROOT_REDIRECT: '/cards' },
    { ROOT_REDIRECT: '/en', LOCALE_PREFIX: '1' },
    { ROOT_REDIRECT: '/en/exchanges', LOCALE_PREFIX: '1' },
    { ROOT_REDIRECT: '/login', LOCALE_PREFIX: '1' },
  ])('G5 %j starts', async (environment) => {
    await expect(start(environment as Record<string, string>)).resolves.toBeUndefined();
  });
});

describe('G5 what somebody sends to lead a person away', () => {
  const hostile = [
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/%09/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/ru//evil.example',
    '/ru/..//evil.example',
    '/https://evil.example',
    '/https:evil.example',
    '/@evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/%0aSet-Cookie:x=1',
    '/login%0d%0a',
    '/;//evil.example',
    '/?//evil.example',
    'http://evil.example/login',
    'https://evil.example//x',
    '/%e2%80%ae',
    '/%',
    '/%c0%af',
  ];
  const root = () => another({ LOCALE_PREFIX: '1', ROOT_REDIRECT: '/exchanges' });

  /** Never to another place than this, and never with a header that somebody wrote. */
  const expectHarmless = (url: string, head: string): void => {
    expect(head).not.toMatch(/^set-cookie:/im);
    const locations = [...head.matchAll(/^location: (.*)$/gim)].map(([, to]) => to?.trim() ?? '');
    expect(locations.length).toBeLessThanOrEqual(1);
    for (const to of locations) {
      expect(isOwnPath(to.split('?', 1)[0] ?? '')).toBe(true);
      expect(new URL(to, url).origin).toBe(url);
      expect(to).toMatch(/^\/(ru|en)(\/|\?|$)/);
    }
  };

  test('G5 they get nowhere, by whatever name the host is called', async () => {
    const server = await root();
    try {
      for (const path of hostile)
        for (const host of ['127.0.0.1', 'evil.example', 'evil.example//', 'a@evil.example'])
          expectHarmless(
            server.url,
            await askRaw(server.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
          );
    } finally {
      await server.close();
    }
  });

  test('G5 nor does what is made at random of such parts', async () => {
    const server = await root();
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5C',
      '%0d%0a',
      '%00',
      '?',
      '#',
      '&',
      '@',
      ':',
      '//',
      'ru',
      'en',
      'evil.example',
      'https:',
      '\t',
      '\x7f',
      'é',
      '%e',
      'login',
      '=',
      ';',
    );
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(part, { maxLength: 10 }), part, async (parts, cookie) => {
          expectHarmless(
            server.url,
            await askRaw(
              server.url,
              `GET /${parts.join('')} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: i18n_redirected=${cookie}\r\nAccept-Language: ${cookie}\r\n\r\n`,
            ),
          );
        }),
        runs(200),
      );
    } finally {
      await server.close();
    }
  });
});

describe('S11 the language of an answer', () => {
  const menuIn = async (server: TestServer, headers: Record<string, string>) => {
    const reply = await server.browser().post('/api/content/menu', { list: ['header_menu'] }, headers);
    return reply.body.payload.header_menu[0].title as string;
  };

  test('S11 a visitor’s: what the page shows, else the cookie, else what the browser asks for, else the default', async () => {
    for (const [headers, title] of [
      [{ 'x-locale': 'en', cookie: 'i18n_redirected=ru' }, 'Exchange'],
      [{ 'x-locale': 'de', cookie: 'i18n_redirected=en', 'accept-language': 'ru' }, 'Exchange'],
      [{ 'accept-language': 'en' }, 'Exchange'],
      [{ 'accept-language': 'fr' }, 'Обмен'],
      [{}, 'Обмен'],
    ] as const)
      expect(await menuIn(plain, headers)).toBe(title);
  });

  test('S11 the same cookie and detection count as for addresses', async () => {
    const named = await another({ LOCALE_COOKIE: 'lang', LOCALE_DETECTION: '0' });
    const none = await another({ LOCALE_COOKIE: 'off' });
    try {
      expect(await menuIn(named, { cookie: 'lang=en' })).toBe('Exchange');
      expect(await menuIn(named, { cookie: 'i18n_redirected=en', 'accept-language': 'en' })).toBe('Обмен');
      expect(await menuIn(none, { cookie: 'i18n_redirected=en' })).toBe('Обмен');
      expect(await menuIn(none, { cookie: 'i18n_redirected=ru', 'x-locale': 'en' })).toBe('Exchange');
    } finally {
      await named.close();
      await none.close();
    }
  });

  test('S11 a person’s own language goes along, unless the address names one; menus are in what the page shows', async () => {
    const chosen = plain.browser();
    await signInByPassword(chosen);
    await chosen.post('/api/lang', { lang: 'ru' }, { 'x-locale': 'en' });
    const shows = { 'x-locale': 'en' };
    expect((await chosen.get('/api/auth/check', shows)).body.locale).toBe('ru');
    const menus = await chosen.post('/api/content/menu', { list: ['header_menu'] }, shows);
    expect(menus.body.payload.header_menu[0].title).toBe('Exchange');

    const browser = prefixed.browser();
    const { body } = await browser.post(
      '/api/auth/login_by_password',
      { email: 'demo@example.com', password: 'demo-password-1', remember: false },
      shows,
    );
    const nameOf = (answer: typeof body) =>
      answer.wallets.find((each: { currency: string }) => each.currency === 'BTC').name;
    expect([body.locale, body.user.locale, nameOf(body)]).toEqual(['en', 'ru', 'Bitcoin']);
    expect((await browser.get('/api/auth/check', shows)).body.locale).toBe('en');
    // The account speaks Russian already: the page alone changes, and the names with it.
    const back = (await browser.post('/api/lang', { lang: 'ru' }, shows)).body;
    expect(nameOf(back)).toBe('Биткоин');
  });
});

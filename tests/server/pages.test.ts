import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { pageConfig, usualPageConfig } from '../../contract/page-config.ts';
import { readConfig } from '../../server/config.ts';
import { readAssets } from '../../server/http/assets.ts';
import { createPlaces } from '../../server/http/places.ts';
import { createVisitorPages } from '../../server/http/visitor-pages.ts';
import { createServer } from '../../server/server.ts';
import { makeDist, page, script, style, type Dist } from './dist.ts';
import { Browser, signInByPassword, startServer, type TestServer } from './harness.ts';

let dist: Dist;
let server: TestServer;
beforeAll(async () => {
  dist = await makeDist();
  server = await startServer({ DIST_DIR: dist.folder });
});
afterAll(async () => {
  await server.close();
  await dist.remove();
});

/** As it stands: `fetch` would tidy the path and unpack the answer. */
const raw = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('the page', () => {
  test.each([
    '/',
    '/login',
    '/login?link=abc',
    '/exchange/USD/BTC',
    '/history/exchange',
    '/settings/verification',
    '/no/such/place',
  ])('R2 %s is the page, asked for again each time', async (path) => {
    const reply = await raw(path);
    expect([reply.status, reply.headers['cache-control'], `${reply.bytes}`]).toEqual([200, 'no-cache', page]);
    expect((await raw(path, { 'if-none-match': String(reply.headers['etag']) })).status).toBe(304);
  });

  test.each([
    '/assets/index-00000000.js',
    '/assets/',
    '/assets',
    '/assets/no/ending',
    '/missing.png',
    '/app.js.map',
    '/sw.js',
    '/index.htm',
    '/plain.bin',
    '/api',
    '/i18n/de',
    '/local/other',
    '/dev/none',
  ])('R2 %s is a 404 and never the page', async (path) => {
    const reply = await raw(path);
    expect(reply.status).toBe(404);
    expect(`${reply.bytes}`).not.toContain('<html');
  });

  test.each(['/no.such', '/missing.png', '/assets/no/ending', '/local/other', '/dev/none'])(
    'R2 whoever goes to %s finds the page, as a 404',
    async (path) => {
      const reply = await raw(path, { 'sec-fetch-dest': 'document' });
      expect([reply.status, `${reply.bytes}`]).toEqual([404, page]);
    },
  );

  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../package.json',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/assets/%00index-B1x2Y3z4.js',
    '/.env',
    '/%2e%2e%2fserver%2findex.ts',
    '/index.html%00.js',
  ])('R2 %s reads nothing outside', async (path) => {
    const reply = await raw(path);
    expect([200, 400, 404]).toContain(reply.status);
    if (reply.status === 200) expect(`${reply.bytes}`).toBe(page);
  });

  test('R2 without a built front end it says how to build it', async () => {
    const bare = await startServer();
    try {
      const reply = await fetch(`${bare.url}/login`);
      expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('npm start')]);
    } finally {
      await bare.close();
    }
  });
});

describe('pages that are rendered ahead', () => {
  test.each([
    ['cannot be loaded', `throw new Error('lost')`],
    [
      'cannot draw',
      `export const planOf = (path) => ({ name: 'login', path, asks: [] });
      export const render = () => Promise.reject(new Error('no such view'));`,
    ],
  ])('R2 a renderer that %s leaves everybody the page that is everybody’s', async (_, renderer) => {
    const built = await makeDist({
      '.vite/prerender.mjs': renderer,
      '.vite/early.js': 'early()',
      '.vite/pieces.json': JSON.stringify({ first: '/assets/index-B1x2Y3z4.js', pages: {} }),
    });
    const other = await startServer({ DIST_DIR: built.folder, SEED_DEMO: '0' });
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await fetch(`${other.url}/login`);
      expect([answer.status, await answer.text()]).toEqual([200, page]);
    }
    await other.close();
    await built.remove();
  });
});

describe('pages that are rendered ahead, while nothing answers', () => {
  afterEach(() => void vi.useRealTimers());

  test('R2 whoever comes gets the page as it was, else the one that is everybody’s, and waits for neither', async () => {
    const built = await makeDist({
      '.vite/prerender.mjs': `export const planOf = (path) => ({ name: 'login', path, asks: [{ method: 'GET', path: '/api/auth/check' }] });
      export const render = async ({ path }) => ({ html: '<p>' + path + '</p>', stand: '', whole: true });`,
      '.vite/early.js': 'early()',
      '.vite/pieces.json': JSON.stringify({ first: '/assets/index-B1x2Y3z4.js', pages: {} }),
    });
    let answers = () => Promise.resolve(Response.json({ status: 'ok' }));
    const drawing = {
      ...{ dist: built.folder, config: readConfig({}) },
      onError: (error: unknown) => expect.unreachable(String(error)),
    };
    const places = createPlaces(drawing)!;
    const pages = createVisitorPages({ ...drawing, page, places, ask: () => answers() });
    const ask = async (path: string) =>
      await (await pages?.serve(new Request(`http://localhost${path}`)))?.response.text();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    expect(await ask('/login')).toContain('<p>/login</p>');
    answers = () => new Promise(() => {});
    vi.advanceTimersByTime(60_000);
    const [before, never] = [ask('/login'), ask('/signup')];
    await vi.advanceTimersByTimeAsync(2_000);
    expect([await before, await never]).toEqual([expect.stringContaining('<p>/login</p>'), undefined]);
    await built.remove();
  });
});

describe('what a page names ahead', () => {
  test('R2 the page of whoever is signed in names what its screen takes; nobody else’s does', async () => {
    const parts = { scripts: ['/assets/view-B1x2Y3z4.js'], styles: ['/assets/style-A9_8-7cD.css'] };
    const built = await makeDist({
      '.vite/prerender.mjs': `export const planOf = () => undefined;
      export const render = () => Promise.reject(new Error('not asked for'));
      export const screenOf = (path) => path.startsWith('/transfer') ? { name: 'transfer', words: ['page', 'rest'] } : undefined;`,
      '.vite/early.js': 'early()',
      '.vite/pieces.json': JSON.stringify({
        first: '/assets/index-B1x2Y3z4.js',
        pages: {},
        members: { transfer: parts },
      }),
    });
    const other = await startServer({ DIST_DIR: built.folder, SEED_DEMO: '0' });
    const named = async (path: string, cookie: string, more: Record<string, string> = {}) => {
      const answer = await fetch(other.url + path, { headers: { cookie, 'accept-language': 'en', ...more } });
      if (!/^\/(assets|index)/.test(path)) expect(answer.headers.get('vary')).toContain('Cookie');
      return answer.headers.get('link');
    };
    const all = [
      '</assets/index-B1x2Y3z4.js>; rel=preload; as=script; crossorigin',
      '</assets/view-B1x2Y3z4.js>; rel=preload; as=fetch; crossorigin',
      '</assets/style-A9_8-7cD.css>; rel=preload; as=style; crossorigin',
      '</i18n/en/page>; rel=preload; as=fetch; crossorigin',
      '</i18n/en/rest>; rel=preload; as=fetch; crossorigin',
    ].join(', ');
    expect(await named('/transfer', 'session=some')).toBe(all);
    expect(await named('/transfer?operation=1', 'remember=some')).toBe(all);
    const russian = await named('/transfer', 'session=some; i18n_redirected=ru');
    expect(russian).toBe(all.replaceAll('/en/', '/ru/'));
    const etag = (await fetch(`${other.url}/transfer`)).headers.get('etag') ?? '';
    expect(await named('/transfer', 'session=some', { 'if-none-match': etag })).toBe(all);
    expect(await named('/transfer', 'i18n_redirected=en')).toBeNull();
    expect(await named('/transfer', 'sign-in-request=some')).toBeNull();
    expect(await named('/settings', 'session=some')).toBeNull();
    expect(await named('/index.html', 'session=some')).toBeNull();
    expect(await named('/assets/style-A9_8-7cD.css', 'session=some')).toBeNull();
    await other.close();
    await built.remove();
  });
});

describe('the configuration in the page', () => {
  const place = '<meta name="page-config" content="{}" />';
  const configOf = (text: string): unknown =>
    JSON.parse((/<meta name="page-config" content="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"'));

  test('G5 the page that is served carries it, with an ETag and compressed bytes of its own', async () => {
    const built = await makeDist({
      'index.html': page.replace('<html>', `<html>${place}`),
      'index.html.br': 'what the build made of a page without it',
    });
    const usual = await startServer({ DIST_DIR: built.folder });
    const other = await startServer({
      DIST_DIR: built.folder,
      LOCALE_PREFIX: '1',
      LOCALE_COOKIE: 'off',
      LOCALE_DETECTION: '0',
    });
    try {
      const fv = (await usual.browser().get('/api/auth/check')).body.fv as string;
      const one = await fetch(`${usual.url}/login`, { headers: { 'accept-encoding': 'br' } });
      const text = await one.text();
      expect(configOf(text)).toEqual({
        fv,
        locale_prefix: false,
        locale_cookie: 'i18n_redirected',
        detect_language: true,
      });
      expect(text.replace(/content="[^"]*"/, 'content="{}"')).toBe(page.replace('<html>', `<html>${place}`));
      const two = await fetch(`${other.url}/ru/login`);
      expect(configOf(await two.text())).toEqual({
        fv,
        locale_prefix: true,
        locale_cookie: null,
        detect_language: false,
      });
      expect(two.headers.get('etag')).not.toBe(one.headers.get('etag'));
      const again = await fetch(usual.url, { headers: { 'if-none-match': one.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
    } finally {
      await usual.close();
      await other.close();
      await built.remove();
    }
  });

  test('G5 in front of another server it names no version: the answers are those of the other one', async () => {
    const built = await makeDist({ 'index.html': page.replace('<html>', `<html>${place}`) });
    const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DIST_DIR: built.folder, API_ORIGIN: server.url });
    const front = await createServer({ config });
    try {
      const written = configOf(await (await fetch(front.url)).text());
      expect(written).toEqual(usualPageConfig);
      expect(pageConfig.parse(written).fv).toBeUndefined();
    } finally {
      await front.close();
      await built.remove();
    }
  });

  test('F17 a worker that keeps the page is another one where the page is told another thing, and the same where it is not', async () => {
    const built = await makeDist({ 'index.html': place, 'sw.js': 'const kept = 1;' });
    const worker = async (config: Partial<typeof usualPageConfig>) => {
      const assets = readAssets(built.folder, { ...usualPageConfig, ...config });
      const answer = (await assets.serve('/sw.js', new Request('http://localhost')))!;
      return [await answer.text(), answer.headers.get('etag')] as const;
    };
    const others = [
      {},
      { locale_prefix: true },
      { locale_cookie: null },
      { locale_cookie: 'lang' },
      { detect_language: false },
    ];
    const all = await Promise.all(others.map(worker));
    for (const at of [0, 1]) expect(new Set(all.map((each) => each[at])).size).toBe(others.length);
    expect(all.map(([text]) => text.split('\n')[0])).toEqual(others.map(() => 'const kept = 1;'));
    expect(all[0]![0]).toBe('const kept = 1;');
    expect(await worker({ locale_prefix: true })).toEqual(all[1]);
    await built.remove();
  });

  test('G5 it stays inside its attribute, whatever it holds', () => {
    const folder = mkdtempSync(join(tmpdir(), 'statera-page-'));
    writeFileSync(join(folder, 'index.html'), place);
    const hostile = `"><script>alert('$&')</script>&amp;`;
    const assets = readAssets(folder, { ...usualPageConfig, locale_cookie: hostile });
    rmSync(folder, { recursive: true });
    expect(assets.page).toMatch(/^<meta name="page-config" content="[^"<>]*" \/>$/);
    const text = /content="([^"]*)"/.exec(assets.page ?? '')?.[1] ?? '';
    const read = text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(read)).toMatchObject({ locale_cookie: hostile });
  });
});

describe('the name of the product', () => {
  const name = 'R&D "`${x}`" <b>\\';
  const sw = 'const page = `<title>Statera</title><script>go()</script>`;';
  const files = { 'index.html': '<title>Statera</title><header>Statera</header>', 'sw.js': sw };
  const [title] = ['R&#38;D &#34;&#96;&#36;&#123;x&#125;&#96;&#34; &#60;b&#62;&#92;'];

  test('the one that this server is given stands in the page, in the page for when there is none, and in its manifest', async () => {
    const built = await makeDist(files);
    const other = await startServer({ DIST_DIR: built.folder, PRODUCT_NAME: name });
    try {
      const textOf = async (path: string) => await (await fetch(`${other.url}${path}`)).text();
      expect(await textOf('/')).toBe(`<title>${title}</title><header>${title}</header>`);
      expect(await textOf('/sw.js')).toBe(sw.replace('Statera', () => title!));
      const manifest = await fetch(`${other.url}/manifest.webmanifest`);
      expect(manifest.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
      expect(await manifest.json()).toMatchObject({ name, short_name: name, start_url: '/', display: 'standalone' });
    } finally {
      await other.close();
      await built.remove();
    }
  });

  test('without another one all of it stays as it was built', async () => {
    const built = await makeDist(files);
    const assets = readAssets(built.folder, usualPageConfig);
    expect(assets.page).toBe(files['index.html']);
    const textOf = async (path: string) => await (await assets.serve(path, new Request('http://localhost')))!.text();
    expect(await textOf('/sw.js')).toBe(sw);
    expect(JSON.parse(await textOf('/manifest.webmanifest'))).toMatchObject({ name: 'Statera' });
    await built.remove();
  });
});

describe('assets', () => {
  test('B1 a hashed name is immutable, any other is asked for again', async () => {
    expect((await raw('/assets/index-B1x2Y3z4.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await raw('/assets/style-A9_8-7cD.css')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await raw('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  test('B1 they come as small as the browser allows: what the build compressed, else compressed here', async () => {
    const built = await raw('/assets/index-B1x2Y3z4.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect([built.headers['content-encoding'], built.headers['vary'], `${brotliDecompressSync(built.bytes)}`]).toEqual([
      'br',
      'Accept-Encoding',
      `${script}// by the build`,
    ]);
    const zipped = await raw('/assets/style-A9_8-7cD.css', { 'accept-encoding': 'gzip' });
    expect([zipped.headers['content-encoding'], `${gunzipSync(zipped.bytes)}`]).toEqual(['gzip', style]);
    expect(zipped.bytes.length).toBeLessThan(style.length / 4);
    const here = await raw('/assets/style-A9_8-7cD.css', { 'accept-encoding': 'br' });
    expect(`${brotliDecompressSync(here.bytes)}`).toBe(style);
    const plain = await raw('/assets/style-A9_8-7cD.css', { 'accept-encoding': 'br;q=0' });
    expect([plain.headers['content-encoding'], `${plain.bytes}`]).toEqual([undefined, style]);
  });

  test('B1 HEAD has the length and no bytes', async () => {
    const reply = await fetch(`${server.url}/assets/style-A9_8-7cD.css`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect([reply.status, await reply.text()]).toEqual([200, '']);
  });
});

describe('headers', () => {
  test('S2 every answer has the policy; the page, its own inline style by hash', async () => {
    const hash = createHash('sha256').update('body{margin:0}').digest('base64');
    for (const path of ['/', '/api/auth/check', '/missing.js', '/dev/outbox']) {
      const { headers } = await raw(path);
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=(self)'),
      });
      expect(String(headers['content-security-policy']).split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'sha256-${hash}'`,
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        expect.stringMatching(/^frame-src https:\/\/www\.bestchange\.com http:\/\/127\.0\.0\.1:\d+$/),
        expect.stringMatching(/^form-action 'self' https:\/\/www\.bestchange\.com http:\/\/127\.0\.0\.1:\d+$/),
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types statera dompurify',
      ]);
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });
});

test('S3 another build has another version, and every answer names it', async () => {
  const version = async (from: TestServer) => (await from.browser().get('/api/auth/check')).body.fv as string;
  const other = await makeDist({ 'assets/more-C1x2Y3z4.js': 'export {};' });
  const newer = await startServer({ DIST_DIR: other.folder });
  const same = await startServer({ DIST_DIR: dist.folder });
  try {
    expect(await version(server)).toMatch(/^[\w-]{12}$/);
    expect(await version(newer)).not.toBe(await version(server));
    expect(await version(same)).toBe(await version(server));
    expect((await server.browser().get('/api/none')).body.fv).toBe(await version(server));
  } finally {
    await newer.close();
    await same.close();
    await other.remove();
  }
});

describe('in front of another server', () => {
  test('R2 API_ORIGIN serves the page and passes calls and messages on, with cookies and refusals', async () => {
    const config = readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DIST_DIR: dist.folder,
      API_ORIGIN: server.url,
      ORIGINS: 'https://pay.example',
      RATE_LISTING_URL: 'off',
    });
    const front = await createServer({ config });
    try {
      const policy = (await fetch(front.url)).headers.get('content-security-policy');
      expect(policy).toContain("frame-src https://pay.example; form-action 'self' https://pay.example;");
      const browser = new Browser(front.url);
      await signInByPassword(browser);
      expect((await browser.get('/api/auth/check')).body.user).toMatchObject({ email: 'demo@example.com' });
      expect((await browser.get('/i18n/en')).body['copied-toast']).toBe('Copied');
      expect((await browser.get('/api/none')).http).toBe(404);
      expect((await browser.get('/login')).text).toBe(page);
      expect((await browser.post('/api/auth/logout', {}, { origin: 'https://evil.example' })).http).toBe(403);
      expect((await browser.get('/dev/outbox')).http).toBe(404);
      expect((await browser.get('/local/healthcheck')).http).toBe(200);
    } finally {
      await front.close();
    }
  });

  test('R2 where the build knows of no screen it is the page as a 404 too, whatever language the address names', async () => {
    const built = await makeDist({
      'index.html': page,
      '.vite/prerender.mjs': `export const planOf = (path) => ({ name: path === '/login' ? 'login' : 'not found', path, asks: [] });`,
    });
    const config = readConfig({
      ...{ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', LOCALE_PREFIX: '1' },
      ...{ DIST_DIR: built.folder, API_ORIGIN: server.url },
    });
    const front = await createServer({ config });
    try {
      for (const [path, status] of [
        ['/en/login', 200],
        ['/ru/nowhere', 404],
      ] as const) {
        const answer = await fetch(front.url + path);
        expect([path, answer.status, await answer.text()]).toEqual([path, status, page]);
      }
    } finally {
      await front.close();
      await built.remove();
    }
  });

  test('R2 an API_ORIGIN that does not answer is a 502', async () => {
    const config = readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DIST_DIR: dist.folder,
      API_ORIGIN: 'http://127.0.0.1:9',
    });
    const front = await createServer({ config });
    expect((await new Browser(front.url).get('/api/auth/check')).http).toBe(502);
    await front.close();
  });
});

test('F17 the worker is a script for the whole site that is asked for each time, and no page', async () => {
  const built = await makeDist({ 'sw.js': `const version = '1';` });
  const one = await startServer({ DIST_DIR: built.folder });
  try {
    const script = await fetch(`${one.url}/sw.js`);
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('no-cache');
    expect(script.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = script.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`worker-src 'self'`);
    expect(policy).toContain(`connect-src 'self'`);
    expect(policy).toMatch(/trusted-types [^;]*\bstatera\b/);
    const again = await fetch(`${one.url}/sw.js`, { headers: { 'if-none-match': script.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  } finally {
    await one.close();
    await built.remove();
  }
  const without = await makeDist();
  const other = await startServer({ DIST_DIR: without.folder });
  try {
    expect((await fetch(`${other.url}/sw.js`)).status).toBe(404);
  } finally {
    await other.close();
    await without.remove();
  }
});

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page, Route } from 'playwright';
import { describe, expect, test } from 'vitest';
import { everyNth } from '../tools/deep.ts';
import { englishDesk, russianPhone } from '../tools/looks.ts';
import { begins, dist, heading, signIn, takenOver, tell, words, type Visit } from '../tools/product.ts';
import { movedOn } from '../tools/moved.ts';
import { piecesOfBuild } from '../tools/pieces.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { product, person } = await openStand({
  environment: { LOG_LEVEL: 'error' },
  // A password that is wrong, scripts that a test keeps from coming, and a line that it cuts.
  isPartOfIt: (complaint) => /status of 422|ERR_(FAILED|INTERNET_DISCONNECTED)/.test(complaint),
});

/** As a browser asks that comes for the first time, or with what it was given. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(product.url + path, { headers: { 'accept-language': 'en', ...headers }, redirect: 'manual' });
const sheets = [...piecesOfBuild()]
  .filter((path) => path.endsWith('.css'))
  .map((path) => readFileSync(join(dist, path), 'utf8'))
  .join('');
const names = (css: string, name: string): boolean => new RegExp(`\\.${name}(?![\\w-])`).test(css);
/** Classes of what stands in a page that some sheet of the build dresses, and the style of the page does not. */
const unworn = (page: string): string[] => {
  const [, style = '', body = ''] = /<style>([^]*?)<\/style>([^]*)/.exec(page) ?? [];
  const worn = new Set([...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, all = '']) => all.split(' ')));
  return [...worn].filter((name) => names(sheets, name) && !names(style, name));
};
const isRendered = (page: string): boolean => page.includes('id="first-page"');

/** The scripts of the page come when they are let go, the first of them last. */
const holdScripts = async ({ context }: Visit): Promise<() => void> => {
  let release = (): void => {};
  const held = new Promise<void>((go) => (release = go));
  await context.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
};

interface Moved {
  moved: string[];
}
interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** What moves on the page without being asked, from where and to where. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen = Object.assign(globalThis as unknown as Moved, { moved: [] });
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        seen.moved.push(
          `by ${value}`,
          ...sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" from ${place(previousRect)} to ${place(currentRect)}`,
          ),
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** What `typeMeanwhile` types: no letter beside the same one. */
const letters = Array.from({ length: 200 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
/**
 * From when React begins to watch what a field says somebody types where the focus is, as fast as they can, and presses the
 * box so many times.
 */
const typeMeanwhile = (page: Page, presses: number) =>
  page.evaluate(
    ([letters, presses]) => {
      const typing = Object.assign(globalThis as { typed?: number }, { typed: 0 });
      const { port1, port2 } = new MessageChannel();
      const type = () => {
        document.execCommand('insertText', false, letters[typing.typed]);
        typing.typed += 1;
        if (typing.typed <= presses) document.querySelector<HTMLInputElement>('[name="remember"]')?.click();
        if (typing.typed < letters.length) port2.postMessage(null);
      };
      port1.addEventListener('message', type);
      port1.start();
      const define = Object.defineProperty;
      Object.defineProperty = (what, key, how) => {
        if (what instanceof HTMLInputElement && what.name === 'email' && key === 'value') {
          Object.defineProperty = define;
          queueMicrotask(type);
        }
        return define(what, key, how);
      };
    },
    [letters, presses] as const,
  );
const typedAll = async (page: Page) => {
  await expect.poll(() => page.evaluate(() => (globalThis as { typed?: number }).typed)).toBe(letters.length);
};

describe('B1 pages of visitors are rendered ahead', () => {
  test.each([
    ['/', 'landing.title'],
    ['/login', 'login.title'],
    ['/signup', 'signup.title'],
    ['/forgot-password', 'forgot_password.title'],
    ['/article', 'article.title'],
    ['/no/such/place', 'page404-text'],
  ])('B1 %s says in both languages what its scripts would say', async (path, key) => {
    for (const language of ['ru', 'en'] as const) {
      const answer = await ask(path, { 'accept-language': language });
      const page = await answer.text();
      expect(page).toContain(`<html lang="${language}"`);
      expect(page).toMatch(new RegExp(`<h1[^>]*>${words(language, key)}</h1>`));
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, Cookie, Accept-Language');
      expect(unworn(page)).toEqual([]);
      expect(page).not.toMatch(/<script[^>]* src=|<link rel="(?:stylesheet|modulepreload)"(?![^>]*disabled)/);
      const again = await ask(path, { 'accept-language': language, 'if-none-match': answer.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    }
  });

  test.each([
    ['/login', { cookie: 'session=anything' }],
    ['/login', { cookie: 'remember=anything' }],
    ['/login?link=abc', {}],
    ['/?ref=10000001', {}],
    ['/settings', {}],
    ['/exchange/USD/EUR', {}],
    ['/index.html', {}],
  ])('B1 %s with %j is the page that is everybody’s', async (path, headers) => {
    expect(isRendered(await (await ask(path, headers)).text())).toBe(false);
  });

  test.each([
    ['/no/such/place', 404],
    ['/no/such/place?at=all', 404],
    ['/exchange/us%2fd/BTC', 404],
    ['/exchange/USD/BTC/more', 404],
    ['/login', 200],
    ['/login?link=abc', 200],
    ['/exchange/USD/BTC', 200],
    ['/history/exchange/', 200],
    ['/article/terms', 200],
  ])('B1 %s is answered with %i, whoever asks', async (path, status) => {
    for (const cookie of ['', 'session=anything']) {
      const answer = await ask(path, { cookie });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('<div id="app">');
    }
  });

  test('B1 a text that the foot of its page links to is marked there, as it is served and when the page is taken over', async () => {
    const marked = (page: string) =>
      [...page.matchAll(/<a href="([^"]*)"[^>]* aria-current="page"/g)].map(([, href]) => href);
    expect(marked(await (await ask('/article/terms')).text())).toEqual(['/article/terms']);
    expect(marked(await (await ask('/article/fees-and-limits')).text())).toEqual(['/article/fees-and-limits']);
    expect(marked(await (await ask('/article/no-such-text')).text())).toEqual([]);
    const one = await person(englishDesk);
    await one.page.goto('/article/terms');
    await takenOver(one);
    const here = one.page.locator('footer a[aria-current]');
    await expect
      .poll(() => here.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
      .toEqual(['/article/terms']);
  });

  test('B1 they are kept until what they say changes', async () => {
    const both = async () => {
      const page = await (await ask('/login')).text();
      return [page.includes('name="password"'), page.includes('href="/signup"')];
    };
    expect(await both()).toEqual([true, true]);
    await tell(product, 'settings', { auth_type: 'passwordless' });
    try {
      await expect.poll(both, { timeout: 5_000 }).toEqual([false, false]);
      // A page that leads elsewhere now is everybody's.
      await expect.poll(async () => isRendered(await (await ask('/signup')).text()), { timeout: 5_000 }).toBe(false);
    } finally {
      await tell(product, 'settings', { auth_type: 'password' });
    }
    await expect.poll(both, { timeout: 5_000 }).toEqual([true, true]);
    await tell(product, 'settings', { site_blocked: true });
    await expect.poll(async () => isRendered(await (await ask('/login')).text()), { timeout: 5_000 }).toBe(false);
    await tell(product, 'settings', { site_blocked: false });
    await expect.poll(async () => isRendered(await (await ask('/login')).text()), { timeout: 5_000 }).toBe(true);
    // Nothing has gone wrong in any of it.
    expect(product.lines.filter((line) => line.includes('was not drawn'))).toEqual([]);
  });
});

describe('B1 what others wrote stands in a rendered page as words', () => {
  const titles = [
    '</script><script>globalThis.ran = 1</script>',
    '<img src=x onerror="globalThis.ran = 2">',
    '<!--<script>',
    '</title></style><svg onload="globalThis.ran = 3">',
    '"><b>',
    '\u2028\u2029&lt;',
  ];

  test('B1 G3 hostile titles of menus run nothing, before the scripts and behind them', async () => {
    const before = await product.db.selectFrom('menu_items').selectAll().execute();
    await product.db
      .insertInto('menu_items')
      .values(
        titles.map((title, at) => ({
          kind: 'footer_menu',
          locale: 'en' as const,
          url: `/article?t=${at}`,
          order: 90 + at,
          icon_url: '',
          title,
        })),
      )
      .execute();
    const one = await person(englishDesk);
    const release = await holdScripts(one);
    const links = () =>
      one.page
        .locator('footer a[href^="/article?t="]')
        .evaluateAll((all) => all.map((link) => [link.textContent, link.childElementCount]));
    const written = titles.map((title) => [title, 0]);
    await expect.poll(async () => (await (await ask('/login')).text()).includes('/article?t=5')).toBe(true);
    await one.page.goto('/login');
    expect(await links()).toEqual(written);
    release();
    await takenOver(one);
    expect(await links()).toEqual(written);
    expect(await one.page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
    await product.db.deleteFrom('menu_items').where('url', 'like', '/article?t=%').execute();
    expect(await product.db.selectFrom('menu_items').selectAll().execute()).toHaveLength(before.length);
  });
});

describe('B1 a page that was rendered ahead is taken over as it stands', () => {
  test('B1 what is typed, ticked and pressed before the scripts come is done once, in the same fields', async () => {
    const one = await person(englishDesk);
    const release = await holdScripts(one);
    const sent: string[] = [];
    one.page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await one.page.goto('/login');
    await one.page.evaluate(() => document.querySelector('h1')?.setAttribute('data-here', 'before'));
    // The address has the focus: a person who begins at once begins there.
    await one.page.keyboard.type('nobody@example.com');
    await one.page.keyboard.press('Tab');
    await one.page.keyboard.type('not-my-password');
    await one.page.getByRole('checkbox').check();
    await one.control('user.submitted').click();
    expect(await one.control('user.submitted').getAttribute('data-held')).toBe('');
    release();
    await takenOver(one);
    await one.page
      .getByRole('alert')
      .filter({ hasText: one.words('error.wrong_credentials') })
      .waitFor();
    expect(sent).toEqual(['/api/auth/login_by_password']);
    expect(await one.control('user.email typed').inputValue()).toBe('nobody@example.com');
    expect(await one.control('user.password typed').inputValue()).toBe('not-my-password');
    expect(await one.page.getByRole('checkbox').isChecked()).toBe(true);
    expect(await one.page.locator('h1').getAttribute('data-here')).toBe('before');
    expect(await one.page.locator('[data-held]').count()).toBe(0);
    // Nothing keeps the password.
    expect(await one.page.evaluate(() => (globalThis as { early?: object }).early)).toBe(undefined);
  });

  test('B1 an address that is typed before the scripts come goes along by a link that is pressed before them', async () => {
    const one = await person(englishDesk);
    const release = await holdScripts(one);
    await one.page.goto('/login');
    await one.page.evaluate(() => Object.assign(globalThis, { marked: true }));
    await one.page.keyboard.type('newcomer@example.com');
    const link = one.page.locator('main a[href="/signup"]');
    await link.press('Enter');
    expect(await link.getAttribute('data-held')).toBe('');
    release();
    await heading(one, 'signup.title').waitFor();
    expect(await one.control('user.email typed').inputValue()).toBe('newcomer@example.com');
    expect(await one.page.evaluate(() => 'marked' in globalThis)).toBe(true);
  });

  test('B1 a link leads on by itself where the scripts do not come', async () => {
    const one = await person(englishDesk);
    await one.context.route('**/assets/page-*.js', (route) => route.abort());
    await one.page.goto('/login');
    await one.page.keyboard.type('newcomer@example.com');
    await one.page.getByText('Not all of the page opened').waitFor();
    await one.page.locator('main a[href="/signup"]').press('Enter');
    await one.page.waitForURL('**/signup');
  });

  test('B1 what is typed and pressed on a page that is drawn anew, as it is on a device with a theme of its own, is done once', async () => {
    const one = await person(englishDesk);
    await one.context.addInitScript(() => localStorage.setItem('memory/theme', '"dark"'));
    const release = await holdScripts(one);
    const sent: string[] = [];
    one.page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await one.page.goto('/login');
    await one.page.evaluate(() => document.querySelector('h1')?.setAttribute('data-here', 'before'));
    await signIn(one, 'nobody@example.com', 'not-my-password');
    release();
    await one.page
      .getByRole('alert')
      .filter({ hasText: one.words('error.wrong_credentials') })
      .waitFor();
    expect(await one.page.locator('h1').getAttribute('data-here')).toBe(null);
    expect(sent).toEqual(['/api/auth/login_by_password']);
  });

  test('B1 what the browser puts back into the fields of whoever comes back is what the page goes by', async () => {
    const one = await person(englishDesk);
    const { page, control } = one;
    const [email, remember] = [control('user.email typed'), page.getByRole('checkbox')];
    // Left before its scripts have come, so that nothing of them has touched the fields.
    const release = await holdScripts(one);
    await page.goto('/login');
    await remember.check();
    await email.fill('demo@example.com');
    await page.goto('/article');
    await page.goBack();
    // The browser does it by itself, and tells nobody.
    await expect.poll(() => email.inputValue()).toBe('demo@example.com');
    release();
    await takenOver(one);
    await control('user.password typed').fill('demo-password-1');
    expect([await email.inputValue(), await remember.isChecked()]).toEqual(['demo@example.com', true]);
    await control('user.submitted').click();
    await page.waitForURL('**/exchanges');
    expect((await one.context.cookies()).map(({ name }) => name)).toContain('remember');
  });

  test('B1 what is typed while the page is being taken over empties no other field', async () => {
    const one = await person(englishDesk);
    const release = await holdScripts(one);
    await one.context.addInitScript(() => {
      // React begins to watch what a field says while it takes over the form; a password manager fills the second one then.
      const define = Object.defineProperty;
      Object.defineProperty = (what, key, how) => {
        if (what instanceof HTMLInputElement && what.type === 'password' && key === 'value') {
          Object.defineProperty = define;
          queueMicrotask(() => {
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(what, 'not-my-password');
            what.dispatchEvent(new InputEvent('input', { bubbles: true }));
          });
        }
        return define(what, key, how);
      };
    });
    await one.page.goto('/login');
    await one.control('user.email typed').fill('nobody@example.com');
    release();
    await takenOver(one);
    expect(await one.control('user.password typed').inputValue()).toBe('not-my-password');
    expect(await one.control('user.email typed').inputValue()).toBe('nobody@example.com');
    await one.control('user.submitted').click();
    await one.page
      .getByRole('alert')
      .filter({ hasText: one.words('error.wrong_credentials') })
      .waitFor();
  });

  const meanwhile = async (presses: number, theme?: string) => {
    const one = await person(englishDesk);
    if (theme) await one.context.addInitScript((json) => localStorage.setItem('memory/theme', json), `"${theme}"`);
    const release = await holdScripts(one);
    await one.page.goto('/login');
    const box = one.page.getByRole('checkbox');
    await one.control('user.email typed').fill('nobody@example.com');
    await one.control('user.password typed').fill('before them 123 after them');
    for (let left = 0; left < ' after them'.length; left++) await one.page.keyboard.press('ArrowLeft');
    await typeMeanwhile(one.page, presses);
    release();
    await takenOver(one);
    await typedAll(one.page);
    const said = async () => [
      await one.control('user.email typed').inputValue(),
      await one.control('user.password typed').inputValue(),
      await box.isChecked(),
    ];
    expect(await said()).toEqual(['nobody@example.com', `before them 123${letters} after them`, presses % 2 === 1]);
    // The chart heard it too: what it says stands there, and the box goes on from where it is.
    await box.click();
    await one.control('user.email typed').fill('somebody@example.com');
    expect(await said()).toEqual(['somebody@example.com', `before them 123${letters} after them`, presses % 2 === 0]);
  };
  test.each(everyNth([0, 1, 2, 21], 4))(
    'B1 a letter in each turn of the loop while the page is being taken over, and %i ticks: each is where it was meant',
    (presses) => meanwhile(presses),
  );
  test('B1 who types while the page is drawn anew goes on where they were, and not in the field above', () =>
    meanwhile(0, 'dark'));

  test('B1 who types while a remembered address arrives in that field has typed all of it and nothing else', async () => {
    const one = await person(englishDesk);
    await one.context.addInitScript(() => localStorage.setItem('memory/email', '"me@example.com"'));
    const release = await holdScripts(one);
    await one.page.goto('/login');
    const email = one.control('user.email typed');
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
    await typeMeanwhile(one.page, 0);
    release();
    await takenOver(one);
    await typedAll(one.page);
    expect(await email.inputValue()).toBe(letters);
  });

  test('B1 who is at a link while the page is drawn anew is at the same one', async () => {
    const one = await person(englishDesk);
    await one.context.addInitScript(() => localStorage.setItem('memory/theme', '"dark"'));
    const release = await holdScripts(one);
    await one.page.goto('/login');
    const link = one.page.locator('main a[href="/signup"]');
    await link.focus();
    release();
    await takenOver(one);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('B1 no script is asked for before the page stands; then it is taken over and nothing jumps', async () => {
    for (const path of ['/login', '/signup', '/']) {
      const one = await person({ width: 320 });
      await watch(one.page);
      await one.page.goto(path);
      await takenOver(one);
      // By the page's own clock: what is heard of a request and of a load here may be the other way round.
      const asked = await one.page.evaluate(() => {
        const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const pieces = all.filter(({ name, initiatorType: by }) => by === 'script' || /\.(js|css)(\?|$)/.test(name));
        return pieces.map(({ name, startTime }) => [startTime >= page!.loadEventStart, name]);
      });
      expect(asked.filter(([behind]) => behind).length).toBeGreaterThan(1);
      expect(asked.filter(([behind]) => !behind)).toEqual([]);
      // What is got is reckoned last of all, and says so beside its number.
      if (path === '/') await one.page.getByText('≈', { exact: true }).first().waitFor();
      expect([path, ...(await movedOn(one.page))]).toEqual([path]);
    }
  });

  test('B1 a first view that comes in halves is drawn when all of it is there: nothing in it moves', async () => {
    const page = await (await ask('/login')).text();
    const half = page.indexOf('</header>') - 100;
    const rest = Promise.withResolvers<void>();
    const slow = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (request.url !== '/login') return void response.end();
      response.write(page.slice(0, half));
      void rest.promise.then(() => response.end(page.slice(half)));
    }).listen(0, '127.0.0.1');
    try {
      await once(slow, 'listening');
      const one = await person({ width: 320 }, `http://127.0.0.1:${(slow.address() as AddressInfo).port}`);
      await watch(one.page);
      await one.page.goto('/login', { waitUntil: 'commit' });
      await one.page.locator('header').waitFor({ state: 'attached' });
      const halfway = await one.page.evaluate(() => performance.now());
      rest.resolve();
      await one.page.locator('footer').waitFor();
      const paints = () =>
        one.page.evaluate(() => performance.getEntriesByType('paint').map(({ startTime }) => startTime));
      await expect.poll(async () => (await paints()).length).toBe(2);
      expect(Math.min(...(await paints()))).toBeGreaterThan(halfway);
      expect(await one.page.evaluate(() => (globalThis as unknown as Moved).moved)).toEqual([]);
      // Its pictures are asked for as long as it is open.
      await one.context.close();
    } finally {
      rest.resolve();
      slow.close();
    }
  });

  test('B1 what is below the first view comes behind it, and without scripts as well', async () => {
    const page = await (await ask('/login')).text();
    expect(page).not.toContain('<image href');
    expect(page.indexOf('<script id="early">')).toBeLessThan(page.indexOf('<footer'));
    const one = await person(englishDesk);
    await one.page.goto('/login');
    const pictures = () =>
      one.page.locator('footer image').evaluateAll((all) => all.map((image) => image.getAttribute('href')));
    // None at all would be no failure of `every`.
    await expect.poll(async () => (await pictures()).length).toBeGreaterThan(0);
    await expect.poll(async () => (await pictures()).every((href) => href?.startsWith('/api/icons/'))).toBe(true);
    const foot = () =>
      one.page.locator('footer').evaluate((footer) => [getComputedStyle(footer).display, footer.clientHeight > 100]);
    expect(await foot()).toEqual(['block', true]);
    expect(await one.page.locator('#early').count()).toBe(0);
    const still = await one.context.browser()!.newContext({ javaScriptEnabled: false });
    const bare = await still.newPage();
    await bare.goto(`${product.url}/login`);
    await bare.getByRole('contentinfo').getByRole('link').first().waitFor();
    // A form that nobody hears takes no password into an address.
    await bare.locator('input[name="password"]').fill('a-password');
    await bare.keyboard.press('Enter');
    expect(bare.url()).toBe(`${product.url}/login`);
    await still.close();
  });

  test('B1 a screen that is whole fetches its scripts at ease, and runs them when a person comes near or another tab tells', async () => {
    for (const path of ['/login', '/article']) {
      const one = await person(englishDesk);
      const came: string[] = [];
      one.page.on('requestfinished', (request) => came.push(new URL(request.url()).pathname));
      await one.page.goto(path);
      await expect.poll(() => came.filter((name) => /^\/assets\/(page|take-over)-.*js$/.test(name))).toHaveLength(2);
      const isOurs = () => one.page.locator('#first-page').count();
      const styles = () => one.page.evaluate(() => document.styleSheets.length);
      expect([await isOurs(), await styles()]).toEqual([1, 1]);
      if (path === '/login') await one.page.mouse.move(5, 5);
      else {
        const other = await one.context.newPage();
        await other.goto('/local/healthcheck');
        await other.evaluate(`new BroadcastChannel('session').postMessage(null)`);
      }
      await expect.poll(isOurs).toBe(0);
      expect(await styles()).toBeGreaterThan(1);
    }
    // A text that is still to come, as a rate that moves: somebody waits for the scripts.
    const one = await person(englishDesk);
    await one.page.goto('/article/terms');
    await expect.poll(() => one.page.locator('#first-page').count()).toBe(0);
  });

  test('B1 a remembered address and a chosen theme are there, the theme before any script of the page', async () => {
    const one = await person(englishDesk);
    await one.page.addInitScript(() => {
      localStorage.setItem('memory/theme', '"dark"');
      localStorage.setItem('memory/email', '"me@example.com"');
    });
    const release = await holdScripts(one);
    await one.page.goto('/login');
    await expect.poll(() => one.page.locator('html').getAttribute('data-theme')).toBe('dark');
    release();
    await takenOver(one);
    await expect.poll(() => one.control('user.email typed').inputValue()).toBe('me@example.com');
    const dark = one.control('user.theme chosen', 'dark');
    await expect.poll(() => dark.getAttribute('aria-pressed')).toBe('true');
  });

  test('B1 a chosen theme stands in the next page as the server sends it, and one that is taken back does not', async () => {
    const one = await person();
    const { page, context } = one;
    const themeOf = async () =>
      /<html[^>]* data-theme="(\w+)"/.exec(await (await context.request.get(`${product.url}/login`)).text())?.[1];
    await page.goto('/login');
    await takenOver(one);
    expect(await themeOf()).toBeUndefined();
    const choose = (theme: string) =>
      page.locator(`[data-says="user.theme chosen"][data-says-value="${theme}"]`).click();
    await choose('dark');
    await expect.poll(themeOf).toBe('dark');
    await choose('light');
    await expect.poll(themeOf).toBe('light');
    await choose('system');
    await expect.poll(themeOf).toBeUndefined();
    const strange = await (await ask('/login', { cookie: 'theme="><script>' })).text();
    expect(strange).toContain('<html lang="en" data-opening>');
  });

  test('B1 the first field has the focus behind the first frame, and the first letter that comes before', async () => {
    const one = await person();
    await one.page.goto('/login');
    await expect.poll(() => one.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');

    const early = await person();
    const release = await holdScripts(early);
    // No frame comes.
    await early.page.addInitScript(() => (globalThis.requestAnimationFrame = () => 0));
    await early.page.goto('/login');
    expect(await early.page.evaluate(() => document.activeElement?.nodeName)).toBe('BODY');
    await early.page.keyboard.press('Shift');
    expect(await early.page.evaluate(() => document.activeElement?.nodeName)).toBe('BODY');
    await early.page.keyboard.type('demo@example.com');
    expect(await early.page.locator('input[name="email"]').inputValue()).toBe('demo@example.com');
    release();
  });

  test('S2 a blank window of somebody else, into which the address is typed, is not led elsewhere', async () => {
    const { context, page } = await person();
    await context.route('http://elsewhere.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' }),
    );
    await page.goto('http://elsewhere.example/');
    const opened = context.waitForEvent('page');
    // The window has no opener to be known by, and its opener keeps it all the same.
    await page.evaluate(() => {
      const held = globalThis.open();
      Object.assign(globalThis, { held });
      if (held) held.opener = null;
    });
    const other = await opened;
    await other.goto(`${product.url}/login`);
    const isParted = () => page.evaluate(() => (globalThis as unknown as { held: Window }).held.closed);
    await expect.poll(isParted).toBe(true);
    await page.evaluate(() => void ((globalThis as unknown as { held: Window }).held.location = '/stolen'));
    await other.locator('input[name="email"]').fill('me@example.com');
    expect(new URL(other.url()).pathname).toBe('/login');
  });

  test('B1 words that do not come while the line is gone come when it is back, and nothing that was typed is lost', async () => {
    const one = await person(englishDesk);
    await one.page.goto('/login');
    await one.page.locator('[name="email"]').waitFor();
    await one.context.setOffline(true);
    await one.page.locator('[name="email"]').fill('demo@example.com');
    const told = one.page.getByText('Not all of the page opened');
    await told.waitFor();
    await one.page.locator('[name="password"]').fill('demo-password-1');
    await one.context.setOffline(false);
    await told.waitFor({ state: 'hidden' });
    await one.page.locator('#first-page').waitFor({ state: 'detached' });
    await one.page.locator('[name="password"]').press('Enter');
    await one.page.waitForURL('**/exchanges');
  });

  test('B1 a line that comes back while scripts are still failing brings them as soon as it carries', async () => {
    const one = await person(englishDesk);
    // Nothing is fetched ahead: what is asked for first is what fails.
    await one.page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    );
    const failing: Route[] = [];
    let [failed, carries] = [0, false];
    await one.context.route('**/assets/page-*.js', (route) => {
      if (failing.push(route) === 1) return;
      if (carries) return route.continue();
      failed += 1;
      return route.abort();
    });
    await one.page.goto('/login');
    await one.page.locator('[name="email"]').fill('demo@example.com');
    await expect.poll(() => failing.length).toBe(1);
    await one.page.evaluate(() => dispatchEvent(new Event('online')));
    await failing[0]!.abort();
    // Somebody who is there moves a pointer, and uses up nothing of what is asked by itself.
    for (let at = 0; failed < 3; at = (at + 1) % 50) await one.page.mouse.move(at, at);
    carries = true;
    await one.page.locator('#first-page').waitFor({ state: 'detached' });
    expect(await one.page.locator('[name="email"]').inputValue()).toBe('demo@example.com');
  });

  test('B1 scripts that the line has swallowed are given up and told of, and a press brings them', async () => {
    const one = await person(englishDesk);
    await one.page.clock.install();
    const swallowed: Route[] = [];
    await one.context.route('**/assets/page-*.js', (route) => void swallowed.push(route));
    await one.page.goto('/login');
    await one.page.locator('[name="email"]').fill('demo@example.com');
    await expect.poll(() => swallowed.length).toBeGreaterThan(0);
    const told = one.page.getByText('Not all of the page opened');
    expect(await told.isVisible()).toBe(false);
    await one.page.clock.fastForward(10_000);
    await told.waitFor();
    await one.context.unrouteAll();
    await one.page.locator('h1').click();
    await takenOver(one);
    expect(await one.page.locator('[name="email"]').inputValue()).toBe('demo@example.com');
  });

  test('B1 scripts that fail at once are asked for once a second, however much a pointer moves', async () => {
    const one = await person(englishDesk);
    let asked = 0;
    await one.context.route('**/assets/page-*.js', (route) => {
      asked += 1;
      return route.abort();
    });
    await one.page.goto('/login');
    const began = Date.now();
    for (let at = 0; at < 300; at += 1) await one.page.mouse.move(at % 50, at % 50);
    await one.page.getByText('Not all of the page opened').waitFor();
    // Ahead of time, for the page, and ahead of what names it.
    expect(asked).toBeLessThanOrEqual(1 + 2 * (1 + (Date.now() - began) / 1_000));
    await one.context.unrouteAll();
    await one.page.locator('h1').click();
    await takenOver(one);
  });

  test('B1 a style sheet that does not come is told of and asked for again, and what was typed and pressed is done then', async () => {
    const one = await person(englishDesk);
    let lost = 0;
    await one.context.route('**/assets/*.css', (route) => {
      lost += 1;
      return route.abort();
    });
    await one.page.goto('/login');
    await one.page.locator('[name="email"]').fill('demo@example.com');
    await one.page.locator('[name="password"]').fill('demo-password-1');
    const told = one.page.getByText('Not all of the page opened');
    await told.waitFor();
    await one.page.locator('[name="password"]').press('Enter');
    expect(lost).toBeGreaterThan(0);
    expect(await one.page.locator('#first-page').count()).toBe(1);
    await one.context.unrouteAll();
    await one.page.waitForURL('**/exchanges');
    expect(await told.isVisible()).toBe(false);
  });

  test('B1 a style sheet that the line has swallowed is given up and told of, and what was typed and pressed is done when it comes', async () => {
    const one = await person(englishDesk);
    await one.page.clock.install();
    const swallowed: Route[] = [];
    await one.context.route('**/assets/*.css', (route) => void swallowed.push(route));
    await one.page.goto('/login');
    await one.page.locator('[name="email"]').fill('demo@example.com');
    await one.page.locator('[name="password"]').fill('demo-password-1');
    // All scripts are there, and those who take the page over wait for the very sheets that the page itself has asked for.
    await one.page.locator('#app[class=""]').waitFor({ state: 'attached' });
    const told = one.page.getByText('Not all of the page opened');
    expect(await told.isVisible()).toBe(false);
    // Those are given up a moment before whoever takes the page over would have done so.
    await one.page.clock.fastForward(10_000);
    await told.waitFor();
    await one.page.locator('[name="password"]').press('Enter');
    expect(await one.page.locator('#first-page').count()).toBe(1);
    await one.context.unrouteAll();
    await one.page.clock.fastForward(1_000);
    await one.page.waitForURL('**/exchanges');
    expect(await told.isVisible()).toBe(false);
  });

  test('B1 where the line has swallowed all of the page, a press asks for its style sheets anew too', async () => {
    const one = await person(englishDesk);
    await one.page.clock.install();
    const swallowed = new Set<string>();
    await one.context.route(/\/assets\/(page-.*js|.*css)$/, (route) => {
      swallowed.add(new URL(route.request().url()).pathname.replace(/.*\./, ''));
    });
    await one.page.goto('/login');
    await one.page.locator('[name="email"]').fill('demo@example.com');
    await expect.poll(() => [...swallowed].toSorted()).toEqual(['css', 'js']);
    await one.page.clock.fastForward(10_000);
    await one.page.getByText('Not all of the page opened').waitFor();
    const left = () => one.page.locator('link[rel="stylesheet"]').count();
    expect(await left()).toBe(0);
    await one.context.unrouteAll();
    await one.page.locator('h1').click();
    await takenOver(one);
    expect(await one.page.locator('[name="email"]').inputValue()).toBe('demo@example.com');
  });

  test('B1 a browser that lacks what the page is made of is told so', async () => {
    const one = await person(englishDesk);
    await one.context.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'));
    for (const path of ['/login', '/chat']) {
      await one.page.goto(path);
      if (path === '/login') await begins(one);
      await one.page.getByText('browser: Chrome, Edge 123+').waitFor();
    }
    expect(new Set(one.complaints.splice(0))).toEqual(new Set(['TypeError: Promise.withResolvers is not a function']));
  });

  test('B1 a browser that cannot read even the inline script is told so, and can read the page to its end', async () => {
    const one = await person(russianPhone);
    await one.page.route(`${product.url}/`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('<script id="early">', '<script id="early" type="text/plain">');
      await route.fulfill({ response, body });
    });
    await one.page.goto('/');
    const notice = one.page.locator('#failed');
    expect(await notice.isVisible()).toBe(false);
    const shows = await notice.evaluate((section) => {
      const [coming] = section.getAnimations();
      const delay = coming?.effect?.getTiming().delay;
      coming?.finish();
      return delay;
    });
    expect(shows).toBe(10_000);
    await notice.getByText('Страница открылась не вся').waitFor();
    expect(await notice.innerText()).not.toContain('browser');
    await sound(one);
    // In sight from the first moment, and at the end of the page behind all that stands there.
    const footer = one.page.locator('footer');
    const ends = await notice.boundingBox();
    expect(Math.round(ends!.y + ends!.height)).toBe(russianPhone.height);
    expect((await footer.boundingBox())!.y).toBeGreaterThan(ends!.y);
    await footer.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [above, below] = [await footer.boundingBox(), await notice.boundingBox()];
    expect(above!.height).toBeGreaterThan(0);
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
  });

  test('B1 scripts that do not come are told of, and a press brings them', async () => {
    const one = await person(englishDesk);
    const lost = new Set<string>();
    await one.context.route('**/assets/page-*.js', (route) => {
      lost.add(route.request().resourceType());
      return route.abort();
    });
    await one.page.goto('/login');
    await begins(one);
    await one.page.getByText('Not all of the page opened').waitFor();
    expect([...lost].filter((type) => type === 'script')).toEqual([]);
    await one.context.unrouteAll();
    await one.page.getByRole('link', { name: 'Open again' }).click();
    await heading(one, 'login.title').waitFor();
  });
});

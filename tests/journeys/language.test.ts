import type { BrowserContext, BrowserContextOptions, Page, Route } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import type { ChildServer } from '../server/harness.ts';
import { mailTo } from '../server/harness.ts';
import {
  heading,
  signIn,
  startProduct,
  tabTo,
  takenOver,
  visit,
  words,
  type Language,
  type Visit,
} from '../tools/product.ts';
import { englishDesk, looks } from '../tools/looks.ts';
import { sound } from '../tools/sound.ts';
import { deepDescribe, deepTest } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

/** As it comes; with a language in addresses; with another cookie, no detection and a root that leads elsewhere; with no cookie. */
const { browser, product: usual } = await openStand();
const more = (environment: Record<string, string>) => startProduct({ DATABASE_URL: usual.databaseUrl, ...environment });
const [prefixed, other, forgetful] = await Promise.all([
  more({ LOCALE_PREFIX: '1' }),
  more({ LOCALE_COOKIE: 'lang', LOCALE_DETECTION: '0', ROOT_REDIRECT: '/login' }),
  more({ LOCALE_COOKIE: 'off', LOCALE_PREFIX: '1', ROOT_REDIRECT: '/login', ROOT_REDIRECT_STATUS: '307' }),
]);
afterAll(async () => {
  for (const product of [forgetful, other, prefixed]) await product.close();
});

/** Somebody who was never here, whose browser speaks this language. */
const stranger = async (product: ChildServer, language: Language, more: BrowserContextOptions = {}): Promise<Visit> => {
  const context = await browser.newContext({
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    ...more,
  });
  return visit(browser, product.url, { context, language });
};

const choose = ({ control }: Visit, language: Language): Promise<void> =>
  control('user.language chosen', language).click();
const shown = ({ page }: Visit, language: Language, key: string): Promise<void> =>
  page.getByRole('heading', { name: words(language, key), exact: true }).waitFor();
const langOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);
const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
/** A page that was not loaded anew keeps it. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);
const cookieIn = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name);
const daysOf = (expires: number): number => (expires - Date.now() / 1000) / (24 * 60 * 60);

/** The first title of each answer with menus, as the answers reach the page; `next` resolves with the next one. */
const menusOf = async (context: BrowserContext) => {
  const titles: string[] = [];
  let tell: (title: string) => void = () => {};
  await context.route('**/api/content/menu', async (route) => {
    // A page that is closed by now waits for no menus.
    const response = await route.fetch().catch(() => undefined);
    const body = (await response?.json().catch(() => undefined)) as
      | { payload: { header_menu: { title: string }[] } }
      | undefined;
    if (!response || !body) return;
    await route.fulfill({ response });
    const title = body.payload.header_menu[0]?.title ?? '';
    titles.push(title);
    tell(title);
  });
  return { titles, next: () => new Promise<string>((resolve) => (tell = resolve)) };
};
/** Keeps the first request back, and no other. `letGo` resolves when the page has its answer, and had a turn to act on it. */
const hold = () => {
  const came = Promise.withResolvers<Route>();
  let held = false;
  return {
    came: came.promise,
    route: (route: Route) => {
      if (held) return route.continue();
      held = true;
      return came.resolve(route);
    },
    letGo: async (page: Page): Promise<void> => {
      const route = await came.promise;
      await route.fulfill({ response: await route.fetch() });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    },
  };
};
const member = async (product: ChildServer, language: Language, email?: string, password?: string): Promise<Visit> => {
  const person = await visit(browser, product.url, { language });
  await person.page.goto('/login');
  await signIn(person, email, password);
  return person;
};
const section = ({ page }: Visit, title: string) =>
  page.locator('header nav').getByRole('link', { name: title, exact: true });

describe('the language of the page', () => {
  test('B2 a page is called by its heading and the product, the first one by the product, in both languages', async () => {
    for (const language of ['ru', 'en'] as const) {
      const one = await visit(browser, usual.url, { language });
      const named = { '/login': one.words('login.title'), '/no/such/place': one.words('page404-text') };
      for (const [path, name] of Object.entries({ '/': '', ...named })) {
        const title = name ? `${name} · Statera` : 'Statera';
        // As it is served, without a script, and as it stands when they have come.
        const served = await (await one.page.goto(path))?.text();
        expect(/<title>([^<]*)<\/title>/.exec(served ?? '')?.[1]).toBe(title);
        await one.page.getByRole('banner').hover();
        await expect.poll(() => one.page.locator('head > title').count()).toBe(name ? 2 : 1);
        expect(await one.page.title()).toBe(title);
      }
      await one.context.close();
    }
    const person = await member(usual, 'ru', 'new@example.com', 'demo-password-2');
    await heading(person, 'exchanges.title').waitFor();
    await expect.poll(() => person.page.title()).toBe(`${person.words('exchanges.title')} · Statera`);
    await person.context.close();
  });

  test('B3 the browser’s language first; the choice is kept for 365 days, and through a reload', async () => {
    const one = await stranger(usual, 'en');
    await one.page.goto('/login');
    await takenOver(one);
    expect((await cookieIn(one.context, 'i18n_redirected'))?.value).toBe('en');
    await mark(one.page);
    const told = one.page.waitForRequest((request) => request.url().endsWith('/api/lang'));
    const menus = (await menusOf(one.context)).next();
    await choose(one, 'ru');
    expect((await told).postDataJSON()).toEqual({ lang: 'ru' });
    await shown(one, 'ru', 'login.title');
    expect(await menus).toBe('Обмен');
    expect([await langOf(one.page), await isMarked(one.page)]).toEqual(['ru', true]);
    const cookie = await cookieIn(one.context, 'i18n_redirected');
    expect(cookie).toMatchObject({ value: 'ru', path: '/', sameSite: 'Lax' });
    expect(daysOf(cookie?.expires ?? 0)).toBeCloseTo(365, 1);
    await one.page.reload();
    await shown(one, 'ru', 'login.title');
    expect(one.complaints).toEqual([]);
    await one.context.close();
  });

  test('B1 S11 a page that was rendered ahead, and that nobody has touched, follows a choice of another tab and does not take it back', async () => {
    const one = await stranger(usual, 'ru');
    await one.page.goto('/login');
    const other = await visit(browser, usual.url, { context: one.context });
    await other.page.goto('/login');
    await takenOver(other);
    await choose(other, 'en');
    await shown(other, 'en', 'login.title');
    await shown(one, 'en', 'login.title');
    expect([await langOf(one.page), (await cookieIn(one.context, 'i18n_redirected'))?.value]).toEqual(['en', 'en']);
    await other.page.reload();
    await shown(other, 'en', 'login.title');
    expect([...one.complaints, ...other.complaints]).toEqual([]);
    await one.context.close();
  });

  test('B1 S11 one whose word of the other tab was missed goes by what is kept', async () => {
    const one = await stranger(usual, 'ru');
    await one.page.goto('/login');
    await one.context.addCookies([{ name: 'i18n_redirected', value: 'en', url: usual.url }]);
    await takenOver(one);
    await shown(one, 'en', 'login.title');
    expect((await cookieIn(one.context, 'i18n_redirected'))?.value).toBe('en');
    await one.context.close();
  });

  deepTest('B3 Russian is the default, for a browser that speaks neither', async () => {
    const one = await stranger(usual, 'ru', { locale: 'de-DE' });
    await one.page.goto('/login');
    await shown(one, 'ru', 'login.title');
    expect(await langOf(one.page)).toBe('ru');
    await one.context.close();
  });

  test('S11 a switch keeps what is typed, where the focus was, and the menus follow', async () => {
    const one = await member(usual, 'ru');
    await section(one, 'Обмен').waitFor();
    await one.page.goto('/exchange/USD/EUR');
    const amount = one.control('user.amount typed', 'give');
    await amount.fill('123.45');
    await mark(one.page);
    await choose(one, 'en');
    await section(one, 'Exchange').waitFor();
    expect([await amount.inputValue(), await isMarked(one.page), pathOf(one.page)]).toEqual([
      '123.45',
      true,
      '/exchange/USD/EUR',
    ]);
    expect(
      await one.control('user.language chosen', 'en').evaluate((button) => button === document.activeElement),
    ).toBe(true);
    // The language is the person's: another browser speaks it after the sign-in.
    const elsewhere = await member(usual, 'ru');
    await shown(elsewhere, 'en', 'exchanges.title');
    await elsewhere.context.close();
    await one.context.close();
  });

  test('S11 B3 the language of an account that is heard of before the first words of the page are there is the one it begins in', async () => {
    const one = await member(usual, 'ru', 'new@example.com', 'demo-password-2');
    await section(one, 'Обмен').waitFor();
    await choose(one, 'en');
    await section(one, 'Exchange').waitFor();
    // As another device left it.
    await one.context.addCookies([{ name: 'i18n_redirected', value: 'ru', url: usual.url }]);
    const late = hold();
    await one.context.route('**/i18n/ru/page', late.route);
    await one.page.goto('/settings');
    await late.came;
    await shown(one, 'en', 'settings.title');
    await late.letGo(one.page);
    await section(one, 'Exchange').waitFor();
    expect([await langOf(one.page), await one.page.locator('h1').innerText()]).toEqual([
      'en',
      words('en', 'settings.title'),
    ]);
    await one.control('user.language chosen', 'ru').first().click();
    await shown(one, 'ru', 'settings.title');
    expect(one.complaints).toEqual([]);
    await one.context.close();
  });

  deepTest(
    'S11 a call that fails switches all the same, menus too, of a visitor and of somebody signed in',
    async () => {
      const one = await member(usual, 'ru', 'new@example.com', 'demo-password-2');
      const visitor = await visit(browser, usual.url, { language: 'ru' });
      await visitor.page.goto('/');
      for (const [person, fail] of [
        [one, (route: Route) => route.abort()],
        [visitor, (route: Route) => route.fulfill({ status: 500, body: '<html>' })],
      ] as const) {
        await person.page.locator('h1').first().waitFor();
        await person.context.route('**/api/lang', fail);
        const menus = (await menusOf(person.context)).next();
        await choose(person, 'en');
        expect(await menus).toBe('Exchange');
        await person.page.waitForFunction(() => document.documentElement.lang === 'en');
        expect((await cookieIn(person.context, 'i18n_redirected'))?.value).toBe('en');
      }
      await shown(one, 'en', 'exchanges.title');
      await section(one, 'Exchange').waitFor();
      await shown(visitor, 'en', 'landing.title');
      await one.context.close();
      await visitor.context.close();
    },
  );

  deepTest('S11 late words and late menus of the language that was left are dropped', async () => {
    const one = await member(usual, 'ru', 'new@example.com', 'demo-password-2');
    await section(one, 'Обмен').waitFor();
    const late = hold();
    await one.context.route('**/i18n/en', late.route);
    await choose(one, 'en');
    await late.came;
    const menus = one.page.waitForResponse('**/api/content/menu');
    await choose(one, 'ru');
    await menus;
    await late.letGo(one.page);
    await section(one, 'Обмен').waitFor();
    expect([await langOf(one.page), await one.page.locator('h1').innerText()]).toEqual([
      'ru',
      words('ru', 'exchanges.title'),
    ]);
    await one.context.unroute('**/i18n/en');

    // The menus of the first choice come after those of the second.
    const slow = hold();
    await one.context.route('**/api/content/menu', slow.route);
    await choose(one, 'en');
    await slow.came;
    const next = one.page.waitForResponse('**/api/content/menu');
    await choose(one, 'ru');
    await next;
    await slow.letGo(one.page);
    await section(one, 'Обмен').waitFor();
    expect(await section(one, 'Exchange').count()).toBe(0);
    await one.context.close();
  });

  deepTest('S11 words that do not come leave the old language, and one click tries again', async () => {
    const one = await visit(browser, usual.url, { language: 'ru' });
    await one.page.goto('/login');
    await shown(one, 'ru', 'login.title');
    await one.control('user.email typed').fill('somebody@example.com');
    await one.context.route('**/i18n/en', (route) => route.fulfill({ status: 503, body: '' }));
    await choose(one, 'en');
    const again = one.control('user.retried');
    await again.waitFor();
    expect([await langOf(one.page), (await cookieIn(one.context, 'i18n_redirected'))?.value]).toEqual(['ru', 'ru']);
    await one.context.unroute('**/i18n/en');
    await again.click();
    await shown(one, 'en', 'login.title');
    expect(await one.control('user.email typed').inputValue()).toBe('somebody@example.com');
    await one.context.close();
  });

  deepTest.each(looks(englishDesk))(
    'G5 without the prefix an address that begins with a language is the 404 page, in $language at $width px',
    async (look) => {
      const one = await visit(browser, usual.url, look);
      await one.page.goto('/en/exchanges');
      await heading(one, 'page404-text').waitFor();
      expect(pathOf(one.page)).toBe('/en/exchanges');
      await tabTo(one, one.page.locator('main a[href="/"]'));
      await sound(one);
      await one.context.close();
    },
  );
});

describe('the language by configuration', () => {
  deepTest('G5 another cookie, no detection: Russian until somebody chooses, then that for 365 days', async () => {
    const one = await stranger(other, 'en');
    await one.page.goto('/login');
    await shown(one, 'ru', 'login.title');
    await choose(one, 'en');
    await heading(one, 'login.title').waitFor();
    const cookie = await cookieIn(one.context, 'lang');
    expect(cookie?.value).toBe('en');
    expect(daysOf(cookie?.expires ?? 0)).toBeCloseTo(365, 1);
    expect(await cookieIn(one.context, 'i18n_redirected')).toBeUndefined();
    await one.page.reload();
    await heading(one, 'login.title').waitFor();
    await one.context.close();
  });

  deepTest('G5 the root leads where it is configured to; inside the page home is home', async () => {
    const one = await stranger(other, 'ru');
    // One with `ref` is an invitation, and opens as it is.
    await one.page.goto('/?from=mail');
    await heading(one, 'login.title').waitFor();
    expect(pathOf(one.page)).toBe('/login?from=mail');
    await takenOver(one);
    await one.page.locator('header a[href="/"]').click();
    await heading(one, 'landing.title').waitFor();
    expect(pathOf(one.page)).toBe('/');
    await one.context.close();
  });

  test('G5 no cookie: the address alone keeps the language, and one step leads from the root to it', async () => {
    const one = await stranger(forgetful, 'en');
    const first = await one.page.goto('/');
    await heading(one, 'login.title').waitFor();
    expect(pathOf(one.page)).toBe('/en/login');
    const before = first?.request().redirectedFrom();
    expect([(await before?.response())?.status(), before?.redirectedFrom() ?? null]).toEqual([307, null]);
    const menus = (await menusOf(one.context)).next();
    await choose(one, 'ru');
    await shown(one, 'ru', 'login.title');
    expect(await menus).toBe('Обмен');
    expect(pathOf(one.page)).toBe('/ru/login');
    await one.page.reload();
    await shown(one, 'ru', 'login.title');
    expect(await one.context.cookies()).toEqual([]);
    await one.context.close();
  });
});

deepDescribe('G5 addresses that begin with the language', () => {
  deepTest(
    'G5 a deep link leads through the language and sign-in to where it led, in the language of the browser',
    async () => {
      const one = await stranger(prefixed, 'en');
      await one.page.goto('/exchange/USD/EUR?from=mail');
      await heading(one, 'landing.title').waitFor();
      expect(pathOf(one.page)).toBe('/en');
      await one.page.locator('header a[href="/login"]').click();
      await heading(one, 'login.title').waitFor();
      expect(pathOf(one.page)).toBe('/en/login');
      await signIn(one, 'new@example.com', 'demo-password-2');
      await one.control('user.amount typed', 'give').waitFor();
      expect(pathOf(one.page)).toBe('/en/exchange/USD/EUR?from=mail');
      expect(one.complaints).toEqual([]);
      await one.context.close();
    },
  );

  deepTest(
    'G5 the language of the address wins over cookie, browser and account; a switch puts the other in its place and keeps the rest',
    async () => {
      const one = await member(prefixed, 'ru', 'new@example.com', 'demo-password-2');
      await one.page.waitForURL('**/ru/exchanges');
      await choose(one, 'en');
      await one.page.waitForURL('**/en/exchanges');
      await choose(one, 'ru');
      await one.page.waitForURL('**/ru/exchanges');
      expect((await cookieIn(one.context, 'i18n_redirected'))?.value).toBe('ru');

      await one.page.goto('/en/exchange/USD/EUR?from=mail');
      const amount = one.control('user.amount typed', 'give');
      await amount.fill('12');
      await section(one, 'Exchange').waitFor();
      expect([await langOf(one.page), pathOf(one.page)]).toEqual(['en', '/en/exchange/USD/EUR?from=mail']);
      await mark(one.page);
      await choose(one, 'ru');
      await section(one, 'Обмен').waitFor();
      expect([pathOf(one.page), await amount.inputValue(), await isMarked(one.page)]).toEqual([
        '/ru/exchange/USD/EUR?from=mail',
        '12',
        true,
      ]);
      await one.page.reload();
      await section(one, 'Обмен').waitFor();
      expect(await langOf(one.page)).toBe('ru');
      await one.context.close();
    },
  );

  deepTest(
    'G5 links have no language and lead on in that of the page: by a click, in another tab, back and forth',
    async () => {
      const one = await visit(browser, prefixed.url, { language: 'ru' });
      await one.page.goto('/');
      await heading(one, 'landing.title').waitFor();
      expect(pathOf(one.page)).toBe('/ru');
      await takenOver(one);
      await mark(one.page);
      const link = one.page.locator('header a[href="/login"]');
      await link.click();
      await heading(one, 'login.title').waitFor();
      expect(pathOf(one.page)).toBe('/ru/login');
      await choose(one, 'en');
      await shown(one, 'en', 'login.title');
      expect(pathOf(one.page)).toBe('/en/login');
      await one.page.goBack();
      await shown(one, 'en', 'landing.title');
      expect(pathOf(one.page)).toBe('/en');
      await one.page.goForward();
      await shown(one, 'en', 'login.title');
      expect([pathOf(one.page), await isMarked(one.page)]).toEqual(['/en/login', true]);

      const opened = one.context.waitForEvent('page');
      await one.page.locator('header a[href="/login"]').click({ modifiers: ['ControlOrMeta'] });
      const tab = await opened;
      await tab.getByRole('heading', { name: words('en', 'login.title'), exact: true }).waitFor();
      expect(pathOf(tab)).toBe('/en/login');
      expect(one.complaints).toEqual([]);
      await one.context.close();
    },
  );

  deepTest('G5 what is no place is the 404 page, in the language of its address', async () => {
    const one = await visit(browser, prefixed.url, { language: 'ru' });
    for (const path of ['/en/no/such/place', '/en/ru/login', '/en//evil.example/x', '/en/local/healthcheck']) {
      expect((await one.page.goto(path))?.status()).toBe(404);
      await shown(one, 'en', 'page404-text');
      expect(new URL(one.page.url()).origin).toBe(prefixed.url);
    }
    await takenOver(one);
    await one.page.locator('main a[href="/"]').click();
    await shown(one, 'en', 'landing.title');
    expect(pathOf(one.page)).toBe('/en');
    await one.context.close();
  });

  deepTest('G5 the mailed link signs in', async () => {
    const one = await visit(browser, prefixed.url, { language: 'en' });
    await one.page.goto('/login');
    const email = 'must@example.com';
    await one.page.evaluate(
      (to) =>
        fetch('/api/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: to }),
        }),
      email,
    );
    const { body } = await mailTo(prefixed, email);
    await one.page.goto(/http:\S+/.exec(body)?.[0] ?? '');
    await one.page.getByRole('heading', { name: one.words('login.link.title'), exact: true }).waitFor();
    expect(pathOf(one.page)).toMatch(/^\/en\/login\?link=[\w-]{43}$/);
    await one.control('user.confirmed').click();
    await one.page.waitForURL(/\/en\/(exchanges|settings)/);
    await one.context.close();
  });
});

deepDescribe('R1 /local/healthcheck', () => {
  test('R1 it answers a visitor and somebody signed in, and a link inside the page leaves to it', async () => {
    const visitor = await visit(browser, prefixed.url, { language: 'en' });
    const person = await member(usual, 'en');
    await heading(person, 'exchanges.title').waitFor();
    await visitor.page.goto('/');
    await heading(visitor, 'landing.title').waitFor();
    for (const one of [visitor, person]) {
      const { page } = one;
      // What stands there stays.
      await takenOver(one);
      await page.evaluate(() => {
        const link = Object.assign(document.createElement('a'), { href: '/local/healthcheck', textContent: 'health' });
        document.querySelector('main')?.append(link);
      });
      const answer = page.waitForResponse('**/local/healthcheck');
      await page.getByRole('link', { name: 'health' }).click();
      expect((await answer).status()).toBe(200);
      await page.getByText('"status":"ok"').waitFor();
      expect(pathOf(page)).toBe('/local/healthcheck');
      await page.goBack();
      await page.locator('h1').first().waitFor();
      expect((await page.goto('/local/healthcheck'))?.status()).toBe(200);
    }
    await visitor.context.close();
    await person.context.close();
  });
});

import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import type { ChildServer } from '../server/harness.ts';
import { heading, openBrowser, signIn, startProduct, visit, type Visit } from '../tools/product.ts';

let browser: Browser;
let product: ChildServer;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

const blockStorage = () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get: refuse, configurable: true });
};

interface Living extends Visit {
  /** When the page was loaded, first time included, on its own clock in ms. */
  loads: number[];
  /** Lets so many ms of its clock pass. */
  pass(ms: number): Promise<void>;
}

/** A person at a browser whose clock is the test's, and in which nothing but the page itself answers the page. */
async function asPerson(live: (one: Living) => Promise<void>, prepare?: (context: BrowserContext) => unknown) {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB', serviceWorkers: 'block' });
  await context.addCookies([{ name: limits.languageCookie, value: 'en', url: product.url }]);
  await prepare?.(context);
  const began = Date.parse('2026-02-01T08:00:00Z');
  await context.clock.install({ time: began });
  const one = await visit(browser, product.url, { language: 'en', context });
  // The clock goes by itself too. It knows where it began once it was told to go.
  await one.page.clock.runFor(1);
  let passed = -performance.now();
  const loads: number[] = [];
  one.page.on('request', (asked) => {
    if (asked.isNavigationRequest() && asked.frame() === one.page.mainFrame()) loads.push(passed + performance.now());
  });
  const pass = async (ms: number) => {
    passed += ms;
    await one.page.clock.runFor(ms).catch(() => {});
  };
  await live({ ...one, loads, pass });
  await context.close();
  // A piece that did not come is told in the console by the browser itself.
  expect(one.complaints.filter((complaint) => !complaint.startsWith('Failed to load '))).toEqual([]);
}

interface Served {
  page: () => string;
  answer: () => string;
}

/** Every answer, and every page, is of the version that is named at that moment. */
const serve = async (context: BrowserContext, version: Served) => {
  await context.route('**/api/**', async (route) => {
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const body = (await response.json()) as object;
    await route.fulfill({ response, json: { ...body, fv: version.answer() } });
  });
  await context.route(
    () => true,
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const response = await route.fetch();
      const config = {
        fv: version.page(),
        locale_prefix: false,
        locale_cookie: limits.languageCookie,
        detect_language: true,
      };
      const meta = `<meta name="page-config" content='${JSON.stringify(config)}'>`;
      await route.fulfill({ response, body: (await response.text()).replace(/<meta name="page-config"[^>]*>/, meta) });
    },
  );
};

const followLink = (page: Page, to: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, to);

const mostInAMinute = (times: number[]) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + limits.reloadGuard).length));

const signedIn = async (one: Living) => {
  await one.page.goto('/login');
  await signIn(one);
  await heading(one, 'exchanges.title').waitFor();
  // The annex comes when the page is idle.
  await one.pass(3_000);
};

/** Between two lists, whose answers name a version each. A page that is being loaded anew is waited for. */
const goElsewhere = async (one: Living, turn: number) => {
  const to = turn % 2 ? '/exchanges' : '/history/exchange';
  await followLink(one.page, to).catch(async () => {
    await one.page.waitForLoadState();
    await followLink(one.page, to);
  });
  await heading(one, turn % 2 ? 'exchanges.title' : 'history.title').waitFor();
};
const banner = (one: Visit) => one.control('user.reloaded').first();

test.concurrent.each([
  ['the page is always the old one', () => 'a'],
  ['the pages change too', () => (Math.floor(performance.now() / 100) % 2 ? 'a' : 'b')],
])('S3 two versions change places 100 times, %s: once a minute at most, a banner otherwise', (_, page) => {
  let answer = 'a';
  return asPerson(
    async (one) => {
      await signedIn(one);
      for (let flap = 0; flap < 100; flap += 1) {
        answer = flap % 2 ? 'a' : 'b';
        await goElsewhere(one, flap);
        await one.pass(3_000);
      }
      const reloads = one.loads.slice(1);
      expect(mostInAMinute(reloads)).toBeLessThanOrEqual(1);
      // There and back: no pair of versions is tried twice.
      expect(reloads.length).toBeLessThanOrEqual(2);
      // One of the two is another one than the page's.
      for (answer of ['a', 'b']) {
        await goElsewhere(one, answer === 'a' ? 0 : 1);
        await one.pass(1_000);
        if (await banner(one).isVisible()) break;
      }
      await banner(one).waitFor();
      await one.control('user.copied').first().waitFor();
    },
    (context) => serve(context, { page, answer: () => answer }),
  );
});

test.concurrent('S3 storage that is blocked: no reload at all, and a banner', () =>
  asPerson(
    async (one) => {
      await signedIn(one);
      for (let flap = 0; flap < 10; flap += 1) {
        await goElsewhere(one, flap);
        await one.pass(20_000);
      }
      await banner(one).waitFor();
      expect(one.loads).toHaveLength(1);
    },
    async (context) => {
      await context.addInitScript(blockStorage);
      await serve(context, { page: () => 'a', answer: () => 'b' });
    },
  ));

test.concurrent('S3 nothing that was typed is lost, whenever another version is there', () => {
  let version = 'a';
  return asPerson(
    async (one) => {
      const { page, control, pass } = one;
      const soon = async () => {
        version += 'b';
        await control('user.language chosen', 'ru').first().click();
        await pass(2_000);
        await page.locator('html[lang=ru]').waitFor();
        await pass(65_000);
        await control('user.language chosen', 'en').first().click();
        await pass(2_000);
        await page.locator('html[lang=en]').waitFor();
      };
      await page.goto('/');
      await control('user.amount typed', 'give').fill('123');
      await pass(3_000);
      await soon();
      expect(await control('user.amount typed', 'give').inputValue()).toBe('123');

      await page.goto('/login');
      await pass(3_000);
      await control('user.email typed').fill('demo@example.com');
      await control('user.password typed').fill('demo-password-1');
      await soon();
      expect(await control('user.email typed').inputValue()).toBe('demo@example.com');
      expect(await control('user.password typed').inputValue()).toBe('demo-password-1');
      await control('user.submitted').click();
      await heading(one, 'exchanges.title').waitFor();

      await page.goto('/exchange/USD/EUR');
      await control('user.amount typed', 'give').fill('45');
      await pass(3_000);
      await soon();
      expect(await control('user.amount typed', 'give').inputValue()).toBe('45');
    },
    (context) => serve(context, { page: () => version, answer: () => version }),
  );
});

const broken: Record<string, (route: Route) => Promise<void>> = {
  'is cut off': (route) => route.abort('failed'),
  'is not there': (route) => route.fulfill({ status: 404, body: 'no' }),
  'is a page instead': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>hello</p>' }),
};

/** Nothing is fetched ahead, so a piece of the page is missed when it is wanted. */
const thrifty = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });

/** Lets time pass until this is so. */
const until = async ({ pass }: Living, so: () => boolean | Promise<boolean>) => {
  for (let left = 100; !(await so()); left -= 1) {
    if (left === 0) throw new Error(`it never happens: ${String(so)}`);
    await pass(500);
  }
};

describe.concurrent('S10', () => {
  test.each(Object.keys(broken))(
    'S10 a piece of the page that %s: asked for again, one reload a minute, then words',
    (kind) => {
      let whole = false;
      let asked = 0;
      return asPerson(
        async (one) => {
          const { page, loads, pass, control } = one;
          await signedIn(one);
          await followLink(page, '/history/exchange');
          await until(one, () => loads.length === 2);
          expect(asked).toBeGreaterThanOrEqual(2);
          // The page was loaded anew, and the piece is still missing: words, and no second reload.
          await until(one, () => heading(one, 'frame.not_opened.title').isVisible());
          await pass(20_000);
          await control('user.retried').first().click();
          await until(one, () => heading(one, 'frame.not_opened.title').isVisible());
          expect(loads).toHaveLength(2);
          // A minute later it may be tried once more.
          await pass(limits.reloadGuard);
          await control('user.retried').first().click();
          await until(one, () => loads.length === 3);
          expect(mostInAMinute(loads.slice(1))).toBe(1);
          await until(one, () => heading(one, 'frame.not_opened.title').isVisible());
          whole = true;
          await control('user.retried').first().click();
          await until(one, () => heading(one, 'history.title').isVisible());
          expect(loads).toHaveLength(3);
        },
        async (context) => {
          await context.addInitScript(thrifty);
          await context.route('**/assets/history*.js', (route) => {
            asked += 1;
            return whole ? route.fallback() : broken[kind]!(route);
          });
        },
      );
    },
  );

  test('S10 storage that is blocked: no reload, words at once', () =>
    asPerson(
      async (one) => {
        await signedIn(one);
        await followLink(one.page, '/history/exchange');
        await until(one, () => heading(one, 'frame.not_opened.title').isVisible());
        await one.pass(2 * limits.reloadGuard);
        await one.control('user.retried').first().click();
        await until(one, () => heading(one, 'frame.not_opened.title').isVisible());
        expect(one.loads).toHaveLength(1);
      },
      async (context) => {
        await context.addInitScript(thrifty);
        await context.addInitScript(blockStorage);
        await context.route('**/assets/history*.js', broken['is not there']!);
      },
    ));
});

import type { BrowserContext } from 'playwright';
import { describe, expect, test } from 'vitest';
import { added, limits } from '../../contract/limits.ts';
import { startHostileProxy, type Hostile, type HostileProxy } from '../tools/hostile-proxy.ts';
import { begins, followLink, heading, signIn, takenOver, visit, type Visit } from '../tools/product.ts';
import { deep, deepTest, everyNth } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();

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
  /** As a device that wakes after so many ms: each timer that is overdue rings once. A minute of frames would take as long. */
  sleep(ms: number): Promise<void>;
  proxy: HostileProxy;
}

interface Circumstances {
  /** The version of a page and of an answer, at that moment; the server's own where nothing is said. */
  page?: () => string;
  answer?: () => string;
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** A person at a browser whose clock is the test's, and in which nothing but the page itself answers the page. */
async function asPerson(live: (one: Living) => Promise<void>, { page, answer, prepare }: Circumstances = {}) {
  const proxy = await startHostileProxy(product.url, (text, kind) => {
    if (kind === 'json' && answer) return text.replace(/"fv":"[^"]*"/, `"fv":"${answer()}"`);
    if (kind === 'page' && page) return text.replace(/(&quot;fv&quot;:&quot;|"fv":")[^&"]*/, `$1${page()}`);
    return text;
  });
  const context = await browser.newContext({ baseURL: proxy.url, locale: 'en-GB', serviceWorkers: 'block' });
  await context.addCookies([{ name: limits.languageCookie, value: 'en', url: proxy.url }]);
  await prepare?.(context);
  await context.clock.install({ time: Date.parse('2026-02-01T08:00:00Z') });
  const one = await visit(browser, proxy.url, { language: 'en', context });
  // The clock goes by itself too. It knows where it began once it was told to go.
  await one.page.clock.runFor(1);
  let passed = -performance.now();
  const loads: number[] = [];
  one.page.on('request', (asked) => {
    if (asked.isNavigationRequest() && asked.frame() === one.page.mainFrame()) loads.push(passed + performance.now());
  });
  const later = (go: 'runFor' | 'fastForward') => async (ms: number) => {
    passed += ms;
    // A page that is being loaded anew has its time later.
    await one.page.clock[go](ms).catch(() => {});
  };
  await live({ ...one, loads, pass: later('runFor'), sleep: later('fastForward'), proxy });
  await context.close();
  await proxy.close();
  // A piece that did not come is told in the console by the browser itself.
  expect(one.complaints.filter((complaint) => !complaint.startsWith('Failed to load '))).toEqual([]);
}

const mostInAMinute = (times: number[]) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + limits.reloadGuard).length));

const signedIn = async (one: Living) => {
  await one.page.goto('/login');
  await signIn(one);
  await heading(one, 'exchanges.title').waitFor();
  // The annex comes when the page is idle.
  await one.pass(3_000);
};

/** Between two lists, whose answers name a version each. A page that is loaded anew meanwhile is asked again. */
const goElsewhere = async (one: Living, turn: number) => {
  const to = turn % 2 ? '/exchanges' : '/history/exchange';
  const title = heading(one, turn % 2 ? 'exchanges.title' : 'history.title.exchange');
  await within(async () => {
    if (!one.page.url().endsWith(to)) await followLink(one.page, to).catch(() => one.page.waitForLoadState());
    return title.isVisible();
  });
};

/** Looks until it is so; as long as the test itself may take in a deep run, which looks for longer. */
async function within(look: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await look())) {
    if (performance.now() > began + (deep ? 170_000 : 60_000)) throw new Error(`it never happens: ${String(look)}`);
    await new Promise((next) => setImmediate(next));
  }
}

/** Lets time pass until it is so. */
const until = ({ pass }: Living, so: () => boolean | Promise<boolean>, step = 200) =>
  within(async () => {
    await pass(step);
    return so();
  });

const banner = (one: Visit) => one.control('user.reloaded').first();

const flaps = [
  { title: '100 times, the page is always the old one', times: 100, isOld: true },
  { title: '40 times, the pages change too', times: 40, isOld: false },
];
deepTest.concurrent.each(everyNth(flaps, 2))(
  'S3 two versions change places $title: once a minute at most, a banner otherwise',
  ({ times, isOld }) => {
    let turn = 0;
    let began = false;
    let settled = false;
    return asPerson(
      async (one) => {
        await signedIn(one);
        // The form reads its rate every ten seconds; what was typed there outlives every reload.
        await followLink(one.page, '/exchange/USD/EUR');
        await one.control('user.amount typed', 'give').fill('45');
        await one.pass(1_000 + added.writingPause);
        began = true;
        await until(one, () => turn >= times, 1_000);
        const reloads = one.loads.slice(1);
        expect(mostInAMinute(reloads)).toBe(1);
        // The old page goes once; where the pages change too, back at most: no pair of versions is tried twice.
        expect(isOld ? [1] : [1, 2]).toContain(reloads.length);
        await one.control('user.amount typed', 'give').waitFor();
        expect(await one.control('user.amount typed', 'give').inputValue()).toBe('45');
        settled = true;
        if (isOld) await until(one, () => banner(one).isVisible(), 1_000);
        await one.control('user.copied').first().waitFor();
      },
      {
        page: () => (isOld || !began || turn % 2 ? 'a' : 'b'),
        // One answer, one version; in the end the other one than the old page's, which was tried before.
        answer: () => (began && (settled || (turn += 1) % 2) ? 'b' : 'a'),
      },
    );
  },
);

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
    { page: () => 'a', answer: () => 'b', prepare: (context) => context.addInitScript(blockStorage) },
  ));

deepTest.concurrent('S3 nothing that was typed is lost, whenever another version is there', () => {
  let version = 'a';
  return asPerson(
    async (one) => {
      const { page, control, pass, sleep, loads } = one;
      /** The server has another version, and so do the next answers. */
      const soon = async () => {
        version += 'b';
        await control('user.language chosen', 'ru').first().click();
        await pass(2_000);
        await page.locator('html[lang=ru]').waitFor();
        await sleep(65_000);
        await control('user.language chosen', 'en').first().click();
        await pass(2_000);
        await page.locator('html[lang=en]').waitFor();
      };
      await page.goto('/');
      await control('user.amount typed', 'give').fill('123');
      await pass(3_000);
      await soon();
      expect(await control('user.amount typed', 'give').inputValue()).toBe('123');
      await banner(one).waitFor();

      await page.goto('/login');
      await begins(one);
      await pass(3_000);
      // An account of its own: a language that is chosen follows it.
      await control('user.email typed').fill('new@example.com');
      await control('user.password typed').fill('demo-password-2');
      await soon();
      expect(await control('user.email typed').inputValue()).toBe('new@example.com');
      expect(await control('user.password typed').inputValue()).toBe('demo-password-2');
      // Nothing was loaded anew but by the test.
      expect(loads).toHaveLength(2);
      await control('user.submitted').click();
      await heading(one, 'exchanges.title').waitFor();

      await page.goto('/exchange/USD/EUR');
      await control('user.amount typed', 'give').fill('45');
      await pass(3_000);
      await soon();
      // This one is kept as a draft, so that the newer page has it too.
      await until(one, () => loads.length === 4);
      await control('user.amount typed', 'give').waitFor();
      expect(await control('user.amount typed', 'give').inputValue()).toBe('45');
    },
    { page: () => version, answer: () => version },
  );
});

const broken: Record<string, Hostile> = {
  'is cut off': (response) => response.destroy(),
  'is not there': (response) => response.writeHead(404).end('no'),
  'is a page instead': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>'),
};
const piece = '/assets/history';

/** Nothing is fetched ahead, so a piece of the page is missed when it is wanted. */
const thrifty = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });

describe.concurrent('S10', () => {
  test.each(everyNth(Object.keys(broken), 3))(
    'S10 a piece of the page that %s: asked for again, one reload a minute, then words',
    (kind) =>
      asPerson(
        async (one) => {
          const { page, loads, pass, control, proxy } = one;
          const words = () => until(one, () => heading(one, 'frame.not_opened.title').isVisible());
          // By the clock that goes by itself: whether the page can be had is asked of the network, within a time.
          const reloads = (times: number) => within(() => loads.length === times);
          proxy.meet(piece, broken[kind]!);
          await signedIn(one);
          await followLink(page, '/history/exchange');
          await reloads(2);
          expect(proxy.met()).toBeGreaterThanOrEqual(2);
          // The page was loaded anew, and the piece is still missing: words, and no second reload.
          await words();
          await control('user.retried').first().click();
          await words();
          expect(loads).toHaveLength(2);
          // A minute later it may be tried once more.
          await pass(limits.reloadGuard);
          await control('user.retried').first().click();
          await reloads(3);
          expect(mostInAMinute(loads.slice(1))).toBe(1);
          await words();
          proxy.stop();
          await control('user.retried').first().click();
          await until(one, () => heading(one, 'history.title.exchange').isVisible());
          expect(loads).toHaveLength(3);
        },
        { prepare: (context) => context.addInitScript(thrifty) },
      ),
  );

  deepTest(
    'S10 words of a screen that do not come: the page is never loaded anew for them, and a press brings them',
    () =>
      asPerson(
        async (one) => {
          const { page, loads, proxy, control } = one;
          await signedIn(one);
          proxy.meet('/i18n/', broken['is not there']!);
          await followLink(page, '/transfer');
          await until(one, () => heading(one, 'frame.not_opened.title').isVisible());
          expect(proxy.met()).toBeGreaterThanOrEqual(2);
          expect(loads).toHaveLength(1);
          proxy.stop();
          await control('user.retried').first().click();
          await until(one, () => heading(one, 'transfer.title').isVisible());
          expect(loads).toHaveLength(1);
        },
        { prepare: (context) => context.addInitScript(thrifty) },
      ),
  );

  deepTest(
    'S10 the first piece is missing before anybody is there to load the page anew: it is, as soon as they are',
    () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      return asPerson(
        async (one) => {
          const { page, proxy, loads } = one;
          // Its scripts: a style sheet that is missing is told of on the page as the server sent it.
          proxy.meet('/assets/login.', broken['is not there']!);
          await page.goto('/login');
          await begins(one);
          await until(one, () => heading(one, 'frame.not_opened.title').isVisible());
          expect(loads).toHaveLength(1);
          proxy.stop();
          release();
          await until(one, () => loads.length === 2);
          await one.control('user.email typed').waitFor();
        },
        {
          prepare: (context) =>
            context.route('**/assets/annex*.js', async (route) => {
              await released;
              await route.continue();
            }),
        },
      );
    },
  );

  test('S10 a piece of the page is gone, and so is the one that would load it anew: it is loaded anew once', () =>
    asPerson(
      async (one) => {
        const { page, context, loads } = one;
        // Of a page that was loaded before another release.
        await context.route(/\/assets\/(annex|exchange)[^/]*\.js$/, (route) =>
          loads.length > 1 ? route.continue() : route.fulfill({ status: 404 }),
        );
        await page.goto('/login');
        await takenOver(one);
        await signIn(one);
        await until(one, () => loads.length === 2);
        await heading(one, 'exchanges.title').waitFor();
        expect(loads).toHaveLength(2);
      },
      { prepare: (context) => context.addInitScript(thrifty) },
    ));

  test('S10 a piece that has come since it was missed is no reason to load the page anew', () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    return asPerson(
      async (one) => {
        const { page, proxy, control, loads } = one;
        // Whether the page can be had is asked before it would be loaded anew.
        let asked = 0;
        page.on('response', (response) => (asked += Number(response.request().method() === 'HEAD')));
        proxy.meet('/assets/exchanges', broken['is not there']!);
        await page.goto('/login');
        await takenOver(one);
        await signIn(one);
        await until(one, () => control('user.retried').first().isVisible());
        proxy.stop();
        await control('user.retried').first().click();
        await until(one, () => heading(one, 'exchanges.title').isVisible());
        release();
        await until(one, () => asked > 0);
        await followLink(page, '/history/exchange');
        await until(one, () => heading(one, 'history.title.exchange').isVisible());
        expect(loads).toHaveLength(1);
      },
      {
        prepare: async (context) => {
          await context.addInitScript(thrifty);
          await context.route('**/assets/annex*.js', async (route) => {
            await released;
            await route.continue();
          });
        },
      },
    );
  });

  deepTest('S10 storage that is blocked: no reload, words at once', () =>
    asPerson(
      async (one) => {
        const words = () => until(one, () => heading(one, 'frame.not_opened.title').isVisible());
        one.proxy.meet(piece, broken['is not there']!);
        await signedIn(one);
        await followLink(one.page, '/history/exchange');
        await words();
        await one.pass(2 * limits.reloadGuard);
        await one.control('user.retried').first().click();
        await words();
        expect(one.loads).toHaveLength(1);
      },
      {
        prepare: async (context) => {
          await context.addInitScript(thrifty);
          await context.addInitScript(blockStorage);
        },
      },
    ),
  );
});

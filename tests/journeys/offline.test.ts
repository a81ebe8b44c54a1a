import { existsSync } from 'node:fs';
import { join } from 'node:path';
import AxeSource from 'axe-core';
import { afterAll, describe, expect, test } from 'vitest';
import { startCuttingProxy } from '../tools/cutting-proxy.ts';
import { dist, followLink, heading, overflow, signIn, type Visit, type VisitOptions } from '../tools/product.ts';
import { askedByWorker, inCharge, isOfTheLine, keptIn } from '../tools/worker.ts';
import { looks, russianPhone } from '../tools/looks.ts';
import { deepDescribe, deepTest, everyNth } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const { product, person: somebody } = await openStand({ isPartOfIt: () => true });
const proxy = await startCuttingProxy(Number(new URL(product.url).port));
afterAll(() => proxy.close());

const person = (options: VisitOptions = {}): Promise<Visit> =>
  somebody({ language: 'en', worker: true, ...options }, proxy.url);

/** Signed in, on the list of exchanges, with the worker in charge of the page. */
async function member(options: VisitOptions = {}): Promise<Visit> {
  const one = await person(options);
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  await heading(one, 'exchanges.title').waitFor();
  await inCharge(one.page);
  return one;
}

const says = ({ page, words }: Visit, key: string) => page.getByText(words(key), { exact: true }).first().waitFor();

/** Signed in, on the list of exchanges, by a phone that pays for every byte: it fetches nothing ahead. */
async function thrifty(): Promise<Visit> {
  const one = await person({ worker: false });
  await one.page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  await heading(one, 'exchanges.title').waitFor();
  return one;
}

const notOpened = (one: Visit) => heading(one, 'frame.not_opened.title').waitFor();

deepTest(
  'F3 a page that was never loaded, opened offline: the frame stays, says so, and goes on by itself when online',
  async () => {
    const one = await thrifty();
    await one.context.setOffline(true);
    await followLink(one.page, '/history/exchange');
    await notOpened(one);
    expect(await one.control('user.copied').first().isVisible()).toBe(true);
    await one.context.setOffline(false);
    await heading(one, 'history.title.exchange').waitFor();
  },
);

test('F3 a page that was never loaded and is opened offline says so in plain words, and has its style when it comes', async () => {
  const one = await thrifty();
  // What fetches later screens has come with another of them.
  await followLink(one.page, '/history/exchange');
  await heading(one, 'history.title.exchange').waitFor();
  await one.context.setOffline(true);
  await followLink(one.page, '/cards');
  await notOpened(one);
  expect(await one.page.locator('main').innerText()).not.toMatch(/\d{3}|fetch|assets|CSS/);
  await one.context.setOffline(false);
  const offers = one.page.locator('ul:has([data-says="user.offer chosen"])');
  await offers.waitFor();
  expect(await offers.evaluate((list) => getComputedStyle(list).display)).toBe('grid');
});

const unread = [
  ['/cards/my', 'cards.unread', 'user.card opened'],
  ['/history/deposit', 'list.failed.title', 'user.row opened'],
  ['/settings/verification', 'verification.unread', 'user.document opened'],
] as const;
test.each(everyNth(unread, unread.length))(
  'F3 %s, whose answer did not come for want of a line, asks again by itself',
  async (path, failed, shown) => {
    const one = await thrifty();
    await followLink(one.page, path);
    await one.control(shown).first().waitFor();
    await followLink(one.page, '/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    await one.context.setOffline(true);
    await followLink(one.page, path);
    await says(one, failed);
    await one.context.setOffline(false);
    await one.control(shown).first().waitFor();
  },
);

test('F3 a line that is back and does not carry yet: what fails is asked for again by itself', async () => {
  const one = await thrifty();
  const path = '/history/deposit';
  await followLink(one.page, path);
  await one.control('user.row opened').first().waitFor();
  await followLink(one.page, '/exchanges');
  await heading(one, 'exchanges.title').waitFor();
  await one.context.setOffline(true);
  await followLink(one.page, path);
  await says(one, 'list.failed.title');
  let asked = 0;
  await one.page.route('**/api/deposit/history*', async (route) => {
    asked += 1;
    await (asked < 3 ? route.abort('internetdisconnected') : route.continue());
  });
  await one.context.setOffline(false);
  await one.control('user.row opened').first().waitFor();
  expect(asked).toBe(3);
});

test('F3 S10 a piece of the page that fails while the line does not carry yet is asked for again by itself', async () => {
  const one = await thrifty();
  await one.context.setOffline(true);
  await followLink(one.page, '/transfer');
  await notOpened(one);
  const asked: string[] = [];
  const lost: string[] = [];
  const tries = () => asked.filter((piece) => piece === asked[0]).length;
  await one.page.route('**/assets/*.js', async (route) => {
    asked.push(route.request().url());
    // A screen asks twice of its own.
    if (tries() >= 5) return route.continue();
    lost.push(route.request().resourceType());
    return route.abort('internetdisconnected');
  });
  await one.context.setOffline(false);
  await heading(one, 'transfer.title').waitFor();
  expect(tries()).toBeGreaterThanOrEqual(5);
  // A module that failed would stay failed in some browsers.
  expect(new Set(lost)).toEqual(new Set(['fetch']));
});

describe('a page that was opened before', () => {
  test.each(looks(russianPhone))(
    'F17 opens offline in $language at $width px, says so, and goes on by itself',
    async (look) => {
      const one = await member(look);
      await one.context.setOffline(true);
      const answer = await one.page.goto('/history/exchange');
      expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([200, true]);
      await says(one, 'frame.offline');
      await says(one, 'session.unreachable.title');
      expect(await overflow(one.page)).toBeLessThanOrEqual(0);
      await one.context.setOffline(false);
      await heading(one, 'history.title.exchange').waitFor();
      await one.control('user.row opened').first().waitFor();
      await one.page.getByText(one.words('frame.offline')).waitFor({ state: 'detached' });
      expect(one.complaints.filter((complaint) => !isOfTheLine(complaint))).toEqual([]);
    },
  );

  deepTest('F17 opens when the server is gone, and goes on by itself when it is back', async () => {
    const one = await member();
    proxy.down();
    await one.page.goto('/exchange/USD/EUR');
    await says(one, 'session.unreachable.title');
    proxy.up();
    await one.control('user.amount typed', 'give').waitFor();
  });

  deepTest('F17 opens from this device when the line dawdles, and shows what comes in the end', async () => {
    const one = await member();
    const held = proxy.holdAnswers('GET /history/exchange');
    const began = performance.now();
    const opening = one.page.goto('/history/exchange');
    await held.happened;
    await opening;
    await heading(one, 'history.title.exchange').waitFor();
    expect(performance.now() - began).toBeGreaterThan(2_500);
    held.stop();
  });
});

deepDescribe('a place that was never opened', () => {
  test('F17 on a first visit offline is the browser’s own matter, and any place later the page’s', async () => {
    const one = await person();
    await one.context.setOffline(true);
    await expect(one.page.goto('/')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    await one.context.setOffline(false);
    await one.page.goto('/');
    await one.control('user.amount typed', 'give').waitFor();
    await inCharge(one.page);
    await one.context.setOffline(true);
    await one.page.goto('/nowhere');
    await says(one, 'session.unreachable.title');
    await one.context.setOffline(false);
    await says(one, 'page404-text');
  });

  test('F17 when nothing was kept a page of its own says so in both languages, and opens the place when it can', async () => {
    const one = await person({ width: 320 });
    await one.page.goto('/login');
    await inCharge(one.page);
    const forget = () =>
      one.page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name);
      });
    await forget();
    proxy.down();
    await one.page.goto('/login');
    await one.page.getByRole('heading', { name: 'No connection' }).waitFor();
    await one.page.getByRole('heading', { name: 'Нет связи' }).waitFor();
    expect(await overflow(one.page)).toBeLessThanOrEqual(0);
    await one.page.evaluate(AxeSource.source);
    const found = await one.page.evaluate(
      async () => (await (globalThis as unknown as { axe: typeof AxeSource }).axe.run(document)).violations,
    );
    expect(found).toEqual([]);
    await one.page.keyboard.press('Tab');
    proxy.up();
    await one.page.keyboard.press('Enter');
    await one.control('user.email typed').waitFor();
    // What was lost is kept again.
    await inCharge(one.page);

    await forget();
    proxy.down();
    await one.page.goto('/login');
    await one.page.getByRole('heading', { name: 'No connection' }).waitFor();
    proxy.up();
    await one.page.evaluate(() => dispatchEvent(new Event('online')));
    await one.control('user.email typed').waitFor();
    expect(one.complaints.filter((complaint) => !isOfTheLine(complaint))).toEqual([]);
  });
});

describe('what is kept', () => {
  /** Files of the build, and the messages. */
  const mayBeKept = (path: string) =>
    /^\/i18n\/(ru|en)(\/(page|visitor|rest))?$/.test(path) || existsSync(join(dist, path));

  deepTest('F17 the worker comes after all that the first screen needs', async () => {
    const one = await person();
    const asked: string[] = [];
    one.context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      asked.push(request.serviceWorker() ? `worker ${pathname}` : pathname);
    });
    await one.page.goto('/');
    await inCharge(one.page);
    const first = asked.findIndex((path) => path.startsWith('worker '));
    expect(asked[first]).toBe('worker /sw.js');
    const needed = [
      /^\/$/,
      /^\/assets\/page-.*js$/,
      /^\/assets\/page-.*css$/,
      /^\/assets\/first-.*js$/,
      /^\/i18n\/en\/visitor$/,
      /auth\/check$/,
    ];
    for (const name of needed) {
      const at = asked.findIndex((path) => name.test(path));
      expect(at, `${name}`).toBeGreaterThan(-1);
      expect(at, `${name}`).toBeLessThan(first);
    }
  });

  test('F17 is nobody’s: no call, no tool, nothing personal, while one is signed in and after', async () => {
    const one = await person();
    const asked = askedByWorker(one.context);
    const { page } = one;
    await page.goto('/login');
    await inCharge(page);
    await signIn(one);
    await page.waitForURL('**/exchanges');
    await page.goto('/history/exchange');
    await one.control('user.row opened').first().click();
    await heading(one, 'operation.succeeded.exchange').waitFor();
    const account = (await one.control('user.copied').first().getAttribute('data-says-value')) ?? '';
    expect(account).toMatch(/^\d{8}$/);
    await page.evaluate(async () => {
      await fetch('/api/auth/check');
      await fetch('/api/icons/logo.svg');
      await fetch('/dev/outbox');
      await fetch('/local/healthcheck');
      await fetch('/currencies/usd.svg?of=10000017');
      await fetch('/i18n/xx');
      await fetch('/assets/nothing-00000000.js');
    });
    const look = async () => {
      const kept = await keptIn(page);
      expect(Object.keys(kept).length).toBeGreaterThan(10);
      expect(Object.keys(kept).filter((path) => !mayBeKept(path))).toEqual([]);
      const texts = Object.values(kept).join('\n');
      for (const theirs of [account, 'demo@example.com']) expect(texts).not.toContain(theirs);
    };
    await look();
    await page.getByRole('button', { name: one.words('frame.menu') }).click();
    await one.control('user.logout wanted').click();
    await one.control('user.confirmed').click();
    await one.control('user.copied').first().waitFor({ state: 'detached' });
    await look();
    expect(asked.filter((path) => /^\/(api|dev|local)(\/|$)/.test(path))).toEqual([]);

    await one.context.setOffline(true);
    const calls = await page.evaluate(() =>
      Promise.all(
        ['/api/auth/check', '/api/exchange/list', '/local/healthcheck'].map((path) =>
          fetch(path).then(
            () => 'answered',
            () => 'no answer',
          ),
        ),
      ),
    );
    expect(calls).toEqual(['no answer', 'no answer', 'no answer']);
    await page.goto('/exchanges');
    await says(one, 'session.unreachable.title');
    expect(await page.locator('body').innerHTML()).not.toContain(account);
  });
});

import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { builtRoutes } from '../../machines/root/flows.ts';
import { heading, operationIn, signIn, takenOver, visit, words, type Visit } from '../tools/product.ts';
import { deepTest, everyNth } from '../tools/deep.ts';
import { addresses, foretold, look, type Outcome, type Person } from '../tools/places.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();
/** What a browser does to a page that may keep nothing: it runs in the page, before anything else. */
const closed = {
  /** A person forbade it: every touch throws. */
  'throws at every touch': () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse, configurable: true });
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse, configurable: true });
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse, configurable: true });
    globalThis.BroadcastChannel = refuse as never;
  },
  /** There is no room left: it can be read, and not written. */
  'is full': () => {
    const full = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    Storage.prototype.setItem = full;
    IDBFactory.prototype.open = full;
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {}, configurable: true });
  },
  /** An old or a bare browser: half of it is not there at all. */
  'is not there': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
      Object.defineProperty(globalThis, name, { value: undefined, configurable: true });
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined, configurable: true });
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
  },
};
const kinds = Object.keys(closed) as (keyof typeof closed)[];

/** The first address of each route that a flow shows, and one that is none. */
const places = addresses.filter(
  ({ name, path }, at) =>
    path === '/nowhere' ||
    (name !== null && builtRoutes.includes(name) && addresses.findIndex((one) => one.name === name) === at),
);

/** One person at such a browser, who saw nothing break. */
async function asPerson(kind: keyof typeof closed, live: (one: Visit) => Promise<void>): Promise<void> {
  const one = await visit(browser, product.url, { language: 'en' });
  await one.context.addInitScript(closed[kind]);
  await live(one);
  await one.context.close();
  // An address of an operation that is nobody's is answered 404, which the browser itself tells in the console.
  const said404 = (complaint: string) => complaint.startsWith('Failed to load resource') && complaint.includes(' 404 ');
  expect(one.complaints.filter((complaint) => !said404(complaint))).toEqual([]);
}

/** Every place has what it has for everybody else: by the address bar, or by links inside the page. */
async function walk(one: Visit, who: Person, byLinks: boolean): Promise<void> {
  const seen: Outcome[] = [];
  let isInside = true;
  for (const place of places) {
    const { path } = place;
    // What is no page of the product is left to, and come back from, as another site is.
    const isOurs = !path.startsWith('/local');
    if (byLinks && isInside && isOurs) await followLink(one.page, path);
    else await one.page.goto(path);
    // The address of a page that leads on stands there until its guard has been asked.
    const { final } = foretold(who, 'en', place);
    await one.page.waitForURL(final);
    seen.push(await look(who, one, path));
    // Until then a link of a page that was rendered ahead is the browser's.
    if (byLinks && isOurs && !isInside) await takenOver(one);
    isInside = isOurs;
  }
  expect(seen).toEqual(places.map((place) => foretold(who, 'en', place)));
}

/** As a click on a link of the page does; what follows from it has been drawn. */
const followLink = (page: Page, to: string) =>
  page.evaluate(async (href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
    for (let left = 2; left > 0; left -= 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  }, to);

describe.concurrent('storage that keeps nothing', () => {
  deepTest.each(everyNth(kinds, kinds.length))(
    'R1 B1 it %s: every route opens for a visitor and for somebody who is signed in',
    (kind) =>
      asPerson(kind, async (one) => {
        const byLinks = kind !== 'throws at every touch';
        await one.page.goto('/');
        await heading(one, 'landing.title').waitFor();
        await takenOver(one);
        await walk(one, 'visitor', byLinks);
        await one.page.goto('/login');
        await signIn(one);
        await heading(one, 'exchanges.title').waitFor();
        await walk(one, 'signed in', byLinks);
      }),
  );

  test.each(everyNth(['is full', 'throws at every touch'] as const, 2))(
    'F3 S6 S11 it %s: an exchange to its receipt, once; language, look and a copied number',
    (kind) =>
      asPerson(kind, async (one) => {
        const { page, control } = one;
        const sent: string[] = [];
        page.on('request', (request) => {
          if (request.method() === 'POST' && request.url().includes('/exchange/confirm/')) sent.push(request.url());
        });
        // As a visitor: a language that is chosen follows the account.
        await page.goto('/');
        for (const language of ['ru', 'en'] as const) {
          await control('user.language chosen', language).first().click();
          await page.getByRole('heading', { name: words(language, 'landing.title'), exact: true }).waitFor();
        }
        await page.goto('/login');
        await signIn(one);
        await heading(one, 'exchanges.title').waitFor();
        await control('user.copied').first().click();
        await page.getByText(one.words('copied-toast')).first().waitFor();
        await control('user.theme chosen', 'dark').first().click();
        expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
        await page.goto('/exchange/USD/EUR');
        await control('user.amount typed', 'give').fill('20');
        await control('user.submitted').click();
        await heading(one, 'operation.reviewing.title').waitFor();
        const id = operationIn(page);
        await page.reload();
        await heading(one, 'operation.reviewing.title').waitFor();
        await control('user.confirmed').click();
        await heading(one, 'operation.succeeded.exchange').waitFor();
        expect([sent.length, operationIn(page)]).toEqual([1, id]);
      }),
  );
});

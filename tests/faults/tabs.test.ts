import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChildServer } from '../server/harness.ts';
import { heading, openBrowser, review, signIn, startProduct, visit, type Visit } from '../tools/product.ts';
import { everyNth } from '../tools/deep.ts';

let browser: Browser;
let product: ChildServer;
const people: Visit[] = [];

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});
afterEach(async () => {
  for (const { context } of people.splice(0)) await context.close();
});

const first = 'demo@example.com';
const second = 'new@example.com';

async function signedIn(): Promise<Visit> {
  const one = await visit(browser, product.url, { language: 'en' });
  people.push(one);
  await one.page.goto('/login');
  await signIn(one, first);
  await one.page.waitForURL('**/exchanges');
  return one;
}
const numberIn = async ({ control }: Visit): Promise<string> =>
  (await control('user.copied').first().getAttribute('data-says-value')) ?? '';
/** In the tab that is looked at: frames of one behind it come seldom, and a press waits for them. */
async function signOut(one: Visit): Promise<void> {
  await one.page.bringToFront();
  await one.page.getByRole('button', { name: one.words('frame.menu') }).click();
  await one.control('user.logout wanted').click();
  await one.control('user.confirmed').click();
}
/** The amounts of the wallets, without the total: rates move it. */
const amountsIn = async ({ page }: Visit): Promise<string[]> =>
  (await page.locator('#wallets li').allInnerTexts()).flatMap((text) => /[\d,]+\.\d+/.exec(text) ?? []);

/** All that the page holds, and what its fields do. */
const holdings = (page: Page): Promise<string> =>
  page.evaluate(
    () => document.body.outerHTML + [...document.querySelectorAll('input')].map(({ value }) => value).join(' '),
  );

describe('S2 another person signs in in another tab', () => {
  test.each(everyNth(['/exchanges', '/history/exchange', '/exchange/USD/EUR'], 2))(
    'S2 %s: within three seconds, untouched, the tab shows nothing of the first person',
    async (path) => {
      const one = await signedIn();
      const account = await numberIn(one);
      const other = await visit(browser, product.url, { language: 'en', context: one.context });
      await other.page.goto(product.url + path);
      await other.control('user.copied').first().waitFor();
      await expect.poll(async () => (await amountsIn(other)).length).toBeGreaterThan(1);
      const amounts = (await amountsIn(other)).filter((amount) => Number.parseFloat(amount) > 0);
      const theirs = [account, first, ...amounts];
      expect(amounts.length).toBeGreaterThan(1);
      expect(await holdings(other.page)).toContain(account);
      if (path.startsWith('/history')) await other.control('user.row opened').first().waitFor();

      await signOut(one);
      await expect.poll(() => holdings(other.page), { timeout: 3_000 }).not.toContain(account);
      await one.page.goto('/login');
      await signIn(one, second, 'demo-password-2');
      await one.page.waitForURL('**/exchanges');
      const news = await numberIn(one);
      expect(news).not.toBe(account);
      await expect.poll(() => holdings(other.page), { timeout: 3_000 }).toContain(news);
      const held = await holdings(other.page);
      for (const word of theirs) expect(held).not.toContain(word);
      // Wallets and history are those of the person who is here.
      await expect.poll(() => amountsIn(other), { timeout: 3_000 }).toEqual(await amountsIn(one));
      await other.page.goto('/history/exchange');
      await heading(other, 'history.title.exchange').waitFor();
      expect(await other.control('user.row opened').count()).toBe(0);
    },
  );

  test('S2 the same person signs in again: the wallets come again too', async () => {
    const one = await signedIn();
    const other = await visit(browser, product.url, { language: 'en', context: one.context });
    await other.page.goto(`${product.url}/exchanges`);
    await other.control('user.copied').first().waitFor();
    await expect.poll(async () => (await amountsIn(other)).length).toBeGreaterThan(1);
    const before = await amountsIn(other);
    await signOut(one);
    await expect.poll(() => other.control('user.copied').count(), { timeout: 3_000 }).toBe(0);
    await one.page.goto('/login');
    await signIn(one, first);
    await other.control('user.copied').first().waitFor();
    await expect.poll(() => amountsIn(other), { timeout: 3_000 }).toEqual(before);
  });

  test('S2 without a channel between tabs: seen again, the tab asks who is here', async () => {
    const one = await signedIn();
    const account = await numberIn(one);
    const other = await visit(browser, product.url, { language: 'en', context: one.context });
    await other.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
    await other.page.goto(`${product.url}/exchanges`);
    await other.control('user.copied').first().waitFor();
    await signOut(one);
    await one.page.waitForURL((url) => !url.pathname.startsWith('/exchanges'));
    await one.page.goto('/login');
    await signIn(one, second, 'demo-password-2');
    await one.page.waitForURL('**/exchanges');
    expect(await numberIn(other)).toBe(account);
    await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => numberIn(other), { timeout: 3_000 }).toBe(await numberIn(one));
    expect(await holdings(other.page)).not.toContain(account);
  });
});

describe('F3 the window over the page does not come', () => {
  // A piece is named by the first nine letters.
  const chunk = '**/assets/modal-sl*.js';

  /** The review of a person whose session ends in the middle, with `lose` between the page and the window's chunk. */
  async function lost(lose: (one: Visit) => Promise<unknown>): Promise<Visit> {
    const one = await visit(browser, product.url, { language: 'en' });
    people.push(one);
    await lose(one);
    await one.page.goto('/login');
    await signIn(one, first);
    await one.page.waitForURL('**/exchanges');
    await review(one);
    await one.context.clearCookies({ name: /session/ });
    await one.control('user.confirmed').click();
    return one;
  }

  /** Signs in over the page, and finds the same operation under review again. */
  async function comeBack(one: Visit): Promise<void> {
    const dialog = one.page.getByRole('dialog');
    await dialog.locator('[data-says="user.password typed"]').fill('demo-password-1');
    await dialog.locator('[data-says="user.submitted"]').click();
    await dialog.waitFor({ state: 'detached' });
    await heading(one, 'operation.reviewing.title').waitFor();
    await one.page.getByText('100.00 USD').first().waitFor();
  }

  test('F3 its chunk is lost once: the review stays, and the sign-in comes by itself', async () => {
    let lostOnce = 0;
    const one = await lost(({ page }) =>
      page.route(chunk, (route) => (lostOnce++ === 0 ? route.abort() : route.continue())),
    );
    await one.page.getByRole('dialog').waitFor();
    expect(lostOnce).toBeGreaterThan(1);
    await comeBack(one);
  });

  test('F3 its chunk is lost until the person asks again: words and a button, and the page below goes on', async () => {
    let gone = true;
    const one = await lost(({ page }) => page.route(chunk, (route) => (gone ? route.abort() : route.continue())));
    await one.page.getByText(one.words('frame.modal.not_opened')).waitFor();
    expect(await one.page.locator('main h1').innerText()).toBe(one.words('operation.signed_out.title'));
    gone = false;
    await one.page.getByRole('button', { name: one.words('frame.retry') }).click();
    await comeBack(one);
  });
});

describe('F3 the wall clock is set while a review is read', () => {
  const left = async ({ page }: Visit): Promise<number> => {
    const text = await page.getByRole('timer').first().innerText();
    const parts = /(\d+(?::\d+)+)/.exec(text)?.[1]?.split(':').map(Number) ?? [];
    return parts.reduce((sum, part) => sum * 60 + part, 0);
  };

  /** The countdown has said two more times. */
  const twoSeconds = ({ page }: Visit): Promise<void> =>
    page
      .getByRole('timer')
      .first()
      .evaluate(
        (timer) =>
          new Promise<void>((tell) => {
            const said = new Set([timer.textContent]);
            const changes = new MutationObserver(() => {
              if (said.add(timer.textContent).size < 3) return;
              changes.disconnect();
              tell();
            });
            changes.observe(timer, { subtree: true, childList: true, characterData: true });
          }),
      );

  test.each(everyNth([-3_600_000, 3_600_000], 2))('F3 by %i ms: the countdown goes on', async (jump) => {
    const one = await signedIn();
    await review(one);
    const before = await left(one);
    expect(before).toBeGreaterThan(0);
    await one.page.evaluate((by) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + by;
    }, jump);
    await twoSeconds(one);
    expect(Math.abs(before - 2 - (await left(one)))).toBeLessThanOrEqual(2);
    await heading(one, 'operation.reviewing.title').waitFor();
  });
});

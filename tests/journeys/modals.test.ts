import { sql } from 'kysely';
import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';
import {
  begins,
  dialog,
  heading,
  operationIn,
  review,
  signIn,
  tell,
  type Visit,
  type VisitOptions,
} from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { englishDesk, looks } from '../tools/looks.ts';
import { deepDescribe, deepTest } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

// A session that has ended is answered with 401, which a browser reports.
const { product, person, member } = await openStand({ isPartOfIt: (complaint) => /401|ERR_FAILED/.test(complaint) });

const signedIn = (look: VisitOptions): Promise<Visit> => member(look, '/exchanges');

const pathOf = ({ page }: Visit): string => new URL(page.url()).pathname;
const amount = (one: Visit): Locator => one.control('user.amount typed', 'give');
/** The mark in the header: a link that is there at every width. */
const mark = ({ page }: Visit): Locator => page.locator('header a[href="/"]').first();
const menu = ({ page, words }: Visit): Locator => page.getByRole('button', { name: words('frame.menu'), exact: true });
const isFocused = (what: Locator) => what.evaluate((element) => element === document.activeElement);
const focusIsInside = ({ page }: Visit): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null);

/** From the list, so that there is a page to go back to. */
async function openForm(one: Visit, typed?: string): Promise<void> {
  await one.page.locator('a[href="/exchange/USD/EUR"], [data-says-value="USD/EUR"]').first().click();
  await amount(one).waitFor();
  if (typed !== undefined) await amount(one).fill(typed);
}

/** In the page: as if it would not be seen again. */
const hide = () => void window.dispatchEvent(new Event('pagehide'));
/** All that the browser keeps of journals, sessions and batches, as text; empty before there is a place for them. */
const journal = ({ page }: Visit): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('not read')));
      });
    if ((await indexedDB.databases()).every(({ name }) => name !== 'journal')) return '';
    const db = await done(indexedDB.open('journal'));
    const stores = db.transaction(['sessions', 'batches']);
    const all = ['sessions', 'batches'].map((name) => done(stores.objectStore(name).getAll()));
    const kept = await Promise.all(all);
    db.close();
    return JSON.stringify(kept);
  });

describe.each(looks(englishDesk))('M5 modals in $language at $width px, $theme', (look) => {
  test('M5 leaving a typed amount: asked once, the keyboard held inside, Escape stays and gives the focus back', async () => {
    const one = await signedIn(look);
    await openForm(one, '120,5');
    await mark(one).focus();
    await one.page.keyboard.press('Enter');
    const asks = dialog(one, 'exchange_leave.title');
    await asks.waitFor();
    await one.control('user.dismissed').waitFor();
    expect(await asks.innerText()).toContain(one.words('exchange_leave.amount'));
    await sound(one);
    for (let presses = 0; presses < 5; presses++) {
      await one.page.keyboard.press('Tab');
      await expect.poll(() => focusIsInside(one)).toBe(true);
    }
    expect(await one.page.getByRole('dialog').count()).toBe(1);
    await one.page.keyboard.press('Escape');
    await asks.waitFor({ state: 'detached' });
    expect(pathOf(one)).toBe('/exchange/USD/EUR');
    expect(await amount(one).inputValue()).toBe('120,5');
    await expect.poll(() => isFocused(mark(one))).toBe(true);

    await one.page.keyboard.press('Enter');
    await one.control('user.confirmed').click();
    await heading(one, 'exchanges.title').waitFor();
    await asks.waitFor({ state: 'detached' });
    expect(pathOf(one)).toBe('/exchanges');
    await expect.poll(() => isFocused(heading(one, 'exchanges.title'))).toBe(true);
    // What was said holds: the amount is there again.
    await openForm(one);
    await expect.poll(() => amount(one).inputValue()).toBe('120,5');
    await mark(one).click();
    await heading(one, 'exchanges.title').waitFor();
  });

  deepTest(
    'M5 a quote that changed on the way through sign-in: both side by side, go on or choose another',
    async () => {
      const one = await person(look);
      await one.page.goto('/');
      await amount(one).fill('250');
      await expect.poll(() => one.control('user.amount typed', 'get').inputValue()).toMatch(/\d/);
      await tell(product, 'market', { src: 'USD', dst: 'EUR', percent: look.language === 'ru' ? '0.7' : '0.8' });
      const before = await one.control('user.amount typed', 'get').inputValue();
      await one.control('user.submitted').click();
      await one.control('user.email typed').waitFor();
      // A reload on the way loses neither the exchange nor what was shown of it.
      await one.page.reload();
      await signIn(one);
      await one.page.waitForURL(/\/exchange\/USD\/EUR\?give=250/);
      const asks = dialog(one, 'exchange_quote.title');
      await asks.waitFor();
      const told = (await asks.innerText()).replaceAll(/\s+/g, ' ');
      expect(told).toContain(before.replaceAll(/\s+/g, ' '));
      for (const key of ['exchange_quote.text', 'exchange_quote.shown', 'exchange_quote.fresh'])
        expect(told).toContain(one.words(key).replaceAll(/\s+/g, ' '));
      await sound(one);
      await one.page.keyboard.press('Escape');
      await asks.waitFor({ state: 'detached' });
      expect(await amount(one).inputValue()).toBe('250');
      expect(operationIn(one.page)).toBe('');
    },
  );

  test('M5 logout: asked first, Escape stays, and out; the journal of the page goes too', async () => {
    const one = await signedIn(look);
    // It is kept when somebody has begun, and written when the page may be gone.
    await begins(one);
    await expect
      .poll(async () => (await one.page.evaluate(hide), journal(one)))
      .toMatch(/"account":"\d{8}"[^]*signal\.wallets/);
    expect(await journal(one)).not.toMatch(/demo-password|demo@example|demo%40/);
    await menu(one).click();
    await one.control('user.logout wanted').click();
    const asks = dialog(one, 'logout.title');
    await asks.waitFor();
    await one.control('user.confirmed').waitFor();
    await sound(one);
    await expect.poll(() => focusIsInside(one)).toBe(true);
    await one.page.keyboard.press('Escape');
    await asks.waitFor({ state: 'detached' });
    expect(pathOf(one)).toBe('/exchanges');
    // Whoever closes a sign-out that nobody answered stays: nothing that is typed afterwards is theirs to erase.
    const leaves = () => one.page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('leaves')));
    await one.page.route('**/api/auth/logout', (route) => route.abort(), { times: 1 });
    await menu(one).click();
    await one.control('user.logout wanted').click();
    await one.control('user.confirmed').click();
    await one.page.getByText(one.words('logout.unknown')).waitFor();
    expect(await leaves()).toHaveLength(1);
    await one.page.keyboard.press('Escape');
    await asks.waitFor({ state: 'detached' });
    await expect.poll(leaves).toEqual([]);
    await menu(one).click();
    await one.control('user.logout wanted').click();
    await one.control('user.confirmed').click();
    await heading(one, 'landing.title').waitFor();
    expect([pathOf(one), await one.page.getByRole('dialog').count()]).toEqual(['/', 0]);
    await one.page.evaluate(hide);
    await expect.poll(() => journal(one)).toBe('[[],[]]');
    // The address of a sign-in is kept for the next visit.
    await one.page.goto('/login');
    await signIn(one);
    await one.page.waitForURL('**/exchanges');
    await one.context.clearCookies();
    await one.page.goto('/login');
    await expect.poll(() => one.control('user.email typed').inputValue()).toBe('demo@example.com');
  });

  deepTest(
    'M5 login: a session lost over a review is said at once, covers nothing, and sign-in goes on with the same terms',
    async () => {
      const one = await signedIn(look);
      // This machine may be slow: the rate is held long enough for everything that is looked at here.
      await tell(product, 'quotes', { lifetime_ms: 600_000 });
      const id = await review(one, '75');
      await sql`delete from sessions`.execute(product.db);
      await one.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await one.page.getByRole('alert').getByText(one.words('session.lost_on_step')).waitFor();
      expect(await one.page.getByRole('dialog').count()).toBe(0);
      await sound(one);
      // The button that sends money is not covered by the news.
      await one.control('user.confirmed').click({ trial: true });
      await one.control('user.sign-in wanted').click();
      const asks = dialog(one, 'login.title');
      await asks.getByText(one.words('session.lost')).waitFor();
      await one.control('user.password typed').waitFor();
      await sound(one);
      await expect.poll(() => focusIsInside(one)).toBe(true);
      // Neither a key nor a click beside turns it down.
      await one.page.keyboard.press('Escape');
      await one.page.mouse.click(3, 3);
      await one.control('user.dismissed').waitFor();
      // Its button does, and everything is there again after another sign-in.
      if (look.language === 'en') {
        await one.control('user.dismissed').click();
        await heading(one, 'landing.title').waitFor();
        expect(await one.page.getByRole('dialog').count()).toBe(0);
        await one.page.goto('/login');
      }
      await signIn(one);
      await asks.waitFor({ state: 'detached' });
      await heading(one, 'operation.reviewing.title').waitFor();
      expect(await one.page.getByText(one.words('session.lost_on_step')).count()).toBe(0);
      expect(operationIn(one.page)).toBe(id);
      await one.control('user.confirmed').click();
      await heading(one, 'operation.succeeded.exchange').waitFor();
      await tell(product, 'quotes', {});
    },
  );
});

deepTest(
  'M5 N1 a session lost over a typed amount: the password is typed at once, and the keyboard is back in the amount',
  async () => {
    const one = await signedIn({ language: 'en', width: 1280 });
    await openForm(one);
    await amount(one).focus();
    await one.page.keyboard.type('120');
    await one.context.clearCookies();
    await one.page.keyboard.press('Enter');
    const asks = dialog(one, 'login.title');
    await one.control('user.password typed').waitFor();
    await expect.poll(() => isFocused(one.control('user.password typed'))).toBe(true);
    await one.page.keyboard.type('demo-password-1');
    await one.page.keyboard.press('Enter');
    await asks.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(amount(one))).toBe(true);
    expect(await amount(one).inputValue()).toBe('120');
  },
);

test('M5 H3 at 320 × 640 whoever stays after Back finds the page where it was scrolled to, and the field in sight', async () => {
  const one = await member({ language: 'ru', width: 320, height: 640 }, '/withdraw');
  const { page } = one;
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await one.control('user.method chosen').first().click();
  const field = page.locator('#main form input[type="text"]').last();
  await field.waitFor();
  await amount(one).fill('20');
  await field.fill('Anna');
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const before = await scrolled();
  expect(before).toBeGreaterThan(100);
  const asks = dialog(one, 'exchange_leave.title');
  // Pressed again while it is asked, too.
  for (const times of [1, 2]) {
    for (let time = 0; time < times; time += 1) {
      await page.goBack();
      await asks.waitFor();
    }
    await page.keyboard.press('Escape');
    await asks.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(field)).toBe(true);
    expect([await scrolled(), await field.inputValue()]).toEqual([before, 'Anna']);
  }
});

deepDescribe('M5 what is asked about, and what is not', () => {
  const look = { language: 'en', width: 1280 } as const;

  test('M5 the Back button: the address stays while it is asked, and the page before comes when they leave', async () => {
    const one = await signedIn(look);
    await openForm(one, '80');
    await one.page.goBack();
    const asks = dialog(one, 'exchange_leave.title');
    await asks.waitFor();
    expect(pathOf(one)).toBe('/exchange/USD/EUR');
    await one.control('user.dismissed').click();
    await asks.waitFor({ state: 'detached' });
    expect([pathOf(one), await amount(one).inputValue()]).toEqual(['/exchange/USD/EUR', '80']);
    await one.page.goBack();
    await one.control('user.confirmed').click();
    await heading(one, 'exchanges.title').waitFor();
    expect(pathOf(one)).toBe('/exchanges');
    await one.page.goForward();
    await amount(one).waitFor();
    expect(pathOf(one)).toBe('/exchange/USD/EUR');
  });

  test('M5 on the review the terms are asked about; back to the form is not, nor is what was sent', async () => {
    await tell(product, 'providers', { behaviour: 'settle', delay_ms: 600_000 });
    const one = await signedIn(look);
    await openForm(one, '60');
    await one.control('user.submitted').click();
    await heading(one, 'operation.reviewing.title').waitFor();
    await mark(one).click();
    const asks = dialog(one, 'exchange_leave.title');
    await asks.getByText(one.words('exchange_leave.terms')).waitFor();
    await one.control('user.dismissed').click();
    await asks.waitFor({ state: 'detached' });
    await one.page.goBack();
    await amount(one).waitFor();
    expect(await one.page.getByRole('dialog').count()).toBe(0);
    await one.control('user.submitted').click();
    await heading(one, 'operation.reviewing.title').waitFor();
    await one.control('user.confirmed').click();
    await one.page
      .getByText(one.words('operation.submitting.title'))
      .or(heading(one, 'operation.tracking.title'))
      .first()
      .waitFor();
    await mark(one).click();
    await heading(one, 'exchanges.title').waitFor();
    expect(await one.page.getByRole('dialog').count()).toBe(0);
    await tell(product, 'providers', {});
  });

  test('M5 F5 another exchange is chosen instead of the one whose quote changed', async () => {
    const one = await person(look);
    await one.page.goto('/');
    await amount(one).fill('300');
    await expect.poll(() => one.control('user.amount typed', 'get').inputValue()).toMatch(/\d/);
    await tell(product, 'market', { src: 'USD', dst: 'EUR', percent: '0.6' });
    await one.control('user.submitted').click();
    await signIn(one);
    await dialog(one, 'exchange_quote.title').waitFor();
    await one.control('user.another pair wanted').click();
    await heading(one, 'exchanges.title').waitFor();
    expect([pathOf(one), await one.page.getByRole('dialog').count()]).toEqual(['/exchanges', 0]);
  });
});

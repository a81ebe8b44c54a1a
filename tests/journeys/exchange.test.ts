import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Money } from '../../contract/money.ts';
import { timeZoneCookie } from '../../contract/page-cookies.ts';
import { bankCheck } from '../server/bank.ts';
import { mailTo } from '../server/harness.ts';
import {
  dialog,
  heading,
  moneyShown,
  operationIn,
  signIn,
  tabTo,
  tell,
  type Visit,
  type VisitOptions,
} from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { moneyText } from '../../scripts/paths/amounts.ts';
import { russianPhone, looks } from '../tools/looks.ts';
import { deepDescribe, deepTest } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const { product, person: newcomer } = await openStand();
/** What answers of the highest revision said that the balance is: the market moves between two of one revision. */
interface Told {
  rev: number;
  totals: Money[];
}
beforeEach(async () => {
  // A code can be asked for again only after a while; each test has its own while.
  await sql`delete from sign_in_requests`.execute(product.db);
});

async function person(options: VisitOptions): Promise<Visit> {
  const one = await newcomer(options);
  // Read beside the page, in the page: a body is not kept for whoever asks the browser for it later.
  await one.page.addInitScript(() => {
    const ask = globalThis.fetch;
    const told: Told = { rev: 0, totals: [] };
    Object.assign(globalThis, { told });
    globalThis.fetch = async (...given) => {
      const response = await ask(...given);
      const { rev = 0, total_balance: total } = (await response
        .clone()
        .json()
        .catch(() => ({}))) as { rev?: number; total_balance?: Money };
      if (total && rev >= told.rev)
        Object.assign(told, { rev, totals: rev > told.rev ? [total] : [...told.totals, total] });
      return response;
    };
  });
  return one;
}

const balances = async (account: string): Promise<Record<string, string>> => {
  const { rows } = await sql<{ currency: string; available: string }>`
    select w.currency, trim_scale(w.available)::text as available from wallets w join accounts a on a.id = w.account_id
    where a.email = ${account}`.execute(product.db);
  return Object.fromEntries(rows.map(({ currency, available }) => [currency, available]));
};

/** What the header and the wallets show now: it is what the database has and what the last answer told, in the person's way of writing. */
async function moneyOnScreen(one: Visit, account: string) {
  const { rows } = await sql<{ currency: string; available: string; scale: number }>`
    select w.currency, w.available::text as available, c.scale from wallets w join accounts a on a.id = w.account_id
    join currencies c on c.code = w.currency where a.email = ${account}`.execute(product.db);
  const expected = Object.fromEntries(
    rows.map(({ currency, available, scale }) => {
      const decimal = available.includes('.') ? available.replace(/\.?0+$/, '') : available;
      return [currency, moneyText({ amount: decimal, currency }, scale, one.language)];
    }),
  );
  const told = async () => {
    const { totals } = await one.page.evaluate(() => (globalThis as unknown as { told: Told }).told);
    return totals.map((total) => moneyText(total, 2, one.language));
  };
  let shown = await moneyShown(one.page);
  await expect
    .poll(
      async () => {
        shown = await moneyShown(one.page);
        const totals = await told();
        // Of the newest revision alone: a total may come out at the same cent as the one before it, since rates move.
        return { wallets: shown.wallets, total: totals.includes(shown.total) ? 'as told' : [shown.total, totals] };
      },
      { timeout: 10_000 },
    )
    .toEqual({ wallets: expected, total: 'as told' });
  return shown;
}

/** From the filled form to the receipt, looking at every screen. */
async function exchangeWhatIsFilledIn(one: Visit): Promise<string> {
  await sound(one);
  await one.control('user.submitted').click();
  await heading(one, 'operation.reviewing.title').waitFor();
  await sound(one);
  const id = operationIn(one.page);
  await one.control('user.confirmed').click();
  await heading(one, 'operation.succeeded.exchange').waitFor();
  await sound(one);
  return id;
}

async function findInHistory(one: Visit, id: string): Promise<void> {
  await one.page.goto('/history/exchange');
  await heading(one, 'history.title.exchange').waitFor();
  await one.page.locator(`a[href*="${id}"], [data-says="user.row opened"][data-says-value="${id}"]`).first().waitFor();
  await sound(one);
  await one.page.locator(`a[href*="${id}"], [data-says="user.row opened"][data-says-value="${id}"]`).first().click();
  await heading(one, 'operation.succeeded.exchange').waitFor();
  expect(operationIn(one.page)).toBe(id);
}

describe.each(looks(russianPhone))('F1 F3 F5 in $language at $width px, $theme', (look) => {
  test('F5 a visitor’s quote becomes the same exchange after sign-in by code, and settles', async () => {
    const one = await person(look);
    await one.page.goto('/');
    await one.control('user.amount typed', 'give').fill('250');
    await expect.poll(() => one.control('user.amount typed', 'get').inputValue()).toMatch(/\d/);
    await sound(one);
    await tell(product, 'market', { src: 'USD', dst: 'EUR', percent: look.language === 'ru' ? '0.9' : '1.1' });
    await one.control('user.submitted').click();
    await one.control('user.code wanted').click();
    await sound(one);
    await one.control('user.email typed').fill('demo@example.com');
    await one.control('user.submitted').click();
    await one.control('user.code typed').waitFor();
    await sound(one);
    const { code } = await mailTo(product, 'demo@example.com');
    await one.control('user.code typed').fill(code);
    await one.control('user.submitted').click();
    await one.page.waitForURL(/\/exchange\/USD\/EUR/);
    // The fee has changed while they signed in: both quotes stand side by side, and nothing is confirmed by going on.
    await dialog(one, 'exchange_quote.title').waitFor();
    expect(await one.control('user.amount typed', 'give').inputValue()).toMatch(/^250/);
    await sound(one);
    await one.control('user.confirmed').click();
    await dialog(one, 'exchange_quote.title').waitFor({ state: 'detached' });
    const before = await balances('demo@example.com');
    const shownBefore = await moneyOnScreen(one, 'demo@example.com');
    const id = await exchangeWhatIsFilledIn(one);
    const after = await balances('demo@example.com');
    expect(Number(before['USD']) - Number(after['USD'])).toBeCloseTo(250, 2);
    expect(Number(after['EUR'])).toBeGreaterThan(Number(before['EUR']));
    const shownAfter = await moneyOnScreen(one, 'demo@example.com');
    for (const changed of [shownBefore, shownAfter].map(({ total, wallets }) => [
      total,
      wallets['USD'],
      wallets['EUR'],
    ]))
      expect(changed.every(Boolean)).toBe(true);
    for (const currency of ['USD', 'EUR']) expect(shownAfter.wallets[currency]).not.toBe(shownBefore.wallets[currency]);
    await findInHistory(one, id);
    await bankCheck(product.db);
  });

  deepTest('F1 F3 by password: exchange, history, receipt, and out again after a confirmation', async () => {
    const one = await person(look);
    await one.page.goto('/login');
    await signIn(one);
    await one.page.waitForURL('**/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    await one.page
      .locator('a[href="/exchange/USD/EUR"], [data-says="user.pair opened"][data-says-value="USD/EUR"]')
      .first()
      .waitFor();
    await sound(one);
    await one.page
      .locator('a[href="/exchange/USD/EUR"], [data-says="user.pair opened"][data-says-value="USD/EUR"]')
      .first()
      .click();
    await one.control('user.amount typed', 'give').fill('33,3');
    const id = await exchangeWhatIsFilledIn(one);
    await findInHistory(one, id);
    await bankCheck(product.db);

    await one.page.getByRole('button', { name: one.words('frame.menu') }).click();
    await one.control('user.logout wanted').click();
    await one.page
      .getByRole('dialog')
      .getByRole('heading', { name: one.words('logout.title') })
      .waitFor();
    await sound(one);
    await one.page.getByRole('dialog').locator('[data-says="user.confirmed"]').click();
    await one.page.waitForURL((url) => url.pathname === '/');
    await one.page.locator('a[href="/login"]').first().waitFor();
    expect(await one.page.locator('body').innerText()).not.toContain('10000016');
  });

  deepTest(
    'F1 a link opened in another browser signs nobody in; in the one that asked it does, by its button',
    async () => {
      const one = await person(look);
      await one.page.goto('/login');
      await one.control('user.code wanted').click();
      await one.control('user.email typed').fill('must@example.com');
      await one.control('user.submitted').click();
      await one.control('user.code typed').waitFor();
      const { code, link } = await mailTo(product, 'must@example.com');

      const other = await person({ ...look, language: 'en' });
      await other.page.goto(`/login?link=${link}`);
      await heading(other, 'login.link.elsewhere.title').waitFor();
      await other.page.getByText(code).first().waitFor();
      await sound(other);
      expect(
        (await other.context.cookies()).map(({ name }) => name).filter((name) => name.endsWith('session')),
      ).toEqual([]);

      await one.page.goto(`/login?link=${link}`);
      await one.control('user.confirmed').waitFor();
      await sound(one);
      await one.control('user.confirmed').click();
      await one.page.waitForURL('**/settings/change-password');
    },
  );
});

describe('F1 F3 by keyboard alone', () => {
  test('F1 F3 sign in, exchange and read the receipt without a pointer', async () => {
    const one = await person({ language: 'en', width: 360 });
    const { keyboard } = one.page;
    await one.page.goto('/');
    await tabTo(one, one.page.locator('a[href="/login"]'));
    await keyboard.press('Enter');
    await tabTo(one, one.control('user.email typed'));
    await keyboard.type('demo@example.com');
    await tabTo(one, one.control('user.password typed'));
    await keyboard.type('demo-password-1');
    await keyboard.press('Enter');
    await one.page.waitForURL('**/exchanges');
    await tabTo(one, one.page.locator('[data-says="user.pair opened"][data-says-value="USD/BTC"]'));
    await keyboard.press('Enter');
    await tabTo(one, one.control('user.amount typed', 'give'));
    // Nothing is sent unreviewed, and an error takes the focus to the field it is about.
    await keyboard.type('1');
    await keyboard.press('Enter');
    await expect
      .poll(() => one.control('user.amount typed', 'give').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('64.5');
    await keyboard.press('Enter');
    await heading(one, 'operation.reviewing.title').waitFor();
    await tabTo(one, one.control('user.confirmed'));
    await keyboard.press('Enter');
    await heading(one, 'operation.succeeded.exchange').waitFor();
    await one.page.getByText('64.50 USD').first().waitFor();
    // What nobody pressed for is told aloud, and the keyboard stands at it.
    const told = one.words('operation.succeeded.exchange');
    await expect.poll(() => one.page.locator('main [role="status"]').allInnerTexts()).toContain(told);
    await expect.poll(() => one.page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await one.page.evaluate(() => document.activeElement?.textContent)).toBe(told);
    await tabTo(one, one.control('user.again'));
    await bankCheck(product.db);
  });
});

test('F3 days of a history are those of the browser’s clock at each question, and nobody is told of it before', async () => {
  const one = await person({ language: 'en' });
  const { page, context } = one;
  const cookies = async () => (await context.cookies()).map(({ name }) => name);
  const clock = await context.newCDPSession(page);
  const inZone = async (timezoneId: string, act: () => Promise<unknown>) => {
    await clock.send('Emulation.setTimezoneOverride', { timezoneId });
    const asked = page.waitForRequest('**/api/exchange/history**');
    await act();
    return (await (await asked).allHeaders())['cookie'];
  };
  await page.goto('/login');
  await signIn(one);
  await page.waitForURL('**/exchanges');
  await heading(one, 'exchanges.title').waitFor();
  expect(await cookies()).not.toContain(timeZoneCookie);

  expect(await inZone('Asia/Vladivostok', () => page.goto('/history/exchange'))).toContain(
    `${timeZoneCookie}=Asia/Vladivostok`,
  );
  const chosen = one.control('user.status chosen');
  expect(await inZone('America/New_York', () => chosen.selectOption('completed'))).toContain(
    `${timeZoneCookie}=America/New_York`,
  );
  const [download] = await Promise.all([page.waitForEvent('download'), one.control('user.export wanted').click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain('Started (America/New_York)');
});

deepDescribe('F1 the other auth_type', () => {
  test('F1 switched to passwordless at run time, the form asks for a code and nothing else', async () => {
    const set = (auth_type: string) =>
      fetch(`${product.url}/dev/settings`, {
        method: 'POST',
        body: JSON.stringify({ auth_type }),
        headers: { 'content-type': 'application/json' },
      });
    await set('passwordless');
    const one = await person({ language: 'ru' });
    await one.page.goto('/login');
    await one.control('user.email typed').fill('new@example.com');
    expect(await one.control('user.password typed').count()).toBe(0);
    await one.control('user.submitted').click();
    await one.control('user.code typed').waitFor();
    const { code } = await mailTo(product, 'new@example.com');
    await one.control('user.code typed').fill(code === '000000' ? '111111' : '000000');
    await one.control('user.submitted').click();
    await one.page
      .getByText(one.words('error.wrong_code', { left: '4' }))
      .first()
      .waitFor();
    await one.control('user.code typed').fill(code);
    await one.control('user.submitted').click();
    await one.page.waitForURL('**/exchanges');
    await set('password');
    one.complaints.length = 0;
  });
});

deepDescribe('F1 the frame of the journey', () => {
  test('S6 a click on the account number copies it; the toast goes after two seconds', async () => {
    const one = await person({ language: 'en' });
    await one.page.goto('/login');
    await signIn(one);
    await one.page.waitForURL('**/exchanges');
    const number = await one.control('user.copied').first().getAttribute('data-says-value');
    await one.control('user.copied').first().click();
    await one.page.getByText(one.words('copied-toast'), { exact: true }).first().waitFor();
    expect(await one.page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    await one.page.mouse.move(640, 700);
    await one.page
      .getByText(one.words('copied-toast'), { exact: true })
      .first()
      .waitFor({ state: 'detached', timeout: 6_000 });
  });

  test('B2 the first page is called as the product; a visitor’s deep link leads home and is kept through sign-in', async () => {
    const one = await person({ language: 'en' });
    await one.page.goto('/history/exchange?status=completed');
    await one.page.waitForURL((url) => url.pathname === '/');
    expect(await one.page.title()).toBe('Statera');
    await one.page.locator('a[href="/login"]').first().click();
    await signIn(one);
    await one.page.waitForURL('**/history/exchange?status=completed');
    expect(await one.page.title()).toContain('Statera');
  });
});

import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { builtRoutes } from '../../machines/root/flows.ts';
import { covered } from '../tools/covered.ts';
import { begins, heading, overflow, review, tabTo, visit, type Visit, type VisitOptions } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { deepDescribe, deepTest, everyNth } from '../tools/deep.ts';
import { looks, russianPhone } from '../tools/looks.ts';
import { openStand } from '../tools/stand.ts';
import { comeIn } from '../stages/people.ts';

const listing = 'https://rates.example/list';
const email = 'demo@example.com';

const { browser, product } = await openStand({ environment: { RATE_LISTING_URL: listing } });
/** A session of the demo account, kept as a browser would keep it. */
let session: Awaited<ReturnType<Visit['context']['storageState']>>;
const people: Visit[] = [];

beforeAll(async () => {
  const one = await visit(browser, product.url);
  await comeIn(one, product, email);
  session = await one.context.storageState();
  await one.context.close();
});
afterEach(async () => {
  for (const { context, complaints } of people.splice(0)) {
    await context.close();
    expect(complaints).toEqual([]);
  }
});

interface Look extends VisitOptions {
  member?: boolean;
}

/** Somebody at a browser: a visitor, or the demo account that is signed in already. */
async function person({ member = false, ...options }: Look = {}): Promise<Visit> {
  const { language = 'ru', width = 1280, height = 800 } = options;
  // A language that a test has chosen follows the account.
  if (member) await sql`update accounts set locale = null where email = ${email}`.execute(product.db);
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    colorScheme: options.theme ?? 'light',
    baseURL: product.url,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(width < 600 ? { hasTouch: true, isMobile: true } : {}),
    ...(member ? { storageState: session } : {}),
  });
  await context.addCookies([{ name: 'i18n_redirected', value: language, url: product.url }]);
  const one = await visit(browser, product.url, { ...options, context });
  people.push(one);
  return one;
}

const ways = [
  { language: 'ru', width: 1280, height: 800, theme: 'light' },
  { language: 'en', width: 320, height: 568, theme: 'dark' },
] as const satisfies VisitOptions[];
const each = describe.each(
  everyNth(ways, 2).map((look) => ({ look, name: `${look.language}, ${look.width} px, ${look.theme}` })),
);

/** What the page has yet to do, on a machine that has other things to do as well. Whoever asks awaits it. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll
const soon = <Value>(look: () => Promise<Value> | Value) => expect.poll(look, { timeout: 10_000 });

/** What the header's menu names. */
const sections = {
  ru: ['Обмен', 'Пополнение', 'Вывод', 'Покупка', 'Перевод', 'История'],
  en: ['Exchange', 'Deposit', 'Withdraw', 'Buy', 'Transfer', 'History'],
};
const burgerOf = ({ page, words }: Visit) => page.getByRole('button', { name: words('frame.menu'), exact: true });
const drawerOf = ({ page, words }: Visit) => page.getByRole('dialog', { name: words('frame.menu'), exact: true });

/** The pages that pictures of the page come from, and whether each has come. */
const pictures = (page: Page, where: string) =>
  page.locator(`${where} img`).evaluateAll((all) =>
    all.map((image) => {
      const { src, complete, naturalWidth } = image as HTMLImageElement;
      return { path: new URL(src).pathname, there: complete && naturalWidth > 0 };
    }),
  );

/** Menus as the migration and others may have left them, and again after a test has changed them. */
async function withMenus(change: () => Promise<unknown>, run: () => Promise<void>): Promise<void> {
  const before = await product.db.selectFrom('menu_items').selectAll().execute();
  try {
    await change();
    await run();
  } finally {
    await product.db.deleteFrom('menu_items').execute();
    await product.db.insertInto('menu_items').values(before).execute();
  }
}
const putMenu = (kind: string, items: { url: string; title: string; order: number; icon_url?: string }[]) =>
  product.db
    .insertInto('menu_items')
    .values(
      (['ru', 'en'] as const).flatMap((locale) =>
        items.map((item) => ({ icon_url: '', ...item, kind, locale, title: `${item.title} ${locale}` })),
      ),
    )
    .execute();

each('the header of a visitor: $name', ({ look }) => {
  test('H1 H2 the logo of the site, both languages, the way in; sign-up only where the site goes by passwords', async () => {
    const one = await person(look);
    const header = one.page.locator('header');
    await one.page.goto('/');
    await header.locator('a[href="/login"]').waitFor();
    expect(await header.locator('a[href="/"]').first().innerText()).toBe('Statera');
    await soon(() => pictures(one.page, 'header')).toEqual([{ path: '/api/icons/logo.svg', there: true }]);
    const offered = builtRoutes.includes('index-signup' as never);
    expect(await header.locator('a[href="/signup"]').count()).toBe(offered ? 1 : 0);
    // Under the pointer its words stay to be read: axe looks at the contrast.
    await header.locator('a[href="/signup"]').hover();
    await sound(one);
    await sound(one);

    const set = (auth_type: string) =>
      fetch(`${product.url}/dev/settings`, {
        method: 'POST',
        body: JSON.stringify({ auth_type }),
        headers: { 'content-type': 'application/json' },
      });
    await set('passwordless');
    await one.page.reload();
    await header.locator('a[href="/login"]').waitFor();
    expect(await header.locator('a[href="/signup"]').count()).toBe(0);
    await set('password');

    const other = look.language === 'ru' ? 'en' : 'ru';
    await one.control('user.language chosen', other).first().click();
    await soon(() => one.page.locator('html').getAttribute('lang')).toBe(other);
    await soon(() => one.control('user.language chosen', other).first().getAttribute('aria-pressed')).toBe('true');
  });
});

each('the footer: $name', ({ look }) => {
  test('H5 ten partners, one link outward, the server’s year; it keeps its place until it comes', async () => {
    // This device is two years ahead.
    const one = await person({ ...look, clock: 2 * 366 * 86_400_000 });
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await one.page.route(/\/assets\/footer-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await one.page.goto('/');
    await heading(one, 'landing.title').waitFor();
    await one.page.waitForLoadState('load');
    const footer = one.page.locator('footer');
    const box = async () => ({ top: (await footer.boundingBox())!.y, height: (await footer.boundingBox())!.height });
    await soon(async () => (await box()).height).toBeGreaterThan(100);
    const reserved = await box();
    // It never stands in the first screen, where it would be seen to move.
    expect(reserved.top).toBeGreaterThanOrEqual(look.height - 1);
    release();
    await footer.locator('section').waitFor();
    await footer.scrollIntoViewIfNeeded();
    await soon(async () => Math.abs((await box()).height - reserved.height)).toBeLessThanOrEqual(4);

    await one.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const keys = await footer
      .locator('[data-partner]')
      .evaluateAll((all) => all.map((item) => item.getAttribute('data-partner')));
    expect(keys).toEqual(
      'trust bestchange curve_color pancakeswap quickswap dodo dydx kyberswap thorswap uniswap'.split(' '),
    );
    const expected = keys.map((key) => ({ path: `/logos/${key}.${key === 'trust' ? 'png' : 'svg'}`, there: true }));
    await soon(() => pictures(one.page, 'footer')).toEqual(expected);
    const outward = await footer.locator('a[href^="http"]').evaluateAll((all) =>
      all.map((link) => ({
        href: link.getAttribute('href'),
        target: link.getAttribute('target'),
        rel: link.getAttribute('rel'),
        text: link.textContent,
      })),
    );
    expect(outward).toEqual([
      {
        href: listing,
        target: '_blank',
        rel: 'noopener noreferrer',
        text: `BestChange (${one.words('footer.outside')})`,
      },
    ]);
    const { rows } = await sql<{ year: string }>`select to_char(now() at time zone 'utc', 'YYYY') as year`.execute(
      product.db,
    );
    const year = rows[0]?.year ?? '';
    await footer.getByText(one.words('frame.copyright', { year, product: 'Statera' }), { exact: true }).waitFor();
    await one.control('user.theme chosen', 'dark').click();
    expect(await one.page.locator('html').getAttribute('data-theme')).toBe('dark');
    await sound(one);
  });
});

deepTest('H5 without an address of its own the mark of the listing is no link', async () => {
  const one = await person();
  await one.page.route('**/api/auth/check', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { site_settings: { origins?: string[] } };
    body.site_settings.origins = [];
    await route.fulfill({ response: answer, json: body });
  });
  await one.page.goto('/');
  // The server rendered the page with its own settings; what it answers then has the last word.
  await one.page.locator('#first-page').waitFor({ state: 'detached' });
  await one.page.locator('[data-partner="bestchange"]').waitFor();
  await expect.poll(() => one.page.locator('footer a[href^="http"]').count()).toBe(0);
});

test('H6 the support route has no footer, built or not, and every other has', async () => {
  const one = await person({ member: true, language: 'en' });
  for (const path of everyNth(['/support', '/chat/support'], 2)) {
    await one.page.goto(path);
    await one.page.locator('main h1').waitFor();
    await expect.poll(() => one.page.title()).toContain(`${one.words('chats.support')} · `);
    expect(await one.page.locator('footer').count()).toBe(0);
    await one.page.locator('header a[href="/exchanges"]').click();
    await heading(one, 'exchanges.title').waitFor();
    await one.page.locator('footer section').waitFor({ state: 'attached' });
    await one.page.goBack();
    await one.page.locator('footer').waitFor({ state: 'detached' });
  }
});

each('the header of a member: $name', ({ look }) => {
  test('H3 menu, balance with its picture, messages that wait, account number', async () => {
    const one = await person({ ...look, member: true });
    const header = one.page.locator('header');
    // Whoever has been to support has read it.
    await sql`
      update chat_members member set last_read_message = (select max(seq) - 1 from chat_messages where chat_id = chat.id)
      from chats chat where chat.id = member.chat_id and chat.kind = 'support'`.execute(product.db);
    await one.page.goto('/exchanges');
    await one.control('user.copied').waitFor();
    const { rows } = await sql<{ number: string }>`select number from accounts where email = ${email}`.execute(
      product.db,
    );
    expect((await one.control('user.copied').innerText()).trim()).toBe(rows[0]?.number);
    expect(await header.innerText()).toMatch(/\d[\d\s.,]*\sUSD/);
    await soon(async () =>
      [...new Set((await pictures(one.page, 'header')).map(({ path, there }) => (there ? path : '')))].toSorted(),
    ).toEqual(['/api/icons/logo.svg', '/currencies/usd.svg']);
    // Two from somebody else and one from support, in a number for the eye and a sentence for the ear.
    const mark = one.page.getByText(look.language === 'ru' ? 'Непрочитанных сообщений: 3' : '3 unread messages');
    await header.locator('a[href="/chat"]', { has: mark }).waitFor();
    if (look.width > 700) {
      const menu = header.getByRole('navigation', { name: one.words('frame.sections') });
      expect(await menu.getByRole('link').allInnerTexts()).toEqual(sections.ru);
      expect(await menu.getByRole('link').first().getAttribute('aria-current')).toBe('page');
      expect(await menu.locator('image').first().getAttribute('href')).toBe('/api/icons/exchange.svg');
    }
    await sound(one);
  });

  test('H4 S6 a click copies the account number; the toast comes with the clipboard’s promise and stays 2000 ms', async () => {
    const one = await person({ ...look, member: true });
    const { page } = one;
    await page.clock.install();
    await page.addInitScript(() => {
      const write = navigator.clipboard.writeText.bind(navigator.clipboard);
      navigator.clipboard.writeText = (text) =>
        new Promise((resolve, reject) => {
          Object.assign(globalThis, { copyNow: () => void write(text).then(resolve, reject) });
        });
    });
    await page.goto('/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    await soon(() => one.control('user.copied').isEnabled()).toBe(true);
    const toast = page.getByText(one.words('copied-toast'), { exact: true });
    await page.clock.pauseAt(Date.now() + 10_000);
    await one.control('user.copied').click();
    await page.waitForFunction(() => 'copyNow' in globalThis, undefined, { polling: 'raf' });
    await page.clock.runFor(4_000);
    expect(await toast.count()).toBe(0);
    await page.evaluate(() => (globalThis as unknown as { copyNow: () => void }).copyNow());
    await toast.waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await one.control('user.copied').getAttribute('data-says-value'),
    );
    expect(one.words('copied-toast')).toBe(look.language === 'ru' ? 'Скопировано' : 'Copied');
    await page.clock.runFor(1_990);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(10);
    await toast.waitFor({ state: 'detached' });
  });

  test('H3 one click hides what the person has, everywhere, and it stays hidden', async () => {
    const one = await person({ ...look, member: true });
    const { page } = one;
    await page.goto('/exchange/USD/EUR');
    await one.control('user.amount typed', 'give').waitFor();
    const { rows } = await sql<{ digits: string }>`
      select regexp_replace(trim_scale(w.available)::text, '\\D', '', 'g') as digits from wallets w
      join accounts a on a.id = w.account_id where a.email = ${email} and w.available > 0`.execute(product.db);
    const secrets = rows.map(({ digits }) => digits).filter((digits) => digits.length > 3);
    const given = async () => {
      const text = (await page.locator('body').innerText()).replaceAll(/[\s.,]/g, '');
      return secrets.filter((digits) => text.includes(digits));
    };
    // Seen first: the sidebar has them, or what is available beside the form.
    await soon(async () => (await given()).length).toBeGreaterThan(0);
    const eye = page.locator('header').locator('[data-says="user.balances toggled"]');
    await eye.click();
    expect(await eye.getAttribute('aria-label')).toBe(one.words('wallets.show'));
    expect(await given()).toEqual([]);
    await page.getByText(one.words('exchange.available', { amount: '•••••• USD' })).waitFor();

    // The words of an error hold their tongue too; what was typed stays.
    await one.control('user.amount typed', 'give').fill('9999999');
    await one.control('user.submitted').click();
    await page
      .getByText(one.words('error.insufficient_funds', { available: '•••••• USD' }))
      .first()
      .waitFor();
    expect(await one.control('user.amount typed', 'give').inputValue()).toBe('9999999');
    expect(await given()).toEqual([]);
    await one.control('user.amount typed', 'give').fill('');

    await page.goto('/history/exchange');
    await page.locator('[data-says="user.row opened"]').first().waitFor();
    expect(await page.locator('[data-says="user.row opened"]').first().innerText()).toMatch(/••••••[\s\S]*••••••/);
    await burgerOf(one).click();
    await drawerOf(one).getByText(email).waitFor();
    expect(await given()).toEqual([]);
    await page.keyboard.press('Escape');
    if (look.width < 1024) {
      await page.locator('[aria-controls="wallets-drawer"]').click();
      await page.locator('#wallets-drawer li').first().waitFor();
      expect(await given()).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await sound(one);
    // What somebody opens to read is there to be read.
    await page.locator('[data-says="user.row opened"]').first().click();
    await page.waitForURL('**operation=**');
    await soon(async () => /\d[.,]\d\d\s(EUR|USD|RUB|GBP)/.test(await page.locator('main').innerText())).toBe(true);
    await eye.click();
    expect(await eye.getAttribute('aria-label')).toBe(one.words('wallets.hide'));
  });
});

describe('M1 menus', () => {
  test('M1 sorted by order, with icons of ours, without what is not built, not ours or not for whoever looks', async () => {
    const hostile = 'https://evil.example/x.svg';
    await withMenus(
      async () => {
        await sql`delete from menu_items`.execute(product.db);
        await putMenu('header_menu', [
          { url: '/history', title: 'Third', order: 30, icon_url: hostile },
          { url: 'exchanges', title: 'First', order: -1, icon_url: '/api/icons/exchange.svg' },
          { url: '/exchange/BTC/USD', title: 'Second', order: 7 },
          { url: '/login', title: 'Not for a member', order: 1 },
          { url: '/nowhere', title: 'Not built', order: 2 },
          { url: 'https://evil.example/', title: 'Not ours', order: 3 },
          { url: '//evil.example', title: 'Not ours either', order: 4 },
        ]);
        await putMenu('footer_menu', [
          { url: '/exchanges', title: 'Not for a visitor', order: 1 },
          { url: '/login', title: 'In', order: 2 },
          { url: '/', title: 'Home', order: 1 },
        ]);
      },
      async () => {
        const one = await person({ member: true });
        const asked: string[] = [];
        one.page.on('request', (request) => asked.push(request.url()));
        await one.page.goto('/exchanges');
        const links = one.page.locator('header nav a');
        await soon(() => links.allInnerTexts()).toEqual(['First ru', 'Second ru', 'Third ru']);
        expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
          '/exchanges',
          '/exchange/BTC/USD',
          '/history/exchange',
        ]);
        expect(await one.page.locator('header nav image').count()).toBe(1);

        const other = await person({ language: 'en', width: 320 });
        await other.page.goto('/');
        await soon(() => other.page.locator('footer nav a').allInnerTexts()).toEqual(['Home en', 'In en']);
        expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
      },
    );
  });

  deepTest('M1 S11 another language fetches them again, and the old stay until the new are here', async () => {
    const one = await person({ member: true });
    await one.page.goto('/exchanges');
    const links = one.page.locator('header nav a');
    await soon(() => links.allInnerTexts()).toEqual(sections.ru);
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await one.page.route('**/api/content/menu', async (route) => {
      await held;
      await route.continue();
    });
    const again = one.page.waitForRequest('**/api/content/menu');
    await one.control('user.language chosen', 'en').first().click();
    await again;
    await soon(() => one.page.locator('html').getAttribute('lang')).toBe('en');
    expect(await links.allInnerTexts()).toEqual(sections.ru);
    release();
    await soon(() => links.allInnerTexts()).toEqual(sections.en);
    await one.control('user.language chosen', 'ru').first().click();
    await soon(() => links.allInnerTexts()).toEqual(sections.ru);
  });

  deepTest('M1 menus that do not come leave their place, come by themselves, and can be asked for', async () => {
    const one = await person({ member: true, language: 'en' });
    await one.page.route('**/api/content/menu', (route) => route.fulfill({ status: 503, body: 'closed' }));
    await one.page.goto('/exchanges');
    const retry = one.page.locator('header nav [data-says="user.retried"]');
    await retry.waitFor();
    expect(await retry.getAttribute('aria-label')).toBe(one.words('menus.retry'));
    await sound(one);
    await soon(() => retry.isEnabled()).toBe(true);
    const asked = one.page.waitForRequest('**/api/content/menu');
    await retry.click();
    await asked;
    await one.page.unroute('**/api/content/menu');
    await one.page.evaluate(() => dispatchEvent(new Event('online')));
    await soon(() => one.page.locator('header nav a').allInnerTexts()).toEqual(sections.en);
    expect(await retry.count()).toBe(0);
    one.complaints.length = 0;
  });
});

describe('M2 the burger', () => {
  test.each([
    { width: 320, height: 640 },
    { width: 390, height: 844 },
    { width: 1280, height: 700 },
  ])('M2 at $width × $height what stays in sight covers nothing that the keyboard goes to', async (size) => {
    const one = await person({ member: true, language: 'ru', ...size });
    const { page } = one;
    await page.goto('/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    await burgerOf(one).focus();
    await page.keyboard.press('Enter');
    const drawer = drawerOf(one);
    await drawer.locator('a[href="/exchanges?search=USD/"]').waitFor({ state: 'attached' });
    await drawer.locator('[data-says="user.inbox wanted"]').waitFor({ state: 'attached' });
    const stops = await drawer.locator('a[href], button:enabled, input:enabled').count();
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses <= stops; presses++) {
        await page.keyboard.press(key);
        expect(await covered(page), `${key} ${presses}`).toBeUndefined();
      }
  });

  test('M2 at 320 × 568 by keyboard alone: all of it, the focus in and back, nothing behind moves, any way out closes it', async () => {
    const one = await person({ member: true, language: 'ru', width: 320, height: 568 });
    const { page } = one;
    const { keyboard } = page;
    await page.goto('/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    const burger = burgerOf(one);
    const drawer = drawerOf(one);
    await burger.focus();
    await keyboard.press('Enter');
    await drawer.getByText(email).waitFor();
    const inside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
    expect(await inside()).toBe(true);

    // User menu, balance, chats, wallets, links, languages, theme, sign-out.
    await drawer
      .getByRole('navigation', { name: one.words('menus.main') })
      .getByRole('link')
      .first()
      .waitFor();
    expect(await drawer.locator('nav image').first().getAttribute('href')).toBe('/api/icons/exchange.svg');
    await drawer.getByText(one.words('wallets.total')).waitFor();
    await drawer.getByText(one.words('chats.support')).waitFor();
    await drawer.getByText('Непрочитанных сообщений: 2').waitFor({ state: 'attached' });
    await drawer.locator('a[href="/exchanges?search=USD/"]').waitFor();
    await drawer.getByRole('navigation', { name: one.words('menus.links') }).waitFor();
    await drawer.locator('[data-says="user.language chosen"]').first().waitFor();
    await drawer.locator('[data-says="user.theme chosen"]').first().waitFor();
    await drawer.locator('[data-says="user.logout wanted"]').waitFor();
    await sound(one);

    // It scrolls, what is behind does not, and the focus goes round inside.
    expect(await drawer.evaluate((sheet) => sheet.scrollHeight > sheet.clientHeight)).toBe(true);
    const stops = new Set<string>();
    let lowest = 0;
    for (let presses = 0; presses < 40; presses += 1) {
      await keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const { activeElement: at } = document;
        return at === document.body || at?.closest('dialog') ? (at?.textContent ?? '') : `behind: ${at?.outerHTML}`;
      });
      stops.add(stop);
      lowest = Math.max(lowest, await drawer.evaluate((sheet) => sheet.scrollTop));
    }
    expect([...stops].filter((stop) => stop.startsWith('behind'))).toEqual([]);
    expect(stops.size).toBeGreaterThan(10);
    expect(lowest).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');

    const isBack = () => burger.evaluate((button) => button === document.activeElement);
    await keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await isBack()).toBe(true);
    await keyboard.press('Enter');
    await drawer.getByRole('button', { name: one.words('ui.close') }).press('Enter');
    await drawer.waitFor({ state: 'hidden' });
    expect(await isBack()).toBe(true);

    // A change of the address: by a link of its own, and by Back.
    await burger.press('Enter');
    await drawer.locator('a[href="/history/exchange"]').press('Enter');
    await heading(one, 'history.title.exchange').waitFor();
    await drawer.waitFor({ state: 'hidden' });
    await burger.press('Enter');
    await drawer.getByText(email).waitFor();
    await page.goBack();
    await heading(one, 'exchanges.title').waitFor();
    await drawer.waitFor({ state: 'hidden' });

    // The question before a sign-out, and the focus back when it is turned down.
    await burger.press('Enter');
    await drawer.locator('[data-says="user.logout wanted"]').press('Enter');
    const question = page.getByRole('dialog', { name: one.words('logout.title') });
    await question.waitFor();
    expect(await drawer.isVisible()).toBe(false);
    await keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await soon(isBack).toBe(true);
  });

  deepTest(
    'M2 beside it closes it, its language speaks, and it is the menu of the person on a wide page too',
    async () => {
      const one = await person({ member: true, language: 'en', width: 1280 });
      const { page } = one;
      await page.goto('/history/exchange');
      await burgerOf(one).click();
      const drawer = drawerOf(one);
      await drawer.getByText(email).waitFor();
      await drawer
        .getByRole('navigation', { name: one.words('sections.settings') })
        .locator('a[href="/settings/change-password"]')
        .waitFor();
      await sound(one);
      await page.mouse.click(200, 400);
      await drawer.waitFor({ state: 'hidden' });
      expect(new URL(page.url()).pathname).toBe('/history/exchange');
      await burgerOf(one).click();
      // The place where one is already closes it as well.
      await drawer.locator('a[href="/history/exchange"]').click();
      await drawer.waitFor({ state: 'hidden' });
      await burgerOf(one).click();
      await drawer.locator('[data-says="user.language chosen"][data-says-value="ru"]').click();
      await page.getByRole('dialog', { name: 'Меню', exact: true }).waitFor();
    },
  );
});

each('the wallets: $name', ({ look }) => {
  test('M3 a wallet a row, the last exchange told in words, a click leads to the exchanges that give it', async () => {
    const one = await person({ ...look, member: true });
    const { page } = one;
    await page.goto('/history/exchange');
    await heading(one, 'history.title.exchange').waitFor();
    const drawer = page.getByRole('dialog', { name: one.words('wallets.title') });
    if (look.width < 1024) {
      await page.locator('[aria-controls="wallets-drawer"]').click();
      await drawer.waitFor();
      await sound(one);
      await drawer.getByRole('button', { name: one.words('ui.close') }).click();
      await drawer.waitFor({ state: 'hidden' });
      await page.locator('[aria-controls="wallets-drawer"]').click();
    }
    const wallets = look.width < 1024 ? drawer : page.locator('#wallets');
    const { rows } = await sql<{ currency: string }>`
      select w.currency from wallets w join accounts a on a.id = w.account_id where a.email = ${email}`.execute(
      product.db,
    );
    const told = await page.evaluate(async () => {
      const answer = await fetch('/api/auth/check');
      return ((await answer.json()) as { wallets: { currency: string; last_exchange: boolean }[] }).wallets;
    });
    expect(told.filter(({ last_exchange }) => last_exchange)).toHaveLength(1);
    await wallets.getByRole('listitem').first().waitFor();
    const shown = await wallets
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.map((row) => ({ href: row.querySelector('a')?.getAttribute('href') ?? '', text: row.textContent })),
      );
    expect(shown.map(({ href }) => href).toSorted()).toEqual(
      rows.map(({ currency }) => `/exchanges?search=${currency}/`).toSorted(),
    );
    expect(shown.filter(({ text }) => text.includes(one.words('wallets.last'))).map(({ href }) => href)).toEqual(
      told.filter(({ last_exchange }) => last_exchange).map(({ currency }) => `/exchanges?search=${currency}/`),
    );
    await wallets.locator('a[href="/exchanges?search=EUR/"]').click();
    await page.waitForURL((url) => url.pathname + url.search === '/exchanges?search=EUR/');
    await heading(one, 'exchanges.title').waitFor();
    if (look.width < 1024) await drawer.waitFor({ state: 'hidden' });
  });
});

test.each(looks(russianPhone))(
  'M7 in $language at $width px the history names the places beside it: those that are built',
  async (look) => {
    const one = await person({ member: true, ...look });
    await one.page.goto('/history');
    await heading(one, 'history.title.exchange').waitFor();
    const tabs = one.page.getByRole('navigation', { name: one.words('sections.history') });
    const built = ['exchange', 'transfer', 'payment'].filter((kind) =>
      builtRoutes.includes(`history-${kind}` as never),
    );
    expect(await tabs.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      built.map((kind) => `/history/${kind}`),
    );
    expect(await tabs.locator('[aria-current="page"]').innerText()).toBe(one.words('section.history-exchange'));
    await tabTo(one, tabs.getByRole('link').first());
    await sound(one);
  },
);

test('M7 whoever comes back to a list stands at the row that they opened, where they had scrolled to', async () => {
  const one = await person({ member: true, language: 'ru', width: 320, height: 640 });
  const { page } = one;
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
  for (const [path, title, event] of [
    ['/history/exchange', 'history.title.exchange', 'user.row opened'],
    ['/exchanges', 'exchanges.title', 'user.pair opened'],
  ] as const) {
    const fetched = page.waitForResponse(/left-by/);
    await page.goto(path);
    await heading(one, title).waitFor();
    await begins(one);
    await fetched;
    const row = one.control(event).nth(5);
    await row.focus();
    const href = (await focused()) ?? '';
    const next = await one.control(event).nth(6).getAttribute('href');
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(100);
    await keyboard.press('Enter');
    await page.waitForURL(`**${href}`);
    await heading(one, title).waitFor({ state: 'detached' });
    await page.locator('h1:focus').waitFor();
    await page.goBack();
    await heading(one, title).waitFor();
    await expect.poll(focused).toBe(href);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
    // Whoever listens hears with it which screen it is.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-description'))).toBe(one.words(title));
    await sound(one);
    await keyboard.press('Tab');
    expect(await focused()).toBe(next);
    expect(await page.locator('[aria-description]').count()).toBe(0);
  }
});

test('M7 where the row is not there any more, and where the person has gone on, Back gives the focus to nobody else', async () => {
  const one = await person({ member: true, language: 'ru', width: 320, height: 640 });
  const { page } = one;
  const fetched = page.waitForResponse(/left-by/);
  await page.goto('/history/exchange');
  await heading(one, 'history.title.exchange').waitFor();
  await begins(one);
  await fetched;
  for (const isSlow of [false, true]) {
    await one.control('user.row opened').nth(5).press('Enter');
    await page.locator('h1:focus').waitFor();
    await heading(one, 'history.title.exchange').waitFor({ state: 'detached' });
    let answer = (): void => {};
    const held = new Promise<void>((go) => (answer = go));
    await page.route('**/api/**', async (route) => {
      if (isSlow) {
        await held;
        await route.continue();
      } else await route.abort();
    });
    await page.goBack();
    await heading(one, 'history.title.exchange').waitFor();
    await page.locator('h1:focus').waitFor();
    if (isSlow) {
      await page.keyboard.press('Shift');
      answer();
      await one.control('user.row opened').nth(5).waitFor();
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.unroute('**/api/**');
    if (!isSlow) {
      const again = page.waitForResponse(/left-by/);
      await page.reload();
      await one.control('user.row opened').nth(5).waitFor();
      await begins(one);
      await again;
    }
    one.complaints.length = 0;
  }
});

const widths = [
  { width: 360, language: 'ru' },
  { width: 800, language: 'ru' },
  { width: 1130, language: 'ru' },
  { width: 1280, language: 'en' },
] as const;
test.each(everyNth(widths, widths.length))(
  'B1 at $width px, in $language, nothing jumps while the page of somebody who is signed in comes piece by piece',
  async (look) => {
    const one = await person({ member: true, ...look });
    const { page } = one;
    await page.addInitScript(() => {
      const moved: unknown[] = [];
      Object.assign(globalThis, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        })[])
          if (entry.value > 0.005)
            moved.push(
              entry.value,
              ...entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
                [node?.className, from.x, from.y, 'to', to.x, to.y].join(' '),
              ),
            );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const session = await one.context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // From now on this device knows that somebody is here.
    await page.goto('/exchanges');
    await page.locator('header a[href="/chat"]').waitFor();
    // The sections come last: their place is kept as well.
    const { promise: stands, resolve: stand } = Promise.withResolvers<void>();
    await page.route('**/api/content/menu*', async (route) => {
      await stands;
      await route.continue();
    });
    await page.goto('/exchange/USD/EUR');
    await one.control('user.amount typed', 'give').waitFor();
    await page.locator('header a[href="/chat"]').waitFor();
    stand();
    await page.locator('header a[href="/history/exchange"]').first().waitFor({ state: 'attached' });
    expect(await page.evaluate(() => (globalThis as unknown as { moved: unknown[] }).moved)).toEqual([]);
  },
);

test('B1 F3 what shows an operation does not come: words, another try, and the exchange goes on where it stood', async () => {
  const one = await person({ member: true });
  const { page } = one;
  // So low that whoever presses has scrolled.
  await page.setViewportSize({ width: 360, height: 480 });
  // A worker would ask past what is cut here.
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
  const cut = '**/assets/operating-*.js';
  await page.route(cut, (route) => route.abort());
  await page.goto('/exchange/USD/EUR');
  await one.control('user.amount typed', 'give').fill('20');
  await one.control('user.submitted').click();
  const lost = heading(one, 'frame.not_opened.title');
  await lost.waitFor();
  await expect.poll(() => lost.evaluate((element) => element === document.activeElement)).toBe(true);
  expect((await lost.boundingBox())!.y).toBeGreaterThan(0);
  await sound(one);
  await page.goBack();
  await one.control('user.submitted').click();
  await lost.waitFor();
  await page.unroute(cut);
  await page.getByRole('button', { name: one.words('frame.retry') }).click();
  const review = heading(one, 'operation.reviewing.title');
  await review.waitFor();
  expect((await review.boundingBox())!.y).toBeGreaterThan(0);
  await one.control('user.confirmed').click();
  await heading(one, 'operation.succeeded.exchange').waitFor();
  one.complaints.splice(0, Infinity, ...one.complaints.filter((said) => !/operating-|ERR_FAILED/.test(said)));
});

deepDescribe('other ways to look', () => {
  test('H3 nothing is cut at any width, enlarged twice, without motion, on paper or in forced colours', async () => {
    const one = await person({ member: true, language: 'ru' });
    const { page } = one;
    await page.goto('/history/exchange');
    await one.control('user.copied').waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const width of [320, 360, 480, 640, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      for (const control of ['user.copied', 'user.balances toggled', 'user.language chosen'])
        expect([
          control,
          width,
          await page.locator('header').locator(`[data-says="${control}"]`).first().isVisible(),
        ]).toEqual([control, width, true]);
      await burgerOf(one).click();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await drawerOf(one).evaluate((sheet) => getComputedStyle(sheet).animationDuration)).toBe('0s');
      await page.keyboard.press('Escape');
    }
    await page.emulateMedia({ forcedColors: 'active' });
    await sound(one);
    await page.emulateMedia({ forcedColors: 'none', media: 'print' });
    for (const part of ['header', 'footer', '#wallets'])
      expect(await page.locator(part).first().isVisible()).toBe(false);
    expect(await page.locator('main').isVisible()).toBe(true);
  });

  test('H3 in forced colours the place that is open, the step that is on and what can be pressed are told from the rest', async () => {
    const one = await person({ member: true, language: 'en' });
    const { page } = one;
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await page.goto('/history/exchange');
    const tabs = page.locator('main nav a');
    await tabs.first().waitFor();
    expect(
      await tabs.evaluateAll((all) =>
        all.filter((tab) => getComputedStyle(tab).borderBottomWidth !== '0px').map((tab) => tab.ariaCurrent),
      ),
    ).toEqual(['page']);

    await page.goto('/exchange/USD/EUR');
    const parts = page.getByRole('group').filter({ hasText: '25%' }).getByRole('button');
    await parts.first().waitFor();
    expect(await parts.evaluateAll((all) => all.map((part) => getComputedStyle(part).borderTopWidth))).toEqual(
      Array.from({ length: 4 }, () => '1px'),
    );

    await review(one, '20');
    const dot = page.locator('[data-state="now"] > [aria-hidden]');
    expect(
      await dot.evaluate(
        (mark) => getComputedStyle(mark, '::after').backgroundColor !== getComputedStyle(document.body).backgroundColor,
      ),
    ).toBe(true);
  });

  test('H3 a row of the exchanges says what each of its numbers is, at any width', async () => {
    const one = await person({ member: true, language: 'en' });
    for (const width of [1280, 320]) {
      await one.page.setViewportSize({ width, height: 700 });
      await one.page.goto('/exchanges');
      const row = one.control('user.pair opened').first();
      await row.waitFor();
      expect(await row.ariaSnapshot()).toMatch(/ Rate .+ 24 hours .+ Reserve /);
    }
  });

  test('H3 a browser may fill in all that it knows of a person, the country too', async () => {
    const one = await person({ member: true });
    const filled = (all: Element[]) => all.map((field) => field.getAttribute('autocomplete'));
    await one.page.goto('/settings/personal');
    const fields = one.page.locator('main form :is(input, select)');
    await fields.first().waitFor();
    expect(await fields.evaluateAll(filled)).toEqual(['name', 'tel', 'country', 'bday']);
    await one.page.goto('/cards/order/plastic_eur');
    const country = one.page.locator('main form select[name="country"]');
    await country.waitFor();
    expect(await country.evaluateAll(filled)).toEqual(['country']);
  });
});

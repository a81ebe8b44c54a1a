import { describe, expect, test } from 'vitest';
import { heading, signIn, tabTo, words, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { englishDesk, looks } from '../tools/looks.ts';
import { deepTest } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const { person } = await openStand({ isPartOfIt: () => true });

const titles = {
  ru: { fees: 'Комиссии и лимиты', exchange: 'Как проходит обмен', terms: 'Условия использования' },
  en: { fees: 'Fees and limits', exchange: 'How an exchange works', terms: 'Terms of use' },
} as const;
const named = ({ page }: Visit, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const pathOf = ({ page }: Visit) => new URL(page.url()).pathname;
const holdsFocus = async ({ page }: Visit): Promise<void> => {
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('h1');
};

describe.each(looks(englishDesk))('F16 R15 texts in $language at $width px', (look) => {
  const title = titles[look.language];

  test('F16 R15 a visitor goes by keyboard from the list to a text, on to another one, and back', async () => {
    const one = await person(look);
    const { page } = one;
    await page.goto('/article');
    await heading(one, 'article.title').waitFor();
    await page.locator('main a[href="/article/terms"]').waitFor();
    await sound(one);
    await tabTo(one, page.locator('main a[href="/article/fees-and-limits"]'));
    await page.keyboard.press('Enter');
    await named(one, title.fees).waitFor();
    await holdsFocus(one);
    expect(pathOf(one)).toBe('/article/fees-and-limits');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await sound(one);

    // A table that is wider than the screen scrolls by itself; headings go down one level at a time from the title.
    const box = page.locator('main article [role="group"]').last();
    expect(await box.getAttribute('tabindex')).toBe('0');
    expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(look.width === 320);
    const levels = await page
      .locator('main :is(h1, h2, h3, h4, h5, h6)')
      .evaluateAll((all) => all.map((each) => Number(each.localName[1])));
    expect(levels[0]).toBe(1);
    expect(levels.slice(1).every((level, at) => level > 1 && level <= levels[at]! + 1)).toBe(true);
    const widest = await page
      .locator('main article p')
      .evaluateAll((all) =>
        Math.max(
          ...all.map((each) => each.getBoundingClientRect().width / parseFloat(getComputedStyle(each).fontSize)),
        ),
      );
    expect(widest).toBeLessThanOrEqual(45);

    await page.locator('main article a[href="/article/how-exchange-works"]').scrollIntoViewIfNeeded();
    await page.locator('main article a[href="/article/how-exchange-works"]').click();
    await named(one, title.exchange).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await holdsFocus(one);
    await page.goBack();
    await named(one, title.fees).waitFor();
    await page.goBack();
    await heading(one, 'article.title').waitFor();
    expect(one.complaints).toEqual([]);
  });

  deepTest(
    'F16 S11 the language changes where the person is: the same text in the other one, without a new page',
    async () => {
      const other = look.language === 'ru' ? 'en' : 'ru';
      const one = await person(look);
      await one.page.goto('/article/terms');
      await named(one, title.terms).waitFor();
      await sound(one);
      await one.page.evaluate(() => Object.assign(globalThis, { same: true }));
      await one.control('user.language chosen', other).first().click();
      await named(one, titles[other].terms).waitFor();
      expect(pathOf(one)).toBe('/article/terms');
      expect(await one.page.evaluate(() => 'same' in globalThis)).toBe(true);
      await one.page.getByRole('link', { name: words(other, 'article.all') }).click();
      await one.page.getByRole('link', { name: titles[other].fees }).first().waitFor();
      expect(one.complaints).toEqual([]);
    },
  );

  deepTest('F16 R15 a name that is not there has its own words, one that cannot be is the 404 page', async () => {
    const one = await person(look);
    await one.page.goto('/article/nothing-of-ours');
    await heading(one, 'article.not_found.title').waitFor();
    await sound(one);
    await one.page
      .locator('main')
      .getByRole('link', { name: one.words('article.all') })
      .click();
    await heading(one, 'article.title').waitFor();
    await one.page.goto('/article/Terms');
    await heading(one, 'page404-text').waitFor();
  });

  deepTest(
    'F16 R16 a signed-in person finds them in the footer, by the names that the server’s menu gives',
    async () => {
      const one = await person(look);
      const { page } = one;
      await page.goto('/login');
      await signIn(one);
      await page.waitForURL('**/exchanges');
      const footer = page.locator('footer');
      await footer.locator('a[href="/article/fees-and-limits"]').waitFor();
      const links = await footer
        .locator('a[href^="/article"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links).toEqual([
        '/article',
        '/article/fees-and-limits',
        '/article/security',
        '/article/terms',
        '/article/privacy',
      ]);
      // The screen that one arrives at takes the focus once.
      await holdsFocus(one);
      await footer.locator('a[href="/article/terms"]').press('Enter');
      await named(one, title.terms).waitFor();
      expect(pathOf(one)).toBe('/article/terms');
      await holdsFocus(one);
      await footer.locator('a[href="/article/privacy"]').press('Enter');
      await named(one, title.terms).waitFor({ state: 'detached' });
      await holdsFocus(one);
      await sound(one);
      await page.goto('/article/fees-and-limits');
      await page.locator('main article a[href="/exchanges"]').click();
      await page.waitForURL('**/exchanges');
      await heading(one, 'exchanges.title').waitFor();
      expect(one.complaints).toEqual([]);
    },
  );
});

deepTest(
  'F16 every text of the server stands on the page whole: each link, table, heading and item of it',
  async () => {
    const one = await person({ language: 'en' });
    const count = (html: string, tag: string) => [...html.matchAll(new RegExp(`<${tag}[ >]`, 'g'))].length;
    const read = (path: string) =>
      one.page.evaluate(async (from) => ((await (await fetch(from)).json()) as { payload: never }).payload, path);
    await one.page.goto('/article');
    const { items } = (await read('/api/content/article')) as { items: { id: string; title: string }[] };
    expect(items.length).toBeGreaterThan(4);
    for (const { id, title } of items) {
      const { html } = (await read(`/api/content/article/${id}`)) as { html: string };
      await one.page.locator(`main a[href="/article/${id}"]`).click();
      await named(one, title).waitFor();
      const shown = await one.page
        .locator('main article')
        .evaluate((article) => article.lastElementChild?.innerHTML ?? '');
      const parts = ['a', 'table', 'tr', 'h2', 'h3', 'li', 'p', 'code', 'strong'];
      expect(parts.map((tag) => [tag, count(shown, tag)])).toEqual(parts.map((tag) => [tag, count(html, tag)]));
      await one.page.locator('main a[href="/article"]').first().click();
      await heading(one, 'article.title').waitFor();
    }
  },
);

deepTest('F16 a text that does not come says so, and comes when it is asked for again', async () => {
  const one = await person({ language: 'en' });
  let lost = 0;
  await one.context.route('**/api/content/article/terms', async (route) => {
    lost += 1;
    if (lost === 1) await route.abort();
    else await route.continue();
  });
  await one.page.goto('/article/terms');
  await heading(one, 'article.failed.title').waitFor();
  await sound(one);
  await one.control('user.retried').click();
  await named(one, titles.en.terms).waitFor();
});

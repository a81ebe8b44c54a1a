import type { Browser, Page } from 'playwright';
import { chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../chromium.ts';
import type { ChildServer } from '../server/harness.ts';
import { covered } from '../tools/covered.ts';
import { everyNth } from '../tools/deep.ts';
import { overflow, review, signIn, startProduct, visit, type Visit } from '../tools/product.ts';

let browser: Browser;
let product: ChildServer;

beforeAll(async () => {
  // The size of text that somebody chose in their browser, twice the usual one.
  const args = [...launch.args, '--blink-settings=defaultFontSize=32'];
  [browser, product] = await Promise.all([chromium.launch({ ...launch, args }), startProduct()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

/** The amounts that stand on more than one line, and what a field is too narrow for. */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      for (const { 0: amount, index } of (node.nodeValue ?? '').matchAll(/\d[\d\u00a0,]*[.,]\d+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + amount.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(amount);
      }
    }
    for (const field of document.querySelectorAll('input'))
      if (/^[\d\s.,]+$/.test(field.value) && field.scrollWidth > field.clientWidth) found.push(field.value);
    return found;
  });

/** Counts of the header that hide what they count, by the parts of its picture, and amounts on another line than their code. */
const muddled = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const count of document.querySelectorAll('header span')) {
      const picture = count.parentElement!.querySelector(':scope > svg, :scope > button > svg');
      if (!picture || getComputedStyle(count).position !== 'absolute') continue;
      const [over, under] = [count.getBoundingClientRect(), picture.getBoundingClientRect()];
      const wide = Math.min(over.right, under.right) - Math.max(over.left, under.left);
      const high = Math.min(over.bottom, under.bottom) - Math.max(over.top, under.top);
      const part = (Math.max(wide, 0) * Math.max(high, 0)) / (under.width * under.height);
      if (part > 1 / 3) found.push(`${count.textContent} hides ${Math.round(part * 100)} %`);
    }
    const money = document.querySelector('header button[aria-controls="wallets-drawer"]');
    const [digits, code] = [...(money?.querySelectorAll('[data-size] + span > span') ?? [])];
    if (digits && code && digits.getBoundingClientRect().top !== code.getBoundingClientRect().top)
      found.push(`${digits.textContent} above ${code.textContent}`);
    if (!code) found.push('no balance');
    return found;
  });

test.each(everyNth(['ru', 'en'] as const, 2))(
  'M3 %s: with text of twice the size on a phone, no amount is broken and none is cut',
  async (language) => {
    const one: Visit = await visit(browser, product.url, { language, width: 360, height: 740 });
    await one.page.goto('/login');
    await signIn(one);
    await one.page.waitForURL('**/exchanges');
    await one.control('user.pair opened').first().waitFor();
    await one.control('user.copied').first().waitFor();
    await one.page.locator('header a[href="/chat"]').waitFor();
    await one.page.locator('header [aria-controls="progress-drawer"]').waitFor();
    expect(await muddled(one.page)).toEqual([]);
    expect(await broken(one.page)).toEqual([]);
    expect(await overflow(one.page)).toBe(0);

    await one.page.goto('/exchange/USD/EUR');
    await one.control('user.amount typed', 'give').fill('12345.67');
    await expect.poll(() => one.control('user.amount typed', 'get').inputValue()).not.toBe('');
    expect(await broken(one.page)).toEqual([]);
    expect(await overflow(one.page)).toBe(0);

    await review(one, '12345.67');
    expect(await broken(one.page)).toEqual([]);
    expect(await overflow(one.page)).toBe(0);
    await one.context.close();
  },
);

// As high as 200 px are for a text of the usual size.
test('M3 with text of twice the size in a low window, what stays in the corner covers nothing that the keyboard goes to', async () => {
  const one: Visit = await visit(browser, product.url, { language: 'ru', width: 640, height: 400 });
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  // With what support wrote read, private messages are left: the highest offer, with two ways on.
  await one.page.goto('/chat/support');
  // The header says so, and the list beside the chat, each in its time.
  await one.page
    .getByText(one.words('unread.count_few', { count: '2' }))
    .first()
    .waitFor({ state: 'attached' });
  await one.page.goto('/history/deposit');
  await one.control('user.row opened').first().waitFor();
  await one.page.getByText(one.words('offer.open.private'), { exact: true }).waitFor();
  await one.control('user.row opened').first().focus();
  for (let presses = 0; presses < 12; presses++) {
    await one.page.keyboard.press('Tab');
    expect(await covered(one.page)).toBeUndefined();
  }
  expect(await overflow(one.page)).toBe(0);
  await one.context.close();
});

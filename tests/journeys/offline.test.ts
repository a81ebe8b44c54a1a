import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChildServer } from '../server/harness.ts';
import { heading, openBrowser, signIn, startProduct, visit } from '../tools/product.ts';

let browser: Browser;
let product: ChildServer;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

test('F3 a page that was never loaded, opened offline: the frame stays, says so, and goes on by itself when online', async () => {
  const one = await visit(browser, product.url, { language: 'en' });
  // A phone that pays for every byte fetches nothing ahead.
  await one.page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  await heading(one, 'exchanges.title').waitFor();
  await one.context.setOffline(true);
  await one.page.locator('a[href="/history/exchange"]').first().click();
  await one.page.getByText(one.words('frame.not_opened.title')).first().waitFor();
  expect(await one.control('user.copied').first().isVisible()).toBe(true);
  await one.context.setOffline(false);
  await heading(one, 'history.title').waitFor();
  await one.context.close();
});

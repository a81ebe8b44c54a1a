import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookingAt } from '../../machines/inspector/inspector.words.ts';
import type { ChildServer } from '../server/harness.ts';
import { englishDesk } from '../tools/looks.ts';
import { openBrowser, signIn, startProduct, visit } from '../tools/product.ts';

let browser: Browser;
let product: ChildServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statera-journal-'));
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a person reads in the middle of the page that is seen, without the menus that a journal masks. */
const screen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLElement>('#main')].find((main) =>
      main.checkVisibility({ visibilityProperty: true }),
    );
    return (seen?.innerText ?? '').replaceAll(/\s+/g, ' ');
  });

test('D8 a real exchange is exported, opened again in the inspector, and shows the same screen without a call', async () => {
  const person = await visit(browser, product.url, englishDesk);
  const { page, control } = person;
  await page.goto('/login?journal');
  await control('user.stepped', 'last').waitFor();
  await signIn(person);
  await page.waitForURL('**/exchanges');
  await page.locator('a[href="/exchange/USD/EUR"]').first().click();
  await control('user.amount typed', 'give').fill('100');
  await control('user.submitted').last().click();
  await control('user.confirmed').click();
  await control('user.again').waitFor();
  const live = await screen(page);
  expect(live).toContain('100.00 USD');

  const [download] = await Promise.all([page.waitForEvent('download'), control('user.exported').click()]);
  const file = join(folder, 'journal.json');
  await download.saveAs(file);
  const text = await readFile(file, 'utf8');
  for (const secret of ['demo@example.com', 'demo-password-1']) expect(text).not.toContain(secret);

  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith(product.url) && asked.push(request.url()));
  await page.locator('input[type=file]').setInputFiles(file);
  const entries = text.split('\n').length - 3;
  await control('user.stepped', 'last').click();
  await page.getByText(lookingAt(entries, entries).en).first().waitFor();
  expect(await screen(page)).toBe(live);
  await control('user.stepped', 'back').click();
  await page
    .getByText(lookingAt(entries - 1, entries).en)
    .first()
    .waitFor();
  expect(await screen(page)).not.toBe(live);
  await page.keyboard.press('Escape');
  await page.locator('[data-says="user.live wanted"][aria-disabled]').waitFor();
  expect(await screen(page)).toBe(live);
  expect(asked).toEqual([]);
  expect(person.complaints).toEqual([]);
  await person.context.close();
});

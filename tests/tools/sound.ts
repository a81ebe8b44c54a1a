import AxeSource from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { deep } from './deep.ts';
import { overflow, type Visit } from './product.ts';

/** Screens that axe has judged. */
const judged = new Set<string>();

/** Every screen each time in a deep run; otherwise one of each name, address and width: stories judge every state of it. */
const isJudged = async (page: Page): Promise<boolean> => {
  if (deep) return false;
  const name = await page.evaluate(() =>
    [
      location.pathname.replaceAll(/\w{20}|\d+/g, ''),
      innerWidth,
      document.documentElement.lang,
      ...Array.from(document.querySelectorAll('h1, h2, dialog, [role=dialog]'), ({ textContent }) => textContent),
    ].join(' '),
  );
  if (judged.has(name)) return true;
  judged.add(name);
  return false;
};

/** The name of a page with a heading; the first page of a visitor is called as the product. */
const nameOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() =>
    location.pathname !== '/' && document.querySelector('h1') !== null ? document.title : undefined,
  );

/** What a screen owes to everybody: it has a name, nothing scrolls sideways, nothing is untranslated, axe finds nothing. */
export async function sound({ page }: Visit): Promise<void> {
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect((await nameOf(page)) ?? 'none · wanted').toMatch(/^(?:\(\d+\) )?\S.* · \S/);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/\b[a-z]+(_[a-z]+)*\.[a-z_]+(\.[a-z_]+)*\b(?<!example\.com)/);
  if (await isJudged(page)) return;
  // What moves for a moment is looked at where it comes to rest.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= 1_000)
        .map((one) => one.finished.catch(() => {})),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AxeSource.source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof AxeSource };
    // What is in order is not described, and no style sheet is fetched a second time.
    const { violations: found } = await axe.run(document, { resultTypes: ['violations'], preload: false });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  expect(violations).toEqual([]);
}

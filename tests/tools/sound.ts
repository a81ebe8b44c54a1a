import AxeSource from 'axe-core';
import { expect } from 'vitest';
import { overflow, type Visit } from './product.ts';

/** What a screen owes to everybody: nothing scrolls sideways, nothing is untranslated, axe finds nothing. */
export async function sound({ page }: Visit): Promise<void> {
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/\b[a-z]+(_[a-z]+)*\.[a-z_]+(\.[a-z_]+)*\b(?<!example\.com)/);
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

import AxeSource from 'axe-core';
import type { Locator } from 'playwright';
import { expect } from 'vitest';
import { overflow, type Visit } from './product.ts';

/** What a screen owes to everybody: nothing scrolls sideways, nothing is untranslated, axe finds nothing. */
export async function sound({ page }: Visit): Promise<void> {
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/\b[a-z]+(_[a-z]+)*\.[a-z_]+(\.[a-z_]+)*\b(?<!example\.com)/);
  await page.evaluate(AxeSource.source);
  const violations = await page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof AxeSource }).axe.run(document);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  expect(violations).toEqual([]);
}

/** Goes to a control by the Tab key alone. @throws when the keyboard does not reach it. */
export async function tabTo({ page }: Visit, which: Locator): Promise<void> {
  await which.first().waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await which.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${which.toString()}`);
}

import type { ElementHandle, Page } from 'playwright';
import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { controlsFor, isEnabled, useOf } from '../tools/controls.ts';

type Control = ElementHandle<Element>;

async function controlThatSays(page: Page, event: AnyEventObject): Promise<Control | null> {
  const all = await page.evaluateHandle(controlsFor, event);
  for (const handle of (await all.getProperties()).values()) {
    const control = handle.asElement() as Control | null;
    if (control && (await control.evaluate(isEnabled))) return control;
  }
  return null;
}

/** Does with a real control of the page what says the event, as soon as it is there and can be used. */
export async function say(page: Page, event: AnyEventObject): Promise<void> {
  let found: Control | null = null;
  await expect
    .poll(
      async () => {
        // A page that is just going elsewhere has no controls.
        found = await controlThatSays(page, event).catch(() => null);
        return found !== null;
      },
      { message: `a control that says ${JSON.stringify(event)}`, timeout: 10_000 },
    )
    .toBe(true);
  const control = found! as Control;
  const value = event['value'] as unknown;
  const { by, idle } = await control.evaluate(useOf, { value });
  if (idle) return;
  const handle = await control.evaluateHandle((one) => one.closest('details:not([open])')?.querySelector('summary'));
  const summary = handle.asElement();
  if (await summary?.isVisible()) await summary?.click();
  if (by === 'choosing') await control.selectOption(String(value));
  else if (by === 'filling') await control.fill(String(value));
  else await control.click();
}

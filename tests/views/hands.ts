import { commands, userEvent } from 'vitest/browser';
import type { AnyEventObject } from 'xstate';
import { useOf } from '../tools/controls.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Puts the pointer into the corner of the window, at once. */
    restPointer: () => Promise<void>;
  }
}

/** A form's main button can always be pressed: what is amiss is told then. */
export const isMain = (control: HTMLElement): boolean => control.dataset['main'] !== undefined;

export const wouldSay = (control: HTMLElement, event: AnyEventObject): boolean => !useOf(control, event).idle;

/** Does with the real control what a person would do so that it says the event. */
export async function use(control: HTMLElement, event: AnyEventObject): Promise<void> {
  const handle = control.closest('details:not([open])')?.querySelector('summary');
  if (handle?.checkVisibility()) await userEvent.click(handle);
  const { by } = useOf(control, event);
  if (by === 'choosing') return userEvent.selectOptions(control, String(event['value']));
  if (by === 'filling') return userEvent.fill(control, String(event['value']));
  await userEvent.click(control);
  // The pointer does not stay where the next thing may come up under it.
  await commands.restPointer();
}

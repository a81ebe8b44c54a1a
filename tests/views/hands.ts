import { userEvent } from 'vitest/browser';
import type { AnyEventObject } from 'xstate';

/** The controls on the page that say an event: by its type, and by its datum where several say the same type. */
export function controlsFor({ type, ...data }: AnyEventObject): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-says="${CSS.escape(type)}"]`)].filter((control) => {
    const { saysValue, saysFor } = control.dataset;
    const others = Object.entries(data).filter(([name]) => name !== 'value');
    return (
      (saysValue === undefined || saysValue === String(data['value'])) &&
      (saysFor === undefined || others.some(([, value]) => value === saysFor)) &&
      (!(control instanceof HTMLSelectElement) || [...control.options].some(({ value }) => value === data['value']))
    );
  });
}

export const isEnabled = (control: HTMLElement): boolean =>
  !control.matches(':disabled, :is(input, textarea)[readonly]') &&
  control.ariaDisabled !== 'true' &&
  control.closest('[inert]') === null &&
  control.checkVisibility();

/** A form's main button can always be pressed: what is amiss is told then. */
export const isMain = (control: HTMLElement): boolean => control.dataset['main'] !== undefined;

const isField = (control: HTMLElement): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !['button', 'submit', 'radio', 'checkbox'].includes(control.type));

/** A field that already holds the value says nothing when it is filled with it again. */
export const wouldSay = (control: HTMLElement, { value }: AnyEventObject): boolean => {
  if (control instanceof HTMLSelectElement || isField(control)) return control.value !== value;
  return !(control instanceof HTMLInputElement && control.type === 'checkbox') || control.checked !== value;
};

/** Does with the real control what a person would do so that it says the event. */
export async function use(control: HTMLElement, { value }: AnyEventObject): Promise<void> {
  if (control instanceof HTMLSelectElement) return userEvent.selectOptions(control, String(value));
  if (isField(control)) return userEvent.fill(control, String(value));
  await userEvent.click(control);
  // The pointer does not stay where the next thing may come up under it.
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } });
}

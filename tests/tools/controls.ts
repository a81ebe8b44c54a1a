import type { AnyEventObject } from 'xstate';

/*
 * What may be done on a page, told by the page alone. Each of these is whole by itself: it is also sent into a page that
 * knows nothing of this file.
 */

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

export const isEnabled = (control: Element): boolean =>
  !control.matches(':disabled, :is(input, textarea)[readonly]') &&
  control.ariaDisabled !== 'true' &&
  control.closest('[inert], [aria-hidden="true"], [data-base-ui-inert]') === null &&
  // What is folded can be unfolded.
  (control.closest('details:not([open])') ?? control).checkVisibility();

/** How a control is used. A field that already holds the value says nothing when it is filled with it again. */
export function useOf(
  control: Element,
  { value }: { value?: unknown; [key: string]: unknown },
): { by: 'choosing' | 'filling' | 'pressing'; idle: boolean } {
  if (control instanceof HTMLSelectElement) return { by: 'choosing', idle: control.value === value };
  if (
    control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && !['button', 'submit', 'radio', 'checkbox'].includes(control.type))
  )
    return { by: 'filling', idle: control.value === value };
  const checked = control instanceof HTMLInputElement && control.type === 'checkbox' && control.checked === value;
  return { by: 'pressing', idle: checked };
}

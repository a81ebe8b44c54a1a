type Field = HTMLInputElement;

/** What the inline script of a page that was rendered ahead has kept for its house. */
export interface Early {
  /**
   * What somebody typed and ticked, last, by the field's name, and each press by a key of its own, in their order. A value as it
   * was typed: the page may have to draw the fields anew, or empty one of them for what it hears of another.
   */
  kept: Map<unknown, Pick<Field, 'value' | 'checked'> | HTMLElement>;
  /** The language that another tab has told of last. */
  language?: unknown;
  /** From now on somebody else hears, and nobody finds here what was typed. */
  rest: () => void;
}

const earlyHere = () => (globalThis as { early?: Early }).early;

export const languageTold = (): unknown => earlyHere()?.language;

/** What makes a control the same one on a page that is drawn anew; null where nothing does. */
const names = ['data-says', 'data-says-for', 'data-says-value', 'aria-label', 'type', 'name', 'href'];
const selectorOf = (control: Element): string | null => {
  const parts = names.flatMap((name) => {
    const value = control.getAttribute(name);
    return value === null ? [] : [`[${name}="${CSS.escape(value)}"]`];
  });
  return parts.length > 0 ? control.localName + parts.join('') : null;
};
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

/** It, or the one that stands in its place; `at` is its place among those that are named as it is. */
const sameAs = (control: HTMLElement, at = 0): HTMLElement | undefined => {
  if (control.isConnected) return control;
  const selector = selectorOf(control);
  return selector === null ? undefined : all(selector)[at];
};

/**
 * What the browser has put back into the fields for somebody who comes back to the page is told to nobody: it is kept as what
 * was done first.
 */
export const keepRestored = (): void => {
  const kept = earlyHere()?.kept;
  if (!kept) return;
  const since = [...kept];
  const done = new Set(kept.keys());
  kept.clear();
  for (const field of document.querySelectorAll<Field>('main input[name]')) {
    const { name, value, checked } = field;
    const isRestored = value !== field.defaultValue || checked !== field.defaultChecked;
    if (isRestored && !done.has(name)) kept.set(name, { value, checked });
  }
  for (const [key, one] of since) kept.set(key, one);
};

/** Where a person is on the page, also when it has been drawn anew since; what stands there, and what they have marked of it. */
export interface Where {
  find: () => HTMLElement | undefined;
  value?: string | undefined;
  marked: [start: number, end: number] | null;
}

export const whereNow = (): Where => {
  const control = document.activeElement;
  const selector = control && selectorOf(control);
  if (!(control instanceof HTMLElement) || selector === null) return { find: () => undefined, marked: null };
  const at = all(selector).indexOf(control);
  const { value, selectionStart, selectionEnd } = control as Partial<Field>;
  return {
    find: () => sameAs(control, at),
    value,
    marked:
      typeof selectionStart === 'number' && typeof selectionEnd === 'number' ? [selectionStart, selectionEnd] : null,
  };
};

/** React hears of a value only when it is another than the one that it knows: it is made to know one that nobody typed. */
const say = (field: Field, value: string): void => {
  field.value = value === '' ? '0' : '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** The same of a box: a click makes of what nobody ticked what somebody did. */
const tick = (box: Field, checked: boolean): void => {
  box.checked = !checked;
  box.click();
};

/**
 * What was done before the page heard is done now, once and in its order, and nothing of it is kept any longer. Whoever was
 * at a control is there again, and goes on where they were in it; what has been put into it meanwhile gives way to what they
 * type.
 */
export const doKept = ({ find, value, marked }: Where): void => {
  const early = earlyHere();
  if (!early) return;
  early.rest();
  const control = find();
  if (control && control !== document.activeElement) control.focus({ preventScroll: true });
  if (control instanceof HTMLInputElement && control.value !== value) control.select();
  for (const [name, one] of early.kept) {
    if (one instanceof HTMLElement) {
      delete one.dataset['held'];
      sameAs(one)?.click();
      continue;
    }
    const field = document.querySelector<Field>(`input[name="${CSS.escape(String(name))}"]`);
    if (field?.type === 'checkbox') tick(field, one.checked);
    else if (field) say(field, one.value);
    if (field && field === control && marked) field.setSelectionRange(...marked);
  }
  early.kept.clear();
};

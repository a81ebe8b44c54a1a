type Field = HTMLInputElement;

/** What the inline script of a page that was rendered ahead has kept for its house. */
export interface Early {
  /**
   * What somebody typed and ticked, last, by the field's name, and each press by a key of its own, in their order. A value as it
   * was typed: the page may have to draw the fields anew, or empty one of them for what it hears of another.
   */
  kept: Map<unknown, Pick<Field, 'value' | 'checked'> | HTMLElement>;
  /** From now on somebody else hears, and nobody finds here what was typed. */
  rest: () => void;
}

const tellOf = (field: Field) => field.dispatchEvent(new Event('input', { bubbles: true }));

/**
 * React hears of a value only when it is another than the one that it knows, once it has taken over the field, which it does
 * at the latest when that says anything: then it is made to know a value that nobody typed.
 */
const say = (field: Field, value: string): void => {
  const { selectionStart, selectionEnd } = field;
  tellOf(field);
  field.value = value === '' ? '0' : '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  tellOf(field);
};

const tick = (box: Field, checked: boolean): void => {
  if (checked === box.defaultChecked) return;
  box.checked = box.defaultChecked;
  box.click();
};

/** By what a control is the same one on a page that is drawn anew. */
const names = ['data-says', 'data-says-for', 'data-says-value', 'aria-label', 'type', 'name'];
const sameAs = (control: HTMLElement): HTMLElement | null => {
  if (control.isConnected) return control;
  const parts = names.flatMap((name) => {
    const value = control.getAttribute(name);
    return value === null ? [] : [`[${name}="${CSS.escape(value)}"]`];
  });
  return document.querySelector<HTMLElement>(`${control.localName}${parts.join('')}`);
};

/**
 * What was done before the page heard is done now, once and in its order, and nothing of it is kept any longer. Who was
 * somewhere is there again, where the page was drawn anew.
 */
export const doKept = (focused: Element | null): void => {
  const { early } = globalThis as { early?: Early };
  if (!early) return;
  early.rest();
  if (focused instanceof HTMLElement && !focused.isConnected) sameAs(focused)?.focus({ preventScroll: true });
  for (const [name, one] of early.kept) {
    if (one instanceof HTMLElement) {
      delete one.dataset['held'];
      sameAs(one)?.click();
      continue;
    }
    const field = document.querySelector<Field>(`input[name="${CSS.escape(String(name))}"]`);
    if (field?.type === 'checkbox') tick(field, one.checked);
    else if (field) say(field, one.value);
  }
};

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

/** React hears of a value only when it is another than the one that it knows: it is made to know one that nobody typed. */
const say = (field: Field, value: string): void => {
  const { selectionStart, selectionEnd } = field;
  field.value = value === '' ? '0' : '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

const tick = (box: Field, checked: boolean): void => {
  if (checked === box.defaultChecked) return;
  box.checked = box.defaultChecked;
  box.click();
};

/** By what a button is the same one on a page that is drawn anew. */
const names = ['data-says', 'data-says-for', 'data-says-value', 'aria-label', 'type'];
const sameAs = (button: HTMLElement): HTMLElement | null => {
  if (button.isConnected) return button;
  const parts = names.flatMap((name) => {
    const value = button.getAttribute(name);
    return value === null ? [] : [`[${name}="${CSS.escape(value)}"]`];
  });
  return document.querySelector<HTMLElement>(`button${parts.join('')}`);
};

/** What was done before the page heard is done now, once and in its order, and nothing of it is kept any longer. */
export const doKept = (): void => {
  const { early } = globalThis as { early?: Early };
  if (!early) return;
  early.rest();
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

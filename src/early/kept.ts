type Field = HTMLInputElement;

/** What the inline script of a page that was rendered ahead has kept for its house. */
export interface Early {
  /**
   * What somebody typed and ticked, by the field's name: the page may have to draw the fields anew, or empty one of them for
   * what it hears of another before it is told of both.
   */
  typed: Map<string, Pick<Field, 'value' | 'checked'>>;
  pressed: HTMLElement[];
  /** From now on somebody else hears. */
  rest: () => void;
}

/** React hears of a value only when it is another than the one that it knows: it is made to know an empty one. */
const say = (field: Field, value: string): void => {
  const { selectionStart, selectionEnd } = field;
  field.value = '';
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
const names = ['data-says', 'data-says-for', 'data-says-value', 'aria-controls', 'aria-label', 'type'];
const sameAs = (button: HTMLElement): HTMLElement | null => {
  if (button.isConnected) return button;
  const parts = names.flatMap((name) => {
    const value = button.getAttribute(name);
    return value === null ? [] : [`[${name}="${CSS.escape(value)}"]`];
  });
  return document.querySelector<HTMLElement>(`button${parts.join('')}`);
};

/** What was done before the page heard is done now, once. */
export const doKept = (): void => {
  const { early } = globalThis as { early?: Early };
  if (!early) return;
  early.rest();
  for (const [name, { value, checked }] of early.typed) {
    const field = document.querySelector<Field>(`input[name="${CSS.escape(name)}"]`);
    if (field?.type === 'checkbox') tick(field, checked);
    else if (field) say(field, value);
  }
  for (const button of early.pressed) {
    delete button.dataset['held'];
    sameAs(button)?.click();
  }
};

/**
 * Stands inline in a page that was rendered for a visitor, before any script of the page: brings the scripts when the
 * browser is idle or a person begins, and keeps what they do until the page has been taken over.
 */
const script = document.currentScript as HTMLScriptElement;
const { page = '', pieces = '', words = '' } = script.dataset;

try {
  const theme: unknown = JSON.parse(localStorage.getItem('memory/theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage is blocked: the browser's own preference stands.
}

/** Ahead of their being asked for, one by the other: nothing waits for what names it. */
const fetchAhead = (rel: string, href: string): void => {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  if (rel === 'preload') Object.assign(link, { as: 'fetch', crossOrigin: 'anonymous' });
  document.head.append(link);
};

let loading = false;
const load = (): void => {
  if (loading) return;
  loading = true;
  for (const piece of pieces.split(' ')) if (piece) fetchAhead('modulepreload', piece);
  if (words) fetchAhead('preload', words);
  import(/* @vite-ignore */ page).catch(() => {
    loading = false;
    document.getElementById('failed')?.removeAttribute('hidden');
  });
};

type Field = HTMLInputElement;

/** Fields that somebody typed in and boxes that they ticked, by name: the page may have to draw them anew. */
const typed = new Map<string, Field>();
const pressed: HTMLElement[] = [];

/** Where a click does something that only the page can do; a link leads on, and a field takes it, by itself. */
const buttonOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element && !target.closest('a[href], input, label') ? target.closest<HTMLElement>('button') : null;

const hear = (event: Event): void => {
  load();
  const { type, target } = event;
  if (type === 'input' && target instanceof HTMLInputElement) typed.set(target.name, target);
  if (type === 'submit') event.preventDefault();
  const button = type === 'click' ? buttonOf(target) : null;
  if (!button) return;
  event.preventDefault();
  button.dataset['held'] = '';
  pressed.push(button);
};

const kinds = ['pointerdown', 'keydown', 'input', 'submit', 'click'];
for (const kind of kinds) document.addEventListener(kind, hear, true);

const later = (): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 2_000 });
  else setTimeout(load, 300);
};
if (document.readyState === 'complete') later();
else addEventListener('load', later);

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

addEventListener(
  'taken-over',
  () => {
    for (const kind of kinds) document.removeEventListener(kind, hear, true);
    // Read before anything is said: what one field makes the page draw may empty the others.
    const said = [...typed].map(([name, { value, checked }]) => ({ name, value, checked }));
    for (const { name, value, checked } of said) {
      const field = document.querySelector<Field>(`input[name="${CSS.escape(name)}"]`);
      if (field?.type === 'checkbox') tick(field, checked);
      else if (field) say(field, value);
    }
    for (const button of pressed) {
      delete button.dataset['held'];
      if (button.isConnected) button.click();
    }
  },
  { once: true },
);

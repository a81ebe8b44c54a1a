/** A screen in lines, as a person reads it from top to bottom: words, amounts, controls and how they stand. */

const flags: [name: string, is: (element: Element) => boolean][] = [
  ['disabled', (element) => element.matches(':disabled')],
  ['off', (element) => element.ariaDisabled === 'true' && element.ariaBusy !== 'true'],
  ['busy', (element) => element.ariaBusy === 'true'],
  ['pressed', (element) => element.ariaPressed === 'true'],
  ['checked', (element) => element instanceof HTMLInputElement && element.checked],
  ['read only', (element) => element.matches(':is(input, textarea)[readonly]')],
  ['wrong', (element) => element.ariaInvalid === 'true'],
  ['open', (element) => element.ariaExpanded === 'true'],
  ['here', (element) => element.hasAttribute('aria-current')],
  ['required', (element) => element.matches(':required')],
  ['inert', (element) => element.matches('[inert]')],
  ['secret', (element) => element.matches('[type=password]')],
  ['with help', (element) => element.hasAttribute('aria-describedby')],
];

const spaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

const isClipped = (element: Element, style: CSSStyleDeclaration): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width <= 1 && height <= 1 && style.overflow !== 'visible';
};

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** A short number of a text: another text has another one. */
const numberOf = (text: string): string => {
  let number = 0;
  for (const letter of text) number = (number * 31 + letter.codePointAt(0)!) % 0x10_00_00;
  return number.toString(36);
};

/** What an element is besides the words in it; nothing for a plain one. */
function sign(element: Element): string {
  const { says, saysValue, saysFor, tone, status, stale, main } = element instanceof HTMLElement ? element.dataset : {};
  const href = element.getAttribute('href');
  const live = element.getAttribute('aria-live');
  const source = element instanceof HTMLImageElement ? (element.getAttribute('src') ?? '') : '';
  const isControl = element.matches('a, button, input, select, textarea');
  const parts = [
    ...(isControl ? [element.localName] : []),
    element.getAttribute('role') ?? '',
    ...(isControl ? [[says, saysFor, saysValue].filter(Boolean).join(' ')] : []),
    href ? `→ ${href}` : '',
    live ? `live ${live}` : '',
    source ? `of ${source.length > 60 ? numberOf(source) : source}` : '',
    ...['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => {
      const text = element.getAttribute(name);
      return text ? [`“${spaces(text)}”`] : [];
    }),
    tone ?? '',
    status ?? '',
    stale === undefined ? '' : 'stale',
    main === undefined ? '' : 'main',
    ...flags.filter(([, is]) => is(element)).map(([name]) => name),
  ].filter((part) => part !== '');
  const list = element instanceof HTMLSelectElement ? [...element.options].map(({ text }) => spaces(text)) : [];
  const value = isField(element) && !element.matches('[type=checkbox], [type=radio]') ? `= ${element.value}` : '';
  const all = [...parts, value, list.length > 0 ? `of ${list.join(' | ')}` : ''].filter((part) => part !== '');
  return all.length > 0 ? `[${all.join(', ')}]` : '';
}

const iconName = (element: Element): string | undefined =>
  [...element.classList].find((name) => name.startsWith('lucide-'))?.slice('lucide-'.length);

const unsaid = new Set(['class', 'id', 'mask', 'style']);
/** Ids are made anew with each page. */
const ofAnId = /url\(#.*?\)/g;

/** An icon by its name; a drawing that is reckoned (a QR code, a line of rates) by what is drawn. */
function drawn(element: Element): string {
  const name = iconName(element);
  if (name !== undefined) return name;
  const shapes = [element, ...element.querySelectorAll('*')].map((shape) =>
    [...shape.attributes]
      .flatMap(({ name: what, value }) => (unsaid.has(what) ? [] : [`${what} ${value.replace(ofAnId, '')}`]))
      .join(' '),
  );
  return `drawing ${numberOf(shapes.join('\n'))}`;
}

/** A box that is drawn and holds nothing: the place of something that is not there yet. */
const isBox = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return element.childNodes.length === 0 && width > 0 && height > 0;
};

/** `▭ × 3` in the place of three lines. */
const counted = (lines: readonly string[]): string[] => {
  const runs: { line: string; times: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.line === line) last.times += 1;
    else runs.push({ line, times: 1 });
  }
  return runs.map(({ line, times }) => (times > 1 ? `${line} × ${times}` : line));
};

export function outlineOf(top: Element): string[] {
  const lines: string[] = [];
  let line = '';
  const flush = (): void => {
    if (spaces(line) !== '') lines.push(spaces(line));
    line = '';
  };
  const visit = (node: Node, within = false): void => {
    if (node.nodeType === Node.TEXT_NODE) line += node.nodeValue ?? '';
    if (!(node instanceof Element)) return;
    const style = getComputedStyle(node);
    if (style.display === 'none' || style.visibility === 'hidden') return;
    if (node instanceof SVGElement) {
      line += ` (${drawn(node)}) `;
      return;
    }
    const clipped = isClipped(node, style);
    const isControl = node.matches('a, button, input, select, textarea');
    const isBlock = !style.display.startsWith('inline');
    // A control is one line, with all that stands on it.
    const isOwnLine = !within && (isBlock || isControl);
    if (isOwnLine) flush();
    else if (isBlock) line += ' ';
    const level = /^h([1-6])$/.exec(node.localName)?.[1];
    line += level ? `${'#'.repeat(Number(level))} ` : '';
    line += clipped ? ' ‹' : '';
    line += sign(node) === '' ? '' : ` ${sign(node)} `;
    if (isField(node)) line += ' ';
    else if (isBox(node)) line += ' ▭ ';
    else for (const child of node.childNodes) visit(child, within || isControl);
    line += clipped ? '› ' : '';
    if (isOwnLine) flush();
    else if (isBlock) line += ' ';
  };
  visit(top);
  flush();
  return counted(lines);
}

/** What a person sees of the page. */
export interface Screen {
  text: string;
  /** What stands in fields and lists of choices. */
  fields: string[];
  /** Controls that are pressed in, as `event=value`. */
  pressed: string[];
}

/** Reads the page as a person would. It is whole by itself: it is also sent into a page that knows nothing of this file. */
export function readScreen(): Screen {
  const screen: Screen = { text: '', fields: [], pressed: [] };
  /** Words that only a screen reader gets are in the document, clipped to nothing. */
  const isClipped = (element: Element, style: CSSStyleDeclaration): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 && height <= 1 && style.overflow !== 'visible';
  };
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) screen.text += node.nodeValue ?? '';
    if (!(node instanceof Element)) return;
    const style = getComputedStyle(node);
    if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0' || isClipped(node, style))
      return;
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) screen.fields.push(node.value);
    if (node instanceof HTMLSelectElement) {
      screen.text += ` ${[...node.selectedOptions].map((option) => option.text).join(' ')} `;
      return;
    }
    if (node instanceof HTMLElement && node.ariaPressed === 'true')
      screen.pressed.push(`${node.dataset['says']}=${node.dataset['saysValue']}`);
    const between = style.display.startsWith('inline') ? '' : ' ';
    screen.text += between;
    for (const child of node.childNodes) read(child);
    screen.text += between;
  };
  read(document.body);
  return screen;
}

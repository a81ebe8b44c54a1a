/** Attributes that name other elements, by their ids. */
const references = new Set(['id', 'for', 'form', 'list', 'headers', 'href', 'clip-path', 'mask', 'fill']);
const isReference = (name: string): boolean => references.has(name) || /^aria-(?!label$)/.test(name);

/** Whose values no rule of accessibility looks at. */
const isOpaque = (name: string, value: string): boolean =>
  name.startsWith('data-') || ['value', 'src', 'd'].includes(name) || (name === 'href' && !value.startsWith('#'));

/**
 * What accessibility is judged by, as one string: elements, attributes, which element names which, and where there are
 * words. Two pages that differ in words and ids alone have one shape. Words inside an element that an attribute names
 * are part of it, for the two are compared with each other.
 */
export function pageShape(root: Element): string {
  const numbers = new Map<string, number>();
  for (const { id } of root.querySelectorAll('[id]')) if (!numbers.has(id)) numbers.set(id, numbers.size);
  const numbered = (word: string): string => {
    const number = numbers.get(word.replace(/^#/, ''));
    return number === undefined ? word : `#${number}`;
  };
  const attribute = ({ name, value }: Attr): string => {
    if (isOpaque(name, value)) return ` ${name}`;
    return ` ${name}=${
      isReference(name)
        ? value
            .split(/(\s+|[()])/)
            .map(numbered)
            .join('')
        : value
    }`;
  };
  const shape = (node: Node): string => {
    if (node instanceof Text) return node.data.trim() === '' ? '' : 'words';
    if (!(node instanceof Element)) return '';
    const named = node.hasAttribute('aria-label') ? `“${node.textContent}”` : '';
    const attributes = [...node.attributes].map(attribute).join('');
    return `<${node.localName}${attributes}>${named}${[...node.childNodes].map(shape).join('')}</>`;
  };
  return shape(root);
}

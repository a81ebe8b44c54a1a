import purify, { type Config } from 'dompurify';
import type { Link } from '../../../machines/residents/navigation/link.ts';

/** What a text may hold: `h1` is the screen's, so that headings of a text begin at the second level. */
const allowed: Config = {
  ALLOWED_TAGS: [
    ...[
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'ul',
      'ol',
      'li',
      'a',
      'strong',
      'em',
      'code',
      'br',
      'hr',
      'blockquote',
    ],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'scope'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** What each attribute may stand on; the sanitiser knows only whether it may stand at all. */
const placed = {
  href: 'a',
  scope: 'th:is([scope="col"], [scope="row"], [scope="colgroup"], [scope="rowgroup"])',
};

const all = <E extends Element>(root: DocumentFragment, selector: string): E[] => [
  ...root.querySelectorAll<E>(selector),
];
const isEmpty = ({ textContent }: Element): boolean => textContent.trim() === '';

/** The same children in another element, without attributes. */
const rename = (element: Element, tag: string): void => {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
};

/** Headings begin at the second level and go down one at a time; an empty one says nothing. */
const levelHeadings = (root: DocumentFragment): void => {
  const first = root.querySelector('h1') ? 1 : 0;
  let last = 1;
  for (const heading of all(root, 'h1, h2, h3, h4, h5, h6')) {
    if (isEmpty(heading)) heading.remove();
    else {
      last = Math.min(last + 1, Number(heading.tagName.slice(1)) + first, 6);
      rename(heading, `h${last}`);
    }
  }
};

interface Words {
  /** Read after a link that opens beside the page. */
  outside: string;
  /** Name of a table that has no caption. */
  table: string;
}

const openBeside = (link: Element, words: string, unseen: string): void => {
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer external');
  const said = link.ownerDocument.createElement('span');
  said.className = unseen;
  said.textContent = ` ${words}`;
  link.append(said);
};

/** A link that leads nowhere, or that nobody could see, is only its words. */
const leadLinks = (
  root: DocumentFragment,
  linkOf: (href: string) => Link | undefined,
  words: string,
  unseen: string,
): void => {
  for (const link of all(root, 'a')) {
    const to = isEmpty(link) ? undefined : linkOf(link.getAttribute('href') ?? '');
    if (!to) link.replaceWith(...link.childNodes);
    else {
      link.setAttribute('href', to.kind === 'own' ? to.path : to.href);
      if (to.kind === 'outward') openBeside(link, words, unseen);
    }
  }
};

/** An attribute that means nothing where it stands goes. */
const placeAttributes = (root: DocumentFragment): void => {
  for (const [name, on] of Object.entries(placed))
    for (const element of all(root, `[${name}]`)) if (!element.matches(on)) element.removeAttribute(name);
};

/** A wide table scrolls by itself, by keyboard too. */
const boxTables = (root: DocumentFragment, words: string, box: string): void => {
  for (const table of all<HTMLTableElement>(root, 'table')) {
    const around = table.ownerDocument.createElement('div');
    around.className = box;
    around.tabIndex = 0;
    around.setAttribute('role', 'group');
    around.setAttribute('aria-label', table.caption?.textContent.trim() || words);
    table.replaceWith(around);
    around.append(table);
  }
};

export interface Wishes {
  linkOf: (href: string) => Link | undefined;
  words: Words;
  /** Class names of what is added: words that are only read, and the box of a table. */
  unseen: string;
  box: string;
}

/**
 * What may stand on the page of a text that somebody else wrote. It is parsed once, under the page's Trusted Types, and
 * what was looked through is what is shown: nothing is written out and parsed again, so nothing can change its meaning
 * on the way. A browser that cannot do this shows the words alone.
 */
export const sanitize = (html: string, { linkOf, words, unseen, box }: Wishes): DocumentFragment => {
  if (!purify.isSupported) {
    const plain = document.createDocumentFragment();
    plain.append(html.replaceAll(/<[^>]*>/g, ' '));
    return plain;
  }
  const fragment = purify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  placeAttributes(fragment);
  leadLinks(fragment, linkOf, words.outside, unseen);
  levelHeadings(fragment);
  boxTables(fragment, words.table, box);
  return fragment;
};

import type { Page } from 'playwright';
import type { Watched } from './watch.ts';

/** What the page shows of a text: all that is not on the list or has left a mark, its words, how much was looked at. */
export interface Looked {
  title: string;
  words: string;
  elements: number;
  foreign: string[];
}

/** A text of the site: where the page shows it, and what its call answers. */
export interface Told {
  path: string;
  call: string;
  answer: unknown;
}

/**
 * Goes to texts one after the other, as links of the page do, and walks each that has come, node by node, by a list that
 * is written here and nowhere else. Without any it looks at the texts that stand `where`.
 */
export const lookAtTexts = (
  page: Page,
  origin: string,
  told: Told[] = [],
  where = 'main article > :last-child',
): Promise<Looked[]> =>
  page.evaluate(
    async ([published, all, places]) => {
      const { answers, goWithin, marks: left } = globalThis as unknown as Watched;
      const plain =
        'h2 h3 h4 h5 h6 p ul ol li strong em code br hr blockquote table caption thead tbody tfoot tr td'.split(' ');
      let foreign: string[] = [];
      let elements = 0;
      const may = (element: Element): string[] | undefined => {
        const tag = element.localName;
        if (plain.includes(tag)) return [];
        if (tag === 'th') return ['scope'];
        if (tag === 'a') return element.hasAttribute('target') ? ['href', 'target', 'rel'] : ['href'];
        // What the page itself adds: the box of a table, the words behind a link that opens elsewhere.
        if (tag === 'div' && element.firstElementChild?.localName === 'table' && element.childNodes.length === 1)
          return ['class', 'tabindex', 'role', 'aria-label'];
        if (tag === 'span' && element.parentElement?.matches('a[target]') && element.childElementCount === 0)
          return ['class'];
        return undefined;
      };
      const link = (element: Element): boolean => {
        const href = element.getAttribute('href') ?? '';
        if (element.hasAttribute('target'))
          return (
            (href === published || href.startsWith(`${published}/`)) &&
            element.getAttribute('target') === '_blank' &&
            element.getAttribute('rel') === 'noopener noreferrer external'
          );
        return /^\/(?!\/)[a-z0-9/?=&-]*$/i.test(href);
      };
      const walk = (node: Node) => {
        if (node.nodeType === Node.TEXT_NODE) return;
        if (!(node instanceof HTMLElement)) {
          foreign.push(`a node of kind ${node.nodeType} ${node.nodeName}`);
          return;
        }
        elements += 1;
        const attributes = may(node);
        if (!attributes) foreign.push(`<${node.localName}>`);
        for (const { name, value } of node.attributes)
          if (!attributes?.includes(name)) foreign.push(`${node.localName} ${name}="${value}"`);
        if (node.localName === 'a' && !link(node)) foreign.push(`a link to ${node.getAttribute('href')}`);
        if (
          node.localName === 'th' &&
          !['col', 'row', 'colgroup', 'rowgroup', null].includes(node.getAttribute('scope'))
        )
          foreign.push(`scope ${node.getAttribute('scope')}`);
        if (node.shadowRoot) foreign.push(`a shadow in ${node.localName}`);
        for (const child of node.childNodes) walk(child);
      };
      const heading = () => document.querySelector('main article h1');
      const look = (): Looked => {
        foreign = [];
        elements = 0;
        const texts = [...document.querySelectorAll(places)];
        for (const child of texts.flatMap((text) => [...text.childNodes])) walk(child);
        const marks = left.splice(0);
        return {
          title: heading()?.textContent ?? '',
          words: texts.map((text) => text.textContent).join('\n'),
          elements,
          foreign: [...foreign, ...marks],
        };
      };
      if (all.length === 0) return [look()];
      const seen: Looked[] = [];
      for (const { path, call, answer } of all) {
        const before = heading();
        answers.clear();
        answers.set(call, answer);
        await goWithin(path, () => heading() !== null && heading() !== before);
        seen.push(look());
      }
      return seen;
    },
    [origin, told, where] as const,
  );

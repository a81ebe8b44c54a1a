import purify, { type Config } from 'dompurify';

/** Only what parts words from words. */
const parting: Config = {
  ALLOWED_TAGS: ['p', 'br', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'td', 'th', 'blockquote'],
  ALLOWED_ATTR: [],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/**
 * The words of a text that somebody else wrote: it is parsed as the browser would, under the page's Trusted Types, and what
 * is no word of it (a script, a style, a comment, markup) is left out. For where no HTML can stand: a notification of the
 * browser, a title.
 */
export const wordsOf = (html: string): string => {
  if (!purify.isSupported)
    return html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const fragment = purify.sanitize(html, { ...parting, RETURN_DOM_FRAGMENT: true });
  for (const element of fragment.querySelectorAll('*')) element.before(' ');
  return fragment.textContent.replaceAll(/\s+/g, ' ').trim();
};

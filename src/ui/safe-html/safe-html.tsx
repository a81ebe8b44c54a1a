import { useMemo } from 'react';
import type { Link } from '../../../machines/residents/navigation/link.ts';
import { sanitize } from './sanitize.ts';
import css from './safe-html.module.css';

interface SafeHtmlProps {
  /** A text that somebody else wrote. */
  html: string;
  /** Where a link may lead; undefined for nowhere. The same function as long as its answers are the same. */
  linkOf: (href: string) => Link | undefined;
  /** Read after a link that opens beside the page: “opens in a new tab”. */
  outside: string;
  /** Name of a table that has none. */
  table: string;
}

/** The one place where HTML enters the page: by an allow-list, with its links led, fit to be read on a phone. */
export function SafeHtml({ html, linkOf, outside, table }: SafeHtmlProps) {
  const put = useMemo(
    () => (element: HTMLElement | null) =>
      element?.replaceChildren(
        sanitize(html, { linkOf, words: { outside, table }, unseen: css['unseen'] ?? '', box: css['box'] ?? '' }),
      ),
    [html, linkOf, outside, table],
  );
  return <div className={css['text']} ref={put} />;
}

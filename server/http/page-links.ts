import type { LocaleCode } from '../../contract/entities.ts';
import type { MessagePart } from '../../contract/calls/page.ts';
import type { Parts } from '../../contract/first-page.ts';

/**
 * As a page asks for what stands in a `Link` header: without it, the browser would fetch each file twice. A piece is fetched before
 * it is imported, and a fetch is all that a failed one may be known by: a browser would keep a failed module, or give a failed
 * script to the import behind a fetch that went well, and the page could not have it any more.
 */
const kinds = {
  script: 'rel=preload; as=script; crossorigin',
  style: 'rel=preload; as=style; crossorigin',
  fetched: 'rel=preload; as=fetch; crossorigin',
};
const linkTo = (path: string, kind: keyof typeof kinds): string => `<${path}>; ${kinds[kind]}`;

interface Needs {
  /** The first script: everything else waits for it. */
  first: string;
  parts: Parts;
  words: readonly MessagePart[];
  locale: LocaleCode;
}

/** What a page takes, as a `Link` header: the browser asks for all of it at once, and not for one behind the other. */
export const pageLinks = ({ first, parts: { scripts, styles }, words, locale }: Needs): string =>
  [
    linkTo(first, 'script'),
    ...scripts.map((path) => linkTo(path, 'fetched')),
    ...styles.map((path) => linkTo(path, 'style')),
    ...words.map((part) => linkTo(`/i18n/${locale}/${part}`, 'fetched')),
  ].join(', ');

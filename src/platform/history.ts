import { Observable } from 'rxjs';
import { localePrefix } from '../../contract/address.ts';
import type { PortEvent } from '../../machines/root/events.ts';
import { listen } from './listen.ts';
import { configOfPage } from './page-config.ts';

const prefixed = (): boolean => configOfPage().locale_prefix;

/** A path as the house knows it: where addresses begin with a language, without that. */
export const pathInside = (path: string): string => (prefixed() ? path.replace(localePrefix, '') || '/' : path);

/** Signs that a browser leaves in a query as they are, and that no path of ours has. */
const strange = /(?<=.)\?|%(?![\dA-F]{2})|[^\w?%&=+.~:;,@!$'()*/-]/gi;

/** Path and query as they stand in the address, without its language; written as paths of ours are, so that one can be kept and gone to. */
export const currentPath = (): string =>
  pathInside(location.pathname) + location.search.replaceAll(strange, (sign) => encodeURIComponent(sign));

/** The language that the address names, where addresses do. */
export const languageOfAddress = (): string | undefined =>
  prefixed() ? localePrefix.exec(location.pathname)?.[1] : undefined;

/** A path of this site: `//host` and `https:` would lead away. */
const isOurs = (to: string): boolean => /^\/(?![/\\])/.test(to);

/** The address of a path: it begins with the language that the page shows. */
const addressOf = (path: string): string =>
  prefixed() ? `/${document.documentElement.lang}${path.replace(/^\/(?=[?#]|$)/, '')}` : path;

/** Some browsers refuse by throwing what comes a hundred times within seconds: the page goes on, and the next address is written again. */
const calmly = (write: () => void): void => {
  try {
    write();
  } catch {
    // What stands there names where the page was.
  }
};

/** `stays`: a step through the history is taken back, behind which the browser scrolls to where the other page had been left. */
const writing =
  (how: 'pushState' | 'replaceState') =>
  ({ to, stays }: { to: string; stays?: boolean }): void => {
    if (isOurs(to)) calmly(() => history[how](null, '', addressOf(to)));
    if (stays) {
      const top = scrollY;
      requestAnimationFrame(() => scrollTo(0, top));
    }
  };

export const pushAddress = writing('pushState');
export const replaceAddress = writing('replaceState');

/** The address names the language that the page shows, wherever it came from. */
export const nameLanguage = (): void => {
  if (prefixed()) replaceAddress({ to: currentPath() + location.hash });
};

export const goBack = (): void => calmly(() => history.back());

/** The person moved through the history. What `push` and `replace` do is known to who asked for it. */
export const historyChanges = (): Observable<Extract<PortEvent, { type: 'port.address changed' }>> =>
  new Observable((listener) =>
    listen(window, ['popstate'], () => {
      nameLanguage();
      listener.next({ type: 'port.address changed', path: currentPath() });
    }),
  );

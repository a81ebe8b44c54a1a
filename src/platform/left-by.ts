import { currentPath } from './history.ts';
import { listen } from './listen.ts';

/** ms. Whoever has waited longer for what stood there has begun to read something else. */
const awaitedFor = 10_000;

interface Link {
  href: string;
  /** Which it is, of several that lead to the same. */
  at: number;
}

/** The link of the page's own part by which each place was left last. */
const links = new Map<string, Link>();

const linksTo = (href: string) => document.querySelectorAll<HTMLAnchorElement>(`#main a[href="${CSS.escape(href)}"]`);

const find = ({ href, at }: Link): HTMLAnchorElement | undefined => {
  const there = linksTo(href);
  return there[at] ?? there[0];
};

const note = ({ target }: Event): void => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('#main a[href]') : null;
  const href = link?.getAttribute('href');
  if (!link || !href) return;
  links.set(currentPath(), { href, at: [...linksTo(href)].indexOf(link) });
};

/** What a new screen gives the focus to: nobody has taken it elsewhere since. */
const hasJustArrived = (): boolean => document.activeElement?.matches('#main, #main h1') === true;

/** Whoever listens has not heard the heading out: they hear it with the link. */
const take = (link: HTMLAnchorElement): void => {
  const name = document.querySelector('#main h1')?.textContent;
  if (name) {
    link.setAttribute('aria-description', name);
    link.addEventListener('blur', () => link.removeAttribute('aria-description'), { once: true });
  }
  link.focus({ preventScroll: true });
};

/** Gives the focus to the link as soon as the new screen has both, until the person does something. */
const awaitLink = (left: Link): (() => void) => {
  const ofOldScreen = find(left);
  const look = (): void => {
    const link = hasJustArrived() ? find(left) : undefined;
    if (!link || link === ofOldScreen) return;
    stop();
    take(link);
  };
  const watch = new MutationObserver(look);
  const stops = [
    listen(document, ['focusin'], look),
    listen(document, ['keydown', 'pointerdown'], () => stop()),
    () => watch.disconnect(),
  ];
  const timer = setTimeout(() => stop(), awaitedFor);
  const stop = (): void => {
    clearTimeout(timer);
    for (const each of stops) each();
  };
  watch.observe(document.body, { childList: true, subtree: true });
  return stop;
};

/**
 * Whoever comes back to a place stands at the link by which they left it, where it is there again: the browser brings back how
 * far the page was scrolled, and not what had the focus. A new screen has given that to its heading before.
 */
export const keepWhereLeft = (): void => {
  let stop = (): void => {};
  document.addEventListener('click', note, { capture: true });
  listen(window, ['popstate'], () => {
    stop();
    const left = links.get(currentPath());
    stop = left ? awaitLink(left) : () => {};
  });
};

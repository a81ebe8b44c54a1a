import type { Entry } from '../../contract/journal/entry.ts';

/** What stood on the screen of a real session when it had come to so many entries. */
export interface Moment {
  name: string;
  number: number;
  text: string;
}

/**
 * In a page: what a person reads on it, or on the screen of the past that stands in its place. Header, wallets, the
 * middle and footer, one after the other; windows and drawers are no part of it, for whether one is open no machine knows.
 */
export function readParts(): string {
  const main = [...document.querySelectorAll<HTMLElement>('#main')].find((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );
  const page = main?.closest('[inert]') ?? main?.closest('#app');
  return ['header', '#wallets', '#main', 'footer']
    .map((part) => page?.querySelector<HTMLElement>(part)?.innerText ?? '')
    .join(' | ')
    .replaceAll(/\s+/g, ' ');
}

/** In a page: the same with the time on the clock of journals, ms. */
export const readMoment = `new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() =>
  seen({ text: (${String(readParts)})(), at: performance.timeOrigin + performance.now() }))))`;

/** How many entries a journal had by then. */
export const numberAt = (entries: readonly Entry[], at: number): number => entries.filter(({ t }) => t <= at).length;

/** What the inspector's search finds this entry by, and no other of another time. */
export const soughtBy = ({ t }: Entry): string => `"t":${t},`;

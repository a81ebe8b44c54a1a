import type { Page } from 'playwright';

/** Where the keyboard is, when something else stands on all that is seen of it, or nothing of it is seen. */
export const covered = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return undefined;
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const isSeen = [1 / 2, 1 / 8, 7 / 8].some((part) => {
      const there = document.elementFromPoint((left + right) / 2, top + (bottom - top) * part);
      return there !== null && (at.contains(there) || there.contains(at));
    });
    return isSeen ? undefined : at.outerHTML.slice(0, 200);
  });

import type { Page } from 'playwright';

/**
 * Goes to addresses of the page one after the other without loading it anew, as its own links do, and reads what stands
 * at `selector` when another element has come there than stood before; null where none did in a few seconds.
 */
export const goThrough = (page: Page, paths: string[], selector: string): Promise<(string | null)[]> =>
  page.evaluate(
    async ([all, wanted]) => {
      const found = () => document.querySelector(wanted);
      const soon = async (holds: () => boolean) => {
        for (let turns = 0; !holds() && turns < 1_200; turns += 1) await new Promise((done) => setTimeout(done, 4));
      };
      const seen: (string | null)[] = [];
      for (const path of all) {
        const before = found();
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
        await soon(() => found() !== null && found() !== before);
        seen.push(found() === before ? null : (found()?.textContent ?? null));
      }
      return seen;
    },
    [paths, selector] as const,
  );

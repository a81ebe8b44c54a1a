import type { Page } from 'playwright';
import type { Watched } from './watch.ts';

/** From here on these calls of a watched page are answered so, by path. */
export const answerWithin = (page: Page, answers: [path: string, answer: unknown][]): Promise<void> =>
  page.evaluate((all) => {
    for (const [path, answer] of all) (globalThis as unknown as Watched).answers.set(path, answer);
  }, answers);

/**
 * Goes to addresses of a watched page one after the other without loading it anew, as its own links do, and reads what
 * stands at `selector` when another element has come there than stood before; null where none did in a few seconds.
 */
export const goThrough = (page: Page, paths: string[], selector: string): Promise<(string | null)[]> =>
  page.evaluate(
    async ([all, wanted]) => {
      const { goWithin } = globalThis as unknown as Watched;
      const found = () => document.querySelector(wanted);
      const seen: (string | null)[] = [];
      for (const path of all) {
        const before = found();
        const came = await goWithin(path, () => found() !== null && found() !== before);
        seen.push(came ? (found()?.textContent ?? null) : null);
      }
      return seen;
    },
    [paths, selector] as const,
  );

/**
 * The heading that stands at each of these addresses, coming from `home` every time, whose heading none of them has:
 * null where it stayed that of `home`.
 */
export const headingsAt = (page: Page, paths: string[], home: { path: string; title: string }) =>
  page.evaluate(
    async ([all, from]) => {
      const { goWithin } = globalThis as unknown as Watched;
      const text = () => document.querySelector('main h1')?.textContent ?? '';
      const seen: [address: string, heading: string | null][] = [];
      for (const path of all) {
        if (!(await goWithin(from.path, () => text() === from.title))) throw new Error(`no way home from ${path}`);
        const came = await goWithin(path, () => text() !== '' && text() !== from.title);
        seen.push([location.pathname, came ? text() : null]);
      }
      return seen;
    },
    [paths, home] as const,
  );

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { residentOf } from '../../machines/root/house.ts';
import { firstPageHere } from '../platform/first-page.ts';
import { currentPath } from '../platform/history.ts';
import { firstLanguage } from '../platform/language.ts';
import { patiently } from '../house/patiently.ts';
import { followLinks } from '../platform/link-clicks.ts';
import { createHouse } from './create-house.ts';
import { PageView } from './page-view.tsx';
import { flowAt } from './flow-at.ts';
import { partFor } from './part-for.ts';
import { startWords } from './words.ts';

const failed = () => document.getElementById('failed');
const breathe = () => new Promise((go) => setTimeout(go, 0));

/** The words of the page itself, in both languages, until its own come. */
const tellItFailed = (container: HTMLElement): void => {
  container.className = 'failed';
  failed()?.removeAttribute('hidden');
};

const open = async (container: HTMLElement): Promise<void> => {
  const first = firstPageHere();
  const asked = flowAt(currentPath());
  const part = first || (asked && partFor(asked) === 'visitor') ? 'visitor' : 'page';
  const coming = patiently(async () => {
    try {
      return await Promise.all([startWords(firstLanguage(), part), first && import('./take-over.tsx')]);
    } catch (error) {
      tellItFailed(container);
      throw error;
    }
  });
  // On a page that stands already somebody reads and presses: each step waits until that is heard.
  if (first) await breathe();
  const { root, library, firstSends } = createHouse();
  // Fetched while the session is still being asked; whoever needs it hears what went wrong.
  if (asked) library.load(asked).catch(() => {});
  if (first) await breathe();
  root.start();
  followLinks((to) => residentOf(root, 'navigation').send({ type: 'user.navigated', value: to }));
  const [, takingOver] = await coming;
  container.className = '';
  failed()?.setAttribute('hidden', '');
  const screen = (
    <StrictMode>
      <PageView root={root} viewOf={library.viewOf} />
    </StrictMode>
  );
  if (first && takingOver) return takingOver.takeOver({ first, root, container, screen, ...firstSends });
  createRoot(container).render(screen);
};

/**
 * Starts the house, once a page, and shows it, or takes over the screen that the server rendered. Rejects where the browser lacks
 * what the page is made of: then a screen that the server rendered would stand there deaf, and says so.
 */
export const start = async (container: HTMLElement): Promise<void> => {
  try {
    await open(container);
  } catch (error) {
    tellItFailed(container);
    throw error;
  }
};

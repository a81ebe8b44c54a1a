import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { residentOf } from '../../machines/root/house.ts';
import { firstPageHere } from '../platform/first-page.ts';
import { currentPath } from '../platform/history.ts';
import { firstLanguage } from '../platform/language.ts';
import { followLinks } from '../platform/link-clicks.ts';
import { createHouse } from './create-house.ts';
import { PageView } from './page-view.tsx';
import { fetchFlowOf } from './prefetch.ts';
import { startWords } from './words.ts';

/** Starts the house, once a page, and shows it, or takes over the screen that the server rendered. */
export const start = async (container: HTMLElement): Promise<void> => {
  const words = startWords(firstLanguage());
  const { root, library, firstSends } = createHouse();
  fetchFlowOf(currentPath(), library.load);
  root.start();
  followLinks((to) => residentOf(root, 'navigation').send({ type: 'user.navigated', value: to }));
  const first = firstPageHere();
  const takingOver = first && import('./take-over.tsx');
  try {
    await Promise.all([words, takingOver]);
  } catch {
    // The words of the page itself stand there, in both languages: it is time for them.
    container.className = 'failed';
    document.getElementById('failed')?.removeAttribute('hidden');
    return;
  }
  const screen = (
    <StrictMode>
      <PageView root={root} viewOf={library.viewOf} />
    </StrictMode>
  );
  if (first && takingOver) {
    const { takeOver } = await takingOver;
    return takeOver({ first, root, container, screen, ...firstSends });
  }
  createRoot(container).render(screen);
};

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { residentOf } from '../../machines/root/house.ts';
import { currentPath } from '../platform/history.ts';
import { firstLanguage } from '../platform/language.ts';
import { followLinks } from '../platform/link-clicks.ts';
import { createHouse } from './create-house.ts';
import { PageView } from './page-view.tsx';
import { fetchFlowOf } from './prefetch.ts';
import { startWords } from './words.ts';

/** Starts the house, once a page, and shows it. */
export const start = async (container: HTMLElement): Promise<void> => {
  const screen = createRoot(container);
  const words = startWords(firstLanguage());
  const { root, library } = createHouse();
  fetchFlowOf(currentPath(), library.load);
  root.start();
  followLinks((to) => residentOf(root, 'navigation').send({ type: 'user.navigated', value: to }));
  try {
    await words;
  } catch {
    // The words of the page itself stand there, in both languages: it is time for them.
    container.className = 'failed';
    return;
  }
  screen.render(
    <StrictMode>
      <PageView root={root} viewOf={library.viewOf} />
    </StrictMode>,
  );
};

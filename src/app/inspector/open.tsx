import { createRoot } from 'react-dom/client';
import type { HouseActor } from '../../../machines/root/house.ts';
import { configOfPage } from '../../platform/page-config.ts';
import { loadWords } from '../words.ts';
import { createInspector } from './create-inspector.tsx';
import { pageShelf } from './page-shelf.ts';

/** A screen of the past may be any one: with those of somebody who is signed in come all the words. */
const anyWords = () => loadWords('transfer');

/** Opens the inspector beside the page, in a place of its own: the page knows nothing of it. */
export function openInspector(house: HouseActor): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    createInspector(pageShelf(house), { which: 'live', build: configOfPage().fv, loadWords: anyWords }),
  );
}

import { createRoot } from 'react-dom/client';
import type { HouseActor } from '../../../machines/root/house.ts';
import { createInspector } from './create-inspector.tsx';
import { pageShelf } from './page-shelf.ts';

/** Opens the inspector beside the page, in a place of its own: the page knows nothing of it. */
export function openInspector(house: HouseActor): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(createInspector(pageShelf(house), 'live'));
}

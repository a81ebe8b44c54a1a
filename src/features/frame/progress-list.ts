import { createPart } from '../../house/part.tsx';
import type { ProgressActor } from '../progress/progress.view.tsx';
import { ModalNotLoaded } from './modal-not-loaded.tsx';

const list = createPart<{ actor: ProgressActor }>(
  () => import('../progress/progress.view.tsx').then((part) => part.default),
  ModalNotLoaded,
);

/** What goes on, for whoever opens it. */
export const ProgressList = list.View;
export const fetchProgressAhead = list.fetchAhead;

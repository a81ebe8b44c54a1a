import { createPart } from '../../house/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ProgressActor } from '../progress/progress.view.tsx';
import { PartNotLoaded } from './part-not-loaded.tsx';

const list = createPart<{ actor: ProgressActor }>(
  () => import('../progress/progress.view.tsx').then((part) => part.default),
  PartNotLoaded,
  <Skeleton of="block" />,
);

/** What goes on, for whoever opens it. */
export const ProgressList = list.View;
export const fetchProgressAhead = list.fetchAhead;

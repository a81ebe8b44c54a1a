import { lazy } from 'react';
import { createPart } from '../../house/part.tsx';
import { patiently } from '../../house/patiently.ts';
import { fetchOperatingAhead } from '../operation/late-operating.tsx';
import { PartNotLoaded } from './part-not-loaded.tsx';
import { fetchProgressAhead } from './progress-list.tsx';

/** What stands in the drawer of the header. */
const menu = createPart(() => import('./user-menu.tsx').then((part) => part.UserMenu), PartNotLoaded);
export const UserMenu = menu.View;
/** What whoever begins may come to from anywhere. */
export const fetchMemberAhead = (): void => {
  menu.fetchAhead();
  fetchOperatingAhead();
  fetchProgressAhead();
  // What has not gone is told where the line is gone.
  void patiently(() => import('./ways.tsx'));
};

/** Marks of the annex. */
export const CornerMarks = lazy(() =>
  patiently(() => import('./news.tsx')).then((part) => ({ default: part.CornerMarks })),
);

import { lazy } from 'react';
import { createPart } from '../../house/part.tsx';
import { patiently } from '../../house/patiently.ts';
import { ModalNotLoaded } from './modal-not-loaded.tsx';

/** What stands in the drawer of the header. */
const menu = createPart(() => import('./user-menu.tsx').then((part) => part.UserMenu), ModalNotLoaded);
export const UserMenu = menu.View;
export const fetchMenuAhead = (): void => menu.fetchAhead();

/** Marks of the annex. */
export const CornerMarks = lazy(() => patiently(() => import('./corner-marks.tsx')));

import { lazy } from 'react';
import { createPart } from '../../house/part.tsx';
import { patiently } from '../../house/patiently.ts';
import { ModalNotLoaded } from './modal-not-loaded.tsx';

/** What stands in the drawer of the header. */
const menu = createPart(() => import('./user-menu.tsx').then((part) => part.UserMenu), ModalNotLoaded);
export const UserMenu = menu.View;
export const fetchMenuAhead = (): void => menu.fetchAhead();

/** A payment is told by the annex. */
export const Payments = lazy(() => patiently(() => import('../payments/payments.view.tsx')));

/** What goes on is known when the annex is there. */
export const ProgressMark = lazy(() => patiently(() => import('./progress-mark.tsx')));

/** How many messages wait is known when the annex is there. */
export const UnreadMark = lazy(() => patiently(() => import('./unread-mark.tsx')));

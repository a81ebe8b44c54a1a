import { lazy } from 'react';
import { createLatePart, createPart } from '../../house/part.tsx';
import { patiently } from '../../house/patiently.ts';
import { ModalNotLoaded } from './modal-not-loaded.tsx';

/** The parts of the frame that a visitor never sees: they come with the first sign-in. */
const member = () => patiently(() => import('./member.tsx'));

/** Sign-in over the page and the question before a sign-out: it must not be missing when it is wanted. */
const modal = createPart(() => import('./modal-slot.tsx').then((part) => part.ModalSlot), ModalNotLoaded);
export const ModalSlot = modal.View;

/** What nobody needs at once, and nobody should wait for. */
export const fetchPartsAhead = (): void => {
  modal.fetchAhead();
  void member().then((part) => part.fetchMemberAhead());
};

export const MemberMenu = lazy(() => member().then((part) => ({ default: part.MemberMenu })));
export const MemberMoney = lazy(() => member().then((part) => ({ default: part.MemberMoney })));
export const MemberMarks = lazy(() => member().then((part) => ({ default: part.MemberMarks })));
export const MemberCorner = lazy(() => member().then((part) => ({ default: part.MemberCorner })));
export const Wallets = lazy(() => member().then((part) => ({ default: part.Wallets })));
export const News = lazy(() => patiently(() => import('./news.tsx')));

export const Footer = createLatePart(() => import('./footer.tsx').then((part) => part.default));

export const NotFound = lazy(() =>
  patiently(() => import('../error/not-found.tsx')).then((part) => ({ default: part.NotFound })),
);
export const SiteView = lazy(() => patiently(() => import('../site/site.view.tsx')));

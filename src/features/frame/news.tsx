import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { hintsMachine } from '../../../machines/residents/hints/hints.machine.ts';
import type { notificationsMachine } from '../../../machines/residents/notifications/notifications.machine.ts';
import type { offerMachine } from '../../../machines/residents/offer/offer.machine.ts';
import type { paymentsMachine } from '../../../machines/residents/payments/payments.machine.ts';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import type { unsentMachine } from '../../../machines/residents/unsent/unsent.machine.ts';
import { useLate, useResident } from '../../house/house.tsx';
import { patiently } from '../../house/patiently.ts';
import { LiveArea } from '../../ui/live-area.tsx';
import ToastsView from '../toasts/toasts.view.tsx';
import VersionView from '../version/version.view.tsx';
import css from './news.module.css';
import { useBuiltPath } from './use-built-path.ts';

/** They come together. */
export { CornerMarks } from './corner-marks.tsx';

/** What was told, where it stands. HTML needs what cleans it: fetched when there is something to read. */
const Banners = lazy(() => patiently(() => import('../notifications/notifications.view.tsx')));

/** Who never asked for hints never fetches them. */
const Hints = lazy(() => patiently(() => import('../hints/hints.view.tsx')));

/** So is what says that somebody sent money. */
const Payments = lazy(() => patiently(() => import('../payments/payments.view.tsx')));

/** The ways to messages that wait, and to those that may not have gone. */
const ways = () => patiently(() => import('./ways.tsx'));
const Offer = lazy(() => ways().then((part) => ({ default: part.OfferView })));
const Unsent = lazy(() => ways().then((part) => ({ default: part.UnsentView })));

const isBlocked = (snapshot: SnapshotFrom<typeof siteMachine>) => snapshot.hasTag('blocked');
const areWanted = (snapshot: SnapshotFrom<typeof hintsMachine> | undefined) => snapshot?.matches('on') === true;
const areTold = (snapshot: SnapshotFrom<typeof notificationsMachine> | undefined) =>
  snapshot !== undefined && snapshot.context.told.length > 0;
const isPaid = (snapshot: SnapshotFrom<typeof paymentsMachine> | undefined) => Boolean(snapshot?.context.current);
const isActive = (snapshot: SnapshotFrom<typeof offerMachine | typeof unsentMachine> | undefined) =>
  snapshot?.hasTag('active') === true;

/** What the page has to tell by itself, once the annex is there to tell it. */
export default function News() {
  const version = useLate('version');
  const toasts = useLate('toasts');
  const payments = useLate('payments');
  const paid = useSelector(payments, isPaid);
  const notifications = useLate('notifications');
  const told = useSelector(notifications, areTold);
  const hints = useLate('hints');
  const wanted = useSelector(hints, areWanted);
  const offer = useLate('offer');
  const offered = useSelector(offer, isActive);
  const unsent = useLate('unsent');
  const waits = useSelector(unsent, isActive);
  const support = useBuiltPath('chat-support', 'index-support');
  // While the site is closed there is nowhere to go, and nothing to be shown around.
  const isOpen = !useSelector(useResident('site'), isBlocked);
  return (
    <div className={css['news']}>
      {/* What stands there was read when it came, in the corner. */}
      <Suspense fallback={null}>{notifications && told && <Banners actor={notifications} at="above" />}</Suspense>
      <LiveArea>
        <Suspense fallback={null}>{payments && paid && <Payments actor={payments} />}</Suspense>
      </LiveArea>
      <div className={css['corner']}>
        <LiveArea className={css['staying']}>
          <Suspense fallback={null}>{notifications && told && <Banners actor={notifications} at="came" />}</Suspense>
        </LiveArea>
        <LiveArea className={css['staying']}>
          <Suspense fallback={null}>{hints && wanted && isOpen && <Hints actor={hints} />}</Suspense>
        </LiveArea>
        <LiveArea className={css['staying']}>
          <Suspense fallback={null}>
            {offer && offered && support !== undefined && isOpen && <Offer actor={offer} support={support} />}
          </Suspense>
        </LiveArea>
        <LiveArea className={css['staying']}>
          <Suspense fallback={null}>{unsent && waits && isOpen && <Unsent actor={unsent} />}</Suspense>
        </LiveArea>
        <LiveArea className={css['staying']}>{version && <VersionView actor={version} />}</LiveArea>
        {toasts && <ToastsView actor={toasts} />}
      </div>
    </div>
  );
}

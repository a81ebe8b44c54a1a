import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { modalsMachine } from '../../../machines/residents/modals/modals.machine.ts';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import type { toastsMachine } from '../../../machines/residents/toasts/toasts.machine.ts';
import type { versionMachine } from '../../../machines/residents/version/version.machine.ts';
import type { SlotMachine } from '../../../machines/root/slot.machine.ts';
import { useLate, useResident, useSlot } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import LineView from '../line/line.view.tsx';
import { Footer } from './footer.tsx';
import css from './frame.module.css';
import { Header } from './header.tsx';
import { ModalSlot, Toasts, VersionView, Wallets } from './later.ts';
import { PageSlot } from './page-slot.tsx';

const isSignedIn = (snapshot: SnapshotFrom<typeof sessionMachine>) => snapshot.hasTag('signed in');
const isTold = (snapshot: SnapshotFrom<typeof toastsMachine> | undefined) => snapshot?.hasTag('active');
const isAsked = (snapshot: SnapshotFrom<typeof modalsMachine>) => snapshot.hasTag('wanted');
const isOffered = (snapshot: SnapshotFrom<typeof versionMachine> | undefined) => snapshot?.hasTag('attention');
const isLoading = (snapshot: SnapshotFrom<SlotMachine>) => snapshot.hasTag('busy');

/** Everything around a flow: header, wallets, the page's and the modal's place, footer, toasts. */
export default function Frame() {
  const { t } = useWords();
  const toasts = useLate('toasts');
  const signedIn = useSelector(useResident('session'), isSignedIn);
  const asked = useSelector(useResident('modals'), isAsked);
  const told = useSelector(toasts, isTold);
  const version = useLate('version');
  const offered = useSelector(version, isOffered);
  const loading = useSelector(useSlot('page'), isLoading);
  return (
    <div className={css['frame']}>
      <a className={css['skip']} href="#main">
        {t('frame.skip')}
      </a>
      {loading && <div className={css['loading']} aria-hidden="true" />}
      <Header />
      <LineView actor={useResident('line')} />
      <div role="status">
        <Suspense fallback={null}>{version && offered && <VersionView actor={version} />}</Suspense>
      </div>
      <div className={css['body']}>
        {signedIn && (
          <Suspense fallback={<div className={css['beside']} />}>
            <Wallets />
          </Suspense>
        )}
        <main id="main" tabIndex={-1} className={css['main']} aria-busy={loading}>
          <PageSlot />
        </main>
      </div>
      <Footer />
      {signedIn && asked && <ModalSlot />}
      <Suspense fallback={null}>{toasts && (signedIn || told) && <Toasts actor={toasts} />}</Suspense>
    </div>
  );
}

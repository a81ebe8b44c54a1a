import { useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { modalsMachine } from '../../../machines/residents/modals/modals.machine.ts';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import { matchRoute } from '../../../machines/residents/navigation/routes.ts';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import type { walletsMachine } from '../../../machines/residents/wallets/wallets.machine.ts';
import type { SlotMachine } from '../../../machines/root/slot.machine.ts';
import { useLate, useResident, useSlot } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Concealed } from '../../ui/concealed.ts';
import { ProductName } from '../../ui/page-name.tsx';
import LineView from '../line/line.view.tsx';
import css from './frame.module.css';
import { Header } from './header.tsx';
import { Footer, ModalSlot, News, Wallets } from './later.ts';
import { PageSlot } from './page-slot.tsx';
import { useWho } from './use-who.ts';

const isAsked = (snapshot: SnapshotFrom<typeof modalsMachine>) => snapshot.hasTag('wanted');
const isReady = (snapshot: SnapshotFrom<typeof siteMachine>) => snapshot.hasTag('ready');
const areHidden = ({ context }: SnapshotFrom<typeof walletsMachine>) => context.hidden;
/** The specification hides the footer on the support route, whether or not there is anything to see on it yet. */
const isSupport = ({ context }: SnapshotFrom<typeof navigationMachine>) =>
  ['index-support', 'chat-support'].includes(matchRoute(context.path)?.route.name ?? '');
const isLoading = (snapshot: SnapshotFrom<SlotMachine>) => snapshot.hasTag('busy');

const beside = <div className={css['beside']} />;
const below = <footer className={css['below']} />;

/** Everything around a flow: header, wallets, what is told, the page's and the modal's place, footer. */
export default function Frame() {
  const { t } = useWords();
  const annexed = useLate('toasts');
  const { signedIn, expected } = useWho();
  const asked = useSelector(useResident('modals'), isAsked);
  const loading = useSelector(useSlot('page'), isLoading);
  const ready = useSelector(useResident('site'), isReady);
  const hidden = useSelector(useResident('wallets'), areHidden);
  const support = useSelector(useResident('navigation'), isSupport);
  return (
    <>
      {/* Before the name of any page: the one that comes last is the one that is shown. */}
      <title>{use(ProductName)}</title>
      <Concealed value={hidden}>
        <div className={css['frame']}>
          <a className={css['skip']} href="#main">
            {t('frame.skip')}
          </a>
          {loading && <div className={css['loading']} aria-hidden="true" />}
          <Header />
          <LineView actor={useResident('line')} className={css['line']} />
          {annexed && (
            <Suspense fallback={null}>
              <News />
            </Suspense>
          )}
          <div className={css['body']}>
            {signedIn && (
              <Suspense fallback={beside}>
                <Wallets />
              </Suspense>
            )}
            {expected && beside}
            <main id="main" tabIndex={-1} className={css['main']} aria-busy={loading}>
              <PageSlot />
            </main>
          </div>
          {/* It stands below what is seen first, and is fetched when the first page is reached. */}
          {!support && (ready ? <Footer.View waiting={below} /> : below)}
          {signedIn && asked && <ModalSlot />}
        </div>
      </Concealed>
    </>
  );
}

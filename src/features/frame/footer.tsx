import { useSelector } from '@xstate/react';
import MessageSquareWarning from 'lucide-react/icons/message-square-warning';
import { use } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { menusMachine } from '../../../machines/residents/menus/menus.machine.ts';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import { useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { ProductName } from '../../ui/page-name.tsx';
import MenusView from '../menus/menus.view.tsx';
import ThemeView from '../theme/theme.view.tsx';
import { Partners } from './partners.tsx';
import { PlainPlace } from './plain-place.tsx';
import { useLinks } from './use-links.ts';
import css from './footer.module.css';

const settingsOf = ({ context }: SnapshotFrom<typeof siteMachine>) => context.settings;
const isSignedIn = (snapshot: SnapshotFrom<typeof sessionMachine>) => snapshot.hasTag('signed in');
/** The year is the server's, as soon as it has said it: this device may think otherwise. */
const yearOf = ({ context }: SnapshotFrom<typeof menusMachine>) => context.now.slice(0, 4);

/** The footer menu, the partners, whose product it is, where to tell of a problem, and how it looks. */
export default function Footer() {
  const { t } = useWords();
  const menus = useResident('menus');
  const linksOf = useLinks();
  const product = use(ProductName);
  const settings = useSelector(useResident('site'), settingsOf);
  const year = useSelector(menus, yearOf);
  const signedIn = useSelector(useResident('session'), isSignedIn);
  return (
    <footer className={css['footer']}>
      <div className={css['inside']}>
        <div className={css['links']}>
          <MenusView
            actor={menus}
            kind="footer_menu"
            label="menus.footer"
            look="quiet"
            linksOf={linksOf}
            Place={PlainPlace}
          />
        </div>
        <Partners settings={settings} />
        <div className={css['last']}>
          <p>{t('frame.copyright', { year, product })}</p>
          {signedIn && (
            <a className={css['report']} href="/support?report=1">
              <MessageSquareWarning size={20} aria-hidden="true" />
              {t('outbox.report')}
            </a>
          )}
          <ThemeView actor={useResident('theme')} />
        </div>
      </div>
    </footer>
  );
}

import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { menusMachine } from '../../../machines/residents/menus/menus.machine.ts';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import { useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import MenusView from '../menus/menus.view.tsx';
import ThemeView from '../theme/theme.view.tsx';
import { Partners } from './partners.tsx';
import { PlainPlace } from './plain-place.tsx';
import { useLinks } from './use-links.ts';
import css from './footer.module.css';

const productOf = ({ context }: SnapshotFrom<typeof siteMachine>) => context.product;
const settingsOf = ({ context }: SnapshotFrom<typeof siteMachine>) => context.settings;
/** The year is the server's, as soon as it has said it: this device may think otherwise. */
const yearOf = ({ context }: SnapshotFrom<typeof menusMachine>) => context.now.slice(0, 4);

/** The footer menu, the partners, whose product it is, and how it looks. */
export default function Footer() {
  const { t } = useWords();
  const menus = useResident('menus');
  const linksOf = useLinks();
  const product = useSelector(useResident('site'), productOf);
  const settings = useSelector(useResident('site'), settingsOf);
  const year = useSelector(menus, yearOf);
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
          <ThemeView actor={useResident('theme')} />
        </div>
      </div>
    </footer>
  );
}

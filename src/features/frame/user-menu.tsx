import { useSelector } from '@xstate/react';
import Bell from 'lucide-react/icons/bell';
import Lightbulb from 'lucide-react/icons/lightbulb';
import LogOut from 'lucide-react/icons/log-out';
import type { MouseEvent } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { MenuItem } from '../../../contract/entities.ts';
import type { menusMachine } from '../../../machines/residents/menus/menus.machine.ts';
import { besides } from '../../../machines/residents/navigation/menu-links.ts';
import type { progressMachine } from '../../../machines/residents/progress/progress.machine.ts';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import { useLate, useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import JournalView from '../journal/journal.view.tsx';
import LocaleView from '../locale/locale.view.tsx';
import MenusView from '../menus/menus.view.tsx';
import ThemeView from '../theme/theme.view.tsx';
import ProgressView from '../progress/progress.view.tsx';
import { Chats } from './chats.tsx';
import { HouseRouter } from './house-router.tsx';
import { RouterPlace } from './router-place.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { useLinks } from './use-links.ts';
import { WalletsWithReasons } from './wallets-with-reasons.tsx';
import css from './user-menu.module.css';

const emailOf = ({ context }: SnapshotFrom<typeof sessionMachine>) => context.user?.email;
const mainOf = ({ context }: SnapshotFrom<typeof menusMachine>) => context.menus?.main_menu;

const countOf = (snapshot: SnapshotFrom<typeof progressMachine> | undefined) => snapshot?.context.items.length;

/** What stands in the drawer of the header: everything that a person may want from anywhere. */
export function UserMenu() {
  const { t } = useWords();
  const menus = useResident('menus');
  const modals = useResident('modals');
  const journal = useLate('journal');
  const progress = useLate('progress');
  const notifications = useLate('notifications');
  const hints = useLate('hints');
  const going = useSelector(progress, countOf);
  const email = useSelector(useResident('session'), emailOf);
  const main = useSelector(menus, mainOf);
  const linksOf = useLinks();
  const besidesMain = (items: readonly MenuItem[]) => besides(linksOf(items), linksOf(main ?? []));
  const look = { actor: menus, linksOf, Place: RouterPlace, look: 'column' } as const;
  /** The drawer goes first, so that the focus goes back to where the window will give it back. */
  const instead =
    (open: () => void) =>
    ({ currentTarget }: MouseEvent) => {
      currentTarget.closest('dialog')?.close();
      open();
    };
  const leave = instead(() => modals.send({ type: 'user.logout wanted' }));
  const learn = instead(() => hints?.send({ type: 'user.tutorial wanted' }));
  const read = instead(() => notifications?.send({ type: 'user.inbox wanted' }));
  return (
    <HouseRouter>
      <div className={css['parts']}>
        <div>
          <p className={css['email']}>{email}</p>
          <MenusView {...look} kind="main_menu" label="menus.main" />
          <div className={css['narrow']}>
            <MenusView {...look} label="menus.more" linksOf={besidesMain} />
          </div>
        </div>
        {progress && going !== undefined && going > 0 && (
          <section aria-labelledby="menu-progress">
            <h2 className={css['heading']} id="menu-progress">
              {t('progress.title')}
            </h2>
            <ProgressView actor={progress} />
          </section>
        )}
        {notifications && (
          <Button wide icon={<Bell size={20} aria-hidden="true" />} says="user.inbox wanted" onClick={read}>
            {t('inbox.title')}
          </Button>
        )}
        {hints && (
          <Button wide icon={<Lightbulb size={20} aria-hidden="true" />} says="user.tutorial wanted" onClick={learn}>
            {t('tutorial.title')}
          </Button>
        )}
        <SettingsMenu />
        <Chats />
        <div className={css['money']}>
          <WalletsWithReasons />
        </div>
        <MenusView {...look} kind="footer_menu" label="menus.links" look="quiet" linksOf={besidesMain} />
        <div className={css['choices']}>
          <LocaleView actor={useResident('locale')} />
          <ThemeView actor={useResident('theme')} />
        </div>
        {journal && <JournalView actor={journal} />}
      </div>
      <div className={css['foot']}>
        <Button wide icon={<LogOut size={20} aria-hidden="true" />} says="user.logout wanted" onClick={leave}>
          {t('frame.logout')}
        </Button>
      </div>
    </HouseRouter>
  );
}

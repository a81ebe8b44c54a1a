import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import Menu from 'lucide-react/icons/menu';
import Wallet from 'lucide-react/icons/wallet';
import type { SnapshotFrom } from 'xstate';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import { useLate, useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { VisuallyHidden } from '../../ui/layout.tsx';
import { saying } from '../../ui/says.ts';
import MenusView from '../menus/menus.view.tsx';
import { Balance, HideButton } from '../wallets/total.tsx';
import { CornerMarks, fetchMemberAhead, UserMenu } from './member-later.ts';
import { PlainPlace } from './plain-place.tsx';
import { useDrawer } from './use-drawer.ts';
import { useLinks } from './use-links.ts';
import { WalletsWithReasons } from './wallets-with-reasons.tsx';
import css from './member.module.css';

export { fetchMemberAhead };

const userOf = ({ context }: SnapshotFrom<typeof sessionMachine>) => context.user;

/** The sections of the server's header menu, where there is room for them. */
export function MemberMenu() {
  const menus = useResident('menus');
  const linksOf = useLinks();
  return (
    <div className={css['top']}>
      <MenusView actor={menus} linksOf={linksOf} Place={PlainPlace} />
    </div>
  );
}

/** The number of the account; a click copies it. */
function AccountNumber() {
  const { t } = useWords();
  const user = useSelector(useResident('session'), userOf);
  const toasts = useLate('toasts');
  if (!user) return null;
  const number = user.account_id;
  return (
    <button
      type="button"
      className={css['account']}
      aria-label={t('frame.account.copy', { number })}
      title={t('frame.account.copy', { number })}
      disabled={!toasts}
      onClick={() => toasts?.send({ type: 'user.copied', value: number })}
      {...saying({ says: 'user.copied', saysValue: number })}
    >
      {number}
      <Copy size={16} aria-hidden="true" />
    </button>
  );
}

/** The balance; below the width of a sidebar it opens the wallets. */
function Money() {
  const { t } = useWords();
  const wallets = useResident('wallets');
  const drawer = useDrawer();
  return (
    <>
      <span className={css['wide']}>
        <VisuallyHidden>{t('wallets.total')}</VisuallyHidden>
        <Balance actor={wallets} />
      </span>
      <button
        type="button"
        className={css['opens']}
        aria-haspopup="dialog"
        aria-controls="wallets-drawer"
        onClick={() => drawer.current?.open()}
      >
        <Wallet size={20} aria-hidden="true" />
        <VisuallyHidden>{t('wallets.title')}</VisuallyHidden>
        <Balance actor={wallets} />
      </button>
      <Drawer ref={drawer} id="wallets-drawer" side="start" title={t('wallets.title')}>
        <WalletsWithReasons untitled />
      </Drawer>
    </>
  );
}

/** What a person has, with the eye that hides it, and the number of the account. */
export function MemberMoney() {
  return (
    <div className={css['mine']}>
      <div className={css['money']}>
        <Money />
        <HideButton actor={useResident('wallets')} />
      </div>
      <AccountNumber />
    </div>
  );
}

/** What goes on and what waits to be read. */
export function MemberMarks() {
  return useLate('unread') && <CornerMarks />;
}

/** The menu of the person. */
export function MemberCorner() {
  const { t } = useWords();
  const drawer = useDrawer();
  return (
    <div className={css['corner']}>
      <IconButton
        label={t('frame.menu')}
        aria-haspopup="dialog"
        aria-controls="menu"
        onClick={() => drawer.current?.open()}
      >
        <Menu size={20} aria-hidden="true" />
      </IconButton>
      <Drawer ref={drawer} id="menu" title={t('frame.menu')}>
        <UserMenu />
      </Drawer>
    </div>
  );
}

/** The wallets beside the page, where there is room. */
export function Wallets() {
  return (
    <div id="wallets" className={css['aside']}>
      <WalletsWithReasons />
    </div>
  );
}

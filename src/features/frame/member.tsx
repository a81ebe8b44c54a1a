import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import Wallet from 'lucide-react/icons/wallet';
import { NavLink } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import type { MenuKind } from '../../../contract/entities.ts';
import type { menusMachine } from '../../../machines/residents/menus/menus.machine.ts';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import { useLate, useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { saying } from '../../ui/says.ts';
import { Balance } from '../wallets/total.tsx';
import WalletsView from '../wallets/wallets.view.tsx';
import { HouseRouter } from './house-router.tsx';
import css from './member.module.css';
import { useClosing } from './use-closing.ts';
import { useLinks } from './use-links.ts';

const userOf = ({ context }: SnapshotFrom<typeof sessionMachine>) => context.user;
const menusOf = ({ context }: SnapshotFrom<typeof menusMachine>) => context.menus;
const pathOf = ({ context }: SnapshotFrom<typeof navigationMachine>) => context.path;

/** The links of a menu of the server to what is built. */
function Sections({ kind, className }: { kind: MenuKind; className: string | undefined }) {
  const { t } = useWords();
  const menus = useSelector(useResident('menus'), menusOf);
  const links = useLinks()(menus?.[kind] ?? []);
  return (
    <nav className={className} aria-label={t('frame.sections')}>
      <ul>
        {links.map(({ url, title }) => (
          <li key={url}>
            <NavLink to={url} end className={css['section'] ?? ''}>
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
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

/** The balance; below the width of a sidebar it also opens the wallets. */
function Money() {
  const { t } = useWords();
  const wallets = useResident('wallets');
  return (
    <>
      <span className={css['wide']}>
        <Balance actor={wallets} />
      </span>
      <button type="button" className={css['opens']} popoverTarget="wallets">
        <Wallet size={20} aria-hidden="true" />
        <span className={css['unseen']}>{t('wallets.title')}</span>
        <Balance actor={wallets} />
      </button>
    </>
  );
}

function UserMenu() {
  const { t } = useWords();
  const user = useSelector(useResident('session'), userOf);
  const modals = useResident('modals');
  const popover = useClosing<HTMLDivElement>(useSelector(useResident('navigation'), pathOf));
  return (
    <>
      <button
        type="button"
        className={css['burger']}
        popoverTarget="menu"
        aria-label={t('frame.menu')}
        title={t('frame.menu')}
      >
        <Menu size={20} aria-hidden="true" />
      </button>
      <div ref={popover} id="menu" popover="auto" className={css['menu']}>
        {user && <p className={css['email']}>{user.email}</p>}
        <Sections kind="main_menu" className={css['sections']} />
        <Button
          wide
          icon={<LogOut size={20} aria-hidden="true" />}
          says="user.logout wanted"
          popoverTarget="menu"
          popoverTargetAction="hide"
          onClick={() => modals.send({ type: 'user.logout wanted' })}
        >
          {t('frame.logout')}
        </Button>
      </div>
    </>
  );
}

/** What the header has for a person who is signed in: sections, balance, account number, menu. */
export function MemberHeader() {
  return (
    <HouseRouter>
      <Sections kind="header_menu" className={css['top']} />
      <div className={css['mine']}>
        <Money />
        <AccountNumber />
      </div>
      <UserMenu />
    </HouseRouter>
  );
}

/** A sidebar where there is room; elsewhere it opens over the page. */
export function Wallets() {
  const aside = useClosing<HTMLElement>(useSelector(useResident('navigation'), pathOf));
  return (
    <aside ref={aside} id="wallets" popover="auto" className={css['aside']}>
      <WalletsView actor={useResident('wallets')} />
    </aside>
  );
}

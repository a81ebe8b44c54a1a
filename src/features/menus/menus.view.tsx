import { useSelector } from '@xstate/react';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { MenuItem, MenuKind } from '../../../contract/entities.ts';
import type { menusMachine } from '../../../machines/residents/menus/menus.machine.ts';
import type { MenuLink } from '../../../machines/residents/navigation/menu-links.ts';
import { useWords } from '../../i18n/words.ts';
import type { Heir } from '../../ui/handed-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { join } from '../../ui/join.ts';
import { Passing } from '../../ui/passing.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tinted } from '../../ui/tinted.tsx';
import { heading } from '../../ui/top.ts';
import css from './menus.module.css';

type Snapshot = SnapshotFrom<typeof menusMachine>;
const whole = (snapshot: Snapshot) => snapshot;

export interface MenuPlaceProps {
  link: MenuLink;
  className: string;
  children: ReactNode;
}

const PlainPlace = ({ link, className, children }: MenuPlaceProps) => (
  <a href={link.url} className={className}>
    {children}
  </a>
);

/** The menu in which it stood, or the heading of the page where none has come. */
const menuOrHeading: Heir = (left) => left.closest('nav') ?? heading();

/** All of them, as they came: who looks is known to the frame. */
const everything = (items: readonly MenuItem[]): MenuLink[] =>
  items.map(({ url, title, icon_url }) => ({ url, title, icon: icon_url || null }));

export interface MenusViewProps {
  actor: ActorRefFrom<typeof menusMachine>;
  kind?: MenuKind;
  /** What the menu is called by a screen reader; a page has several. */
  label?: string;
  /** Which items lead the person who looks somewhere. */
  linksOf?: (items: readonly MenuItem[]) => readonly MenuLink[];
  /** How one of them is drawn. */
  Place?: ComponentType<MenuPlaceProps>;
  /** One beside the other, small and quiet, or one below the other. */
  look?: 'row' | 'quiet' | 'column';
}

/** One menu of the server. The links of the language before stay until the new ones are here; one that did not come can be asked for. */
export default function MenusView({
  actor,
  kind = 'header_menu',
  label = 'frame.sections',
  linksOf = everything,
  Place = PlainPlace,
  look = 'row',
}: MenusViewProps) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const { menus, tries } = snapshot.context;
  const mayAsk = snapshot.can({ type: 'user.retried' });
  const links = linksOf(menus?.[kind] ?? []);
  const isUnasked = !mayAsk && tries === 0;
  if (menus && links.length === 0 && isUnasked) return null;
  return (
    <nav className={join(css['menu'], css[look])} aria-label={t(label)} tabIndex={-1}>
      <ul>
        {links.map((link) => (
          <li key={link.url}>
            <Place link={link} className={css['place'] ?? ''}>
              {link.icon && <Tinted src={link.icon} />}
              {link.title}
            </Place>
          </li>
        ))}
        {!menus &&
          isUnasked &&
          [0, 1, 2].map((item) => (
            <li key={item} className={css['place']}>
              <Skeleton width="medium" />
            </li>
          ))}
      </ul>
      {!isUnasked && (
        <Passing heir={menuOrHeading}>
          <IconButton
            label={t('menus.retry')}
            says="user.retried"
            aria-disabled={!mayAsk}
            onClick={() => actor.send({ type: 'user.retried' })}
          >
            <RotateCw size={16} aria-hidden="true" />
          </IconButton>
        </Passing>
      )}
    </nav>
  );
}

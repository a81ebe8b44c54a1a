import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { leadsHere } from '../../../machines/residents/navigation/menu-links.ts';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import { useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { VisuallyHidden } from '../../ui/layout.tsx';
import type { MenuPlaceProps } from '../menus/menus.view.tsx';

const pathOf = ({ context }: SnapshotFrom<typeof navigationMachine>) => context.path;

/** A link of a menu where no router is needed: it says itself whether it leads to where we are. */
export function PlainPlace({ link, className, children }: MenuPlaceProps) {
  const { t } = useWords();
  const path = useSelector(useResident('navigation'), pathOf);
  return link.outside ? (
    <a href={link.url} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden>{` (${t('footer.outside')})`}</VisuallyHidden>
    </a>
  ) : (
    <a href={link.url} className={className} aria-current={leadsHere(link, path) ? 'page' : undefined}>
      {children}
    </a>
  );
}

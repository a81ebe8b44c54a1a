import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { MenuItem } from '../../../contract/entities.ts';
import { menuLinks, type MenuLink, type Onlooker } from '../../../machines/residents/navigation/menu-links.ts';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import { useResident } from '../../house/house.tsx';

const settingsOf = ({ context }: SnapshotFrom<typeof siteMachine>) => context.settings;
const contextOf = ({ context }: SnapshotFrom<typeof navigationMachine>): Onlooker => context;
/** Navigation notes more than that with every step of a flow: no menu is drawn anew for it. */
const isSame = (one: Onlooker, other: Onlooker) =>
  one.account === other.account && one.built === other.built && one.guards === other.guards;

/** Of a menu's items, the links that lead whoever is here somewhere. */
export const useLinks = (): ((items: readonly MenuItem[]) => MenuLink[]) => {
  const onlooker = useSelector(useResident('navigation'), contextOf, isSame);
  const origins = useSelector(useResident('site'), settingsOf)?.origins;
  return useCallback((items) => menuLinks(items, { ...onlooker, ...(origins && { origins }) }), [onlooker, origins]);
};

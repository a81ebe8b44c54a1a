import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { MenuItem } from '../../../contract/entities.ts';
import { menuLinks, type MenuLink } from '../../../machines/residents/navigation/menu-links.ts';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import { useResident } from '../../house/house.tsx';

const contextOf = ({ context }: SnapshotFrom<typeof navigationMachine>) => context;

/** Of a menu's items, the links that lead whoever is here somewhere. */
export const useLinks = (): ((items: readonly MenuItem[]) => MenuLink[]) => {
  const onlooker = useSelector(useResident('navigation'), contextOf);
  return (items) => menuLinks(items, onlooker);
};

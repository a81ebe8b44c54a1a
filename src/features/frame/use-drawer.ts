import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { modalsMachine } from '../../../machines/residents/modals/modals.machine.ts';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import { useResident } from '../../house/house.tsx';
import type { DrawerHandle } from '../../ui/drawer.tsx';
import { useClosing } from './use-closing.ts';

const pathOf = ({ context }: SnapshotFrom<typeof navigationMachine>) => context.path;
const modalOf = ({ context }: SnapshotFrom<typeof modalsMachine>) => context.open;

/** A drawer of the frame: it closes on every change of the address, and when a modal comes. */
export const useDrawer = (): RefObject<DrawerHandle | null> => {
  const path = useSelector(useResident('navigation'), pathOf);
  const modal = useSelector(useResident('modals'), modalOf);
  return useClosing(`${path} ${modal}`);
};

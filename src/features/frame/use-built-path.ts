import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import { pathTo, type RouteName } from '../../../machines/residents/navigation/routes.ts';
import { useResident } from '../../house/house.tsx';

const builtOf = ({ context }: SnapshotFrom<typeof navigationMachine>) => context.built;

/** The address of the first of these places that is built. */
export const useBuiltPath = (...names: RouteName[]): string | undefined => {
  const built = useSelector(useResident('navigation'), builtOf);
  const name = names.find((one) => built.includes(one));
  return name && pathTo(name);
};

import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Router, type Navigator, type To } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import type { Residents } from '../../../machines/root/house.ts';
import { useResident } from '../../house/house.tsx';

const currentPath = ({ context }: SnapshotFrom<typeof navigationMachine>) => context.path;
const pathOf = (to: To): string => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`);

const navigators = new WeakMap<Residents['navigation'], Navigator>();

/** Links of the router say where a person wants to go; where the page is, the resident says. */
const navigatorOf = (navigation: Residents['navigation']): Navigator => {
  const kept = navigators.get(navigation);
  if (kept) return kept;
  const go = (to: To) => navigation.send({ type: 'user.navigated', value: pathOf(to) });
  const made: Navigator = {
    createHref: pathOf,
    push: go,
    replace: go,
    go: (steps) => {
      if (steps < 0) navigation.send({ type: 'user.went back' });
    },
  };
  navigators.set(navigation, made);
  return made;
};

/** The router of the links inside: it reads the house's place and never the address itself. */
export const HouseRouter = ({ children }: { children: ReactNode }) => {
  const navigation = useResident('navigation');
  const path = useSelector(navigation, currentPath);
  return (
    <Router location={path} navigator={navigatorOf(navigation)}>
      {children}
    </Router>
  );
};

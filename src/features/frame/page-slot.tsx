import { useSelector } from '@xstate/react';
import { Suspense, type ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import { faultOf } from '../../../contract/errors.ts';
import type { menusMachine } from '../../../machines/residents/menus/menus.machine.ts';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import { useFlow, useResident } from '../../house/house.tsx';
import { Page } from '../../ui/layout.tsx';
import { ErrorView } from '../error/error.tsx';
import SessionView from '../session/session.view.tsx';
import { NotFound, SiteView } from './later.ts';
import { SlotView, Waiting } from './slot-view.tsx';
import { useArrival } from './use-arrival.ts';

const isBlocked = (snapshot: SnapshotFrom<typeof siteMachine>) => snapshot.hasTag('blocked');
const isOutOfReach = (snapshot: SnapshotFrom<typeof sessionMachine>) => snapshot.hasTag('attention');
const isNotFound = (snapshot: SnapshotFrom<typeof navigationMachine>) => snapshot.hasTag('not found');
const isBroken = (snapshot: SnapshotFrom<typeof navigationMachine>) => snapshot.hasTag('broken');
const placeOf = ({ context }: SnapshotFrom<typeof navigationMachine>) => context.place;
/** The specification shows the 404 page only after the menus; menus that cannot come do not hold it back for ever. */
const areMenusSettled = ({ context }: SnapshotFrom<typeof menusMachine>) => context.menus !== null || context.tries > 0;

/** What stands in the way of a flow, the most general first; undefined when nothing does. */
function useObstacle(): ReactNode {
  const session = useResident('session');
  const site = useResident('site');
  const navigation = useResident('navigation');
  const blocked = useSelector(site, isBlocked);
  const outOfReach = useSelector(session, isOutOfReach);
  const notFound = useSelector(navigation, isNotFound);
  const broken = useSelector(navigation, isBroken);
  const place = useSelector(navigation, placeOf);
  const menusSettled = useSelector(useResident('menus'), areMenusSettled);

  if (blocked) return <SiteView actor={site} />;
  if (outOfReach) return <SessionView actor={session} />;
  if (notFound) return menusSettled ? <NotFound /> : <Waiting />;
  if (broken) return <ErrorView fault={faultOf(place?.params)} />;
  return undefined;
}

/** What the page shows: a flow, or what stands in its way. */
export function PageSlot() {
  const obstacle = useObstacle();
  const flow = useFlow('page');
  const place = useSelector(useResident('navigation'), placeOf);
  useArrival(obstacle ? place?.path : flow?.actor.sessionId);
  if (flow && !obstacle) return <SlotView name="page" />;
  return (
    <Page>
      <Suspense fallback={<Waiting />}>{obstacle ?? <SlotView name="page" />}</Suspense>
    </Page>
  );
}

import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { HouseActor } from '../../machines/root/house.ts';
import Frame from '../features/frame/frame.tsx';
import { HouseProvider, type FlowView } from '../house/house.tsx';
import { ErrorBoundary, ErrorPage } from './error-page.tsx';

const isBroken = (snapshot: SnapshotFrom<HouseActor>) => snapshot.hasTag('broken');

interface PageViewProps {
  root: HouseActor;
  viewOf: (flow: string) => FlowView | undefined;
}

function Shown({ root, viewOf }: PageViewProps) {
  const broken = useSelector(root, isBroken);
  if (broken) return <ErrorPage onReload={() => root.send({ type: 'user.reloaded' })} />;
  return (
    <HouseProvider root={root} viewOf={viewOf}>
      <Frame />
    </HouseProvider>
  );
}

/** Everything on the screen. */
export const PageView = (props: PageViewProps) => (
  <ErrorBoundary>
    <Shown {...props} />
  </ErrorBoundary>
);

import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { siteMachine } from '../../machines/residents/site/site.machine.ts';
import { residentOf, type HouseActor } from '../../machines/root/house.ts';
import Frame from '../features/frame/frame.tsx';
import { HouseProvider, type FlowView } from '../house/house.tsx';
import { ProductName } from '../ui/page-name.tsx';
import { ErrorBoundary, ErrorPage, PlainBoundary } from './error-page.tsx';

const isBroken = (snapshot: SnapshotFrom<HouseActor>) => snapshot.hasTag('broken');
const productOf = ({ context }: SnapshotFrom<typeof siteMachine>) => context.product;

interface PageViewProps {
  root: HouseActor;
  viewOf: (flow: string) => FlowView | undefined;
}

function Shown({ root, viewOf }: PageViewProps) {
  const broken = useSelector(root, isBroken);
  const product = useSelector(residentOf(root, 'site'), productOf);
  return (
    <ProductName value={product}>
      <ErrorBoundary>
        {broken ? (
          <ErrorPage onReload={() => root.send({ type: 'user.reloaded' })} />
        ) : (
          <HouseProvider root={root} viewOf={viewOf}>
            <Frame />
          </HouseProvider>
        )}
      </ErrorBoundary>
    </ProductName>
  );
}

/** Everything on the screen. */
export const PageView = (props: PageViewProps) => (
  <PlainBoundary>
    <Shown {...props} />
  </PlainBoundary>
);

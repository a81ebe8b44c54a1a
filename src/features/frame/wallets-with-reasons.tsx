import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { progressMachine } from '../../../machines/residents/progress/progress.machine.ts';
import { patiently } from '../../house/patiently.ts';
import { useLate, useResident } from '../../house/house.tsx';
import WalletsView from '../wallets/wallets.view.tsx';

const HeldBy = lazy(() => patiently(() => import('./held-by.tsx')));
const itemsOf = (snapshot: SnapshotFrom<typeof progressMachine> | undefined) => snapshot?.context.items;

/** The wallets, and beside what they hold the operations that keep it. */
export function WalletsWithReasons({ untitled = false }: { untitled?: boolean }) {
  const items = useSelector(useLate('progress'), itemsOf);
  return (
    <WalletsView
      actor={useResident('wallets')}
      untitled={untitled}
      reasonOf={(currency) =>
        items &&
        items.length > 0 && (
          <Suspense fallback={null}>
            <HeldBy items={items} currency={currency} />
          </Suspense>
        )
      }
    />
  );
}

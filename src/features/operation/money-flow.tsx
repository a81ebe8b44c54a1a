import { useSelector } from '@xstate/react';
import { lazy, Suspense, useDeferredValue, type ComponentType, type ReactNode } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { finalStatuses, type Operation } from '../../../contract/operation.ts';
import type { Trouble } from '../../../machines/form/trouble.ts';
import { patiently } from '../../house/patiently.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { LiveRegion, Page, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTop } from '../../ui/top.ts';
import type { OperatingProps } from './operating.tsx';
import type { OperationActor } from './screen-of.ts';

/** A flow that ends in an operation: charts of their own, with these words in common. */
export type MoneyActor = AnyActorRef;

interface Held {
  outcome: Operation | null;
  trouble: Trouble | null;
}
const held = (snapshot: AnyMachineSnapshot) => snapshot.context as Held;
const outcomeOf = (snapshot: AnyMachineSnapshot) => (snapshot.hasTag('finished') ? held(snapshot).outcome : null);
const operationOf = ({ children }: AnyMachineSnapshot) =>
  (children as Record<string, OperationActor | undefined>)['operation'];
const mayOpenLeft = (snapshot: AnyMachineSnapshot) => snapshot.can({ type: 'user.left operation opened' });

/** A submitted operation that the person walked away from: it goes on, and can be looked at. */
function LeftBehind({ actor }: { actor: MoneyActor }) {
  const { t } = useWords();
  return (
    <Notice
      action={
        <Button
          variant="plain"
          size="small"
          says="user.left operation opened"
          onClick={() => actor.send({ type: 'user.left operation opened' })}
        >
          {t('exchange.left_behind.open')}
        </Button>
      }
    >
      {t('exchange.left_behind')}
    </Notice>
  );
}

/** A part of this page fell over: the operations are the server's, so they stand as they stood. */
function Broken({ actor }: { actor: MoneyActor }) {
  const { t } = useWords();
  return (
    <Surface>
      <ErrorState
        level={1}
        title={t('exchange.broken.title')}
        text={t('exchange.broken.text')}
        action={
          <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
            {t('form.retry')}
          </Button>
        }
      />
    </Surface>
  );
}

/** What can be done with a receipt: `says` is the event that the chart of the flow hears. */
export function ReceiptButton({
  actor,
  says,
  first = false,
  children,
}: {
  actor: MoneyActor;
  says: string;
  first?: boolean;
  children: ReactNode;
}) {
  return (
    <Button
      {...(first && { variant: 'primary' as const })}
      size="large"
      says={says}
      onClick={() => actor.send({ type: says })}
    >
      {children}
    </Button>
  );
}

interface MoneyFlowProps extends Pick<OperatingProps, 'hint' | 'actions'> {
  actor: MoneyActor;
  /** How its operation is shown, to the receipt. */
  operating: ComponentType<OperatingProps>;
  /** What comes before there is an operation; nothing where a part of the page fell over. */
  children: ReactNode;
}

/** It comes with what shows the operation. */
const Ended = lazy(() => patiently(() => import('./operating.tsx')).then((part) => ({ default: part.Ended })));

/** What stands there is replaced when the press that replaces it is painted, not before. */
const Later = ({ children }: { children: ReactNode }) => useDeferredValue(children);

/**
 * What comes before the operation, then the operation, then its receipt: the page begins at its top when one comes. A press
 * that brings the next of them is answered first, and the next is built when that is painted.
 */
export function MoneyFlow({ actor, operating: Operating, hint, actions, children }: MoneyFlowProps) {
  const operation = useSelector(actor, operationOf);
  const outcome = useSelector(actor, outcomeOf);
  const hasLeft = useSelector(actor, mayOpenLeft);
  const begun = outcome || operation;
  useTop(useDeferredValue(begun ? 'operation' : 'before it'));
  const left = hasLeft && <LeftBehind actor={actor} />;
  const aloud = outcome && finalStatuses.some((final) => final === outcome.status);
  return (
    <Page>
      {/* It stands before the operation does, so that its end is read. */}
      <LiveRegion>
        <Suspense fallback={null}>{aloud && <Ended outcome={outcome} />}</Suspense>
      </LiveRegion>
      <Stack gap={4}>
        {begun || children ? (
          <Later>
            {left}
            {begun ? (
              <Operating
                {...{ operation, outcome, hint, actions }}
                onPrint={() => actor.send({ type: 'user.printed' })}
              />
            ) : (
              children
            )}
          </Later>
        ) : (
          <>
            {left}
            {/* At once: what stood there fell over, and cannot be shown again. */}
            <Broken actor={actor} />
          </>
        )}
      </Stack>
    </Page>
  );
}

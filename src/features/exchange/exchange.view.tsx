import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { exchangeMachine } from '../../../machines/flows/exchange/exchange.machine.ts';
import type { OperationStatus } from '../../../contract/operation.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { LiveRegion, Page, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { ErrorState } from '../../ui/state.tsx';
import OperationView, { type OperationActor } from '../operation/operation.view.tsx';
import { Receipt } from '../operation/receipt.tsx';
import FormView, { type FormActor } from './form.view.tsx';
import { ReceiptActions } from './receipt-actions.tsx';

export type ExchangeActor = ActorRefFrom<typeof exchangeMachine>;
type ExchangeSnapshot = SnapshotFrom<typeof exchangeMachine>;

// The type of a child is the union of all that the machine may invoke; its id says which.
const formOf = ({ children }: ExchangeSnapshot) => children.form as FormActor | undefined;
const operationOf = ({ children }: ExchangeSnapshot) => children.operation as OperationActor | undefined;
const outcomeOf = (snapshot: ExchangeSnapshot) => (snapshot.hasTag('finished') ? snapshot.context.outcome : null);
const troubleOf = ({ context }: ExchangeSnapshot) => context.trouble;
const mayOpenLeft = (snapshot: ExchangeSnapshot) => snapshot.can({ type: 'user.left operation opened' });

/** The title of the receipt, told aloud: nobody pressed anything when it comes. */
const endings: Partial<Record<OperationStatus, string>> = {
  completed: 'operation.succeeded.title',
  failed: 'operation.failed.title',
  cancelled: 'operation.cancelled.title',
  expired: 'operation.expired.title',
};

/** A submitted exchange that the person walked away from: it goes on, and can be looked at. */
function LeftBehind({ actor }: { actor: ExchangeActor }) {
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
function Broken({ actor }: { actor: ExchangeActor }) {
  const { t } = useWords();
  const told = useTold();
  const trouble = useSelector(actor, troubleOf);
  return (
    <Surface>
      <ErrorState
        level={1}
        title={t('exchange.broken.title')}
        text={
          <>
            {t('exchange.broken.text')} {trouble && told(trouble)}
          </>
        }
        action={
          <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
            {t('form.retry')}
          </Button>
        }
      />
    </Surface>
  );
}

/** A pair of currencies: its form, then its operation, then its receipt. */
export default function ExchangeView({ actor }: { actor: ExchangeActor }) {
  const { t } = useWords();
  const form = useSelector(actor, formOf);
  const operation = useSelector(actor, operationOf);
  const outcome = useSelector(actor, outcomeOf);
  const hasLeft = useSelector(actor, mayOpenLeft);
  const heading = useHeadingFocus(outcome?.status ?? 'under way');
  const aloud = outcome && endings[outcome.status];

  const body = () => {
    if (outcome) return <Receipt operation={outcome} heading={heading} actions={<ReceiptActions actor={actor} />} />;
    if (operation) return <OperationView actor={operation} />;
    if (form) return <FormView actor={form} />;
    return <Broken actor={actor} />;
  };
  return (
    <Page>
      <LiveRegion>{aloud ? t(aloud) : ''}</LiveRegion>
      <Stack gap={4}>
        {hasLeft && <LeftBehind actor={actor} />}
        {body()}
      </Stack>
    </Page>
  );
}

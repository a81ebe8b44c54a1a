import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { cardOrderMachine } from '../../../machines/flows/card-order/card-order.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { MoneyFlow, ReceiptButton } from '../operation/money-flow.tsx';
import { AnyOperating } from '../operation/operation.view.tsx';
import type { OperationActor, OperationSnapshot } from '../operation/screen-of.ts';
import FormView from './form.view.tsx';
import type { FormActor } from './other-card.tsx';
import { OrderSteps } from './order-steps.tsx';

type Snapshot = SnapshotFrom<typeof cardOrderMachine>;

// The type of a child is the union of all that the machine may invoke; its id says which.
const formOf = ({ children }: Snapshot) => children['form'] as FormActor | undefined;
const operationOf = ({ children }: Snapshot) => children['operation'] as OperationActor | undefined;
const mayRepeat = (snapshot: Snapshot) => snapshot.can({ type: 'user.again' });
const mayOpen = (snapshot: Snapshot) => snapshot.can({ type: 'user.card opened' });
const isNowhere = (snapshot: Snapshot) => snapshot.matches('nowhere');
const cardOf = ({ context }: Snapshot) => context.outcome?.id;

const isSent = (snapshot: OperationSnapshot | undefined) =>
  snapshot?.context.current !== null && snapshot?.context.current?.status !== 'open';

/** A card is ordered: what and where to, the operation, its receipt. */
export default function CardOrderView({ actor }: { actor: ActorRefFrom<typeof cardOrderMachine> }) {
  const { t } = useWords();
  const form = useSelector(actor, formOf);
  const operation = useSelector(actor, operationOf);
  const sent = useSelector(operation, isSent);
  const again = useSelector(actor, mayRepeat);
  const open = useSelector(actor, mayOpen);
  const card = useSelector(actor, cardOf);
  const nowhere = useSelector(actor, isNowhere);
  const actions = (
    <>
      {open && (
        <LinkButton
          variant="primary"
          size="large"
          href={`/cards/my/${card}`}
          says="user.card opened"
          onFollow={() => actor.send({ type: 'user.card opened' })}
        >
          {t('card_order.open')}
        </LinkButton>
      )}
      {again && (
        <ReceiptButton actor={actor} says="user.again" first>
          {t('card_order.again')}
        </ReceiptButton>
      )}
      <ReceiptButton actor={actor} says="user.other card wanted">
        {t('card_order.other')}
      </ReceiptButton>
    </>
  );
  return (
    <MoneyFlow
      actor={actor}
      operating={AnyOperating}
      hint={<OrderSteps now={sent ? 'make' : 'review'} />}
      actions={actions}
    >
      {(form && <FormView actor={form} />) ??
        (nowhere ? (
          <Surface>
            <Waiting>{t('card_order.leading')}</Waiting>
          </Surface>
        ) : null)}
    </MoneyFlow>
  );
}

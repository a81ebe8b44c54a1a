import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { exchangeMachine } from '../../../machines/flows/exchange/exchange.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { LateOperating } from '../operation/late-operating.tsx';
import { MoneyFlow, ReceiptButton } from '../operation/money-flow.tsx';
import FormView, { type FormActor } from './form.view.tsx';

type ExchangeActor = ActorRefFrom<typeof exchangeMachine>;

// The type of a child is the union of all that the machine may invoke; its id says which.
const formOf = ({ children }: SnapshotFrom<typeof exchangeMachine>) => children.form as FormActor | undefined;

/** A pair of currencies: its form, then its operation, then its receipt. */
export default function ExchangeView({ actor }: { actor: ExchangeActor }) {
  const { t } = useWords();
  const form = useSelector(actor, formOf);
  const actions = (
    <>
      <ReceiptButton actor={actor} says="user.again" first>
        {t('operation.again')}
      </ReceiptButton>
      <ReceiptButton actor={actor} says="user.another pair wanted">
        {t('operation.another')}
      </ReceiptButton>
    </>
  );
  return (
    <MoneyFlow actor={actor} operating={LateOperating} actions={actions}>
      {form && <FormView actor={form} />}
    </MoneyFlow>
  );
}

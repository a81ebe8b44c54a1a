import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { exchangeAllMachine } from '../../../machines/flows/exchange-all/exchange-all.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { MoneyFlow, ReceiptButton } from '../operation/money-flow.tsx';
import { AnyOperating } from '../operation/operation.view.tsx';
import FormView, { type FormActor } from './form.view.tsx';

type ExchangeAllActor = ActorRefFrom<typeof exchangeAllMachine>;

// The type of a child is the union of all that the machine may invoke; its id says which.
const formOf = ({ children }: SnapshotFrom<typeof exchangeAllMachine>) => children['form'] as FormActor | undefined;

/** Every wallet into one currency: the form, then the operation, then its receipt with a line a wallet. */
export default function ExchangeAllView({ actor }: { actor: ExchangeAllActor }) {
  const { t } = useWords();
  const form = useSelector(actor, formOf);
  const actions = (
    <ReceiptButton actor={actor} says="user.again" first>
      {t('exchange_all.again')}
    </ReceiptButton>
  );
  return (
    <MoneyFlow actor={actor} operating={AnyOperating} actions={actions}>
      {form && <FormView actor={form} />}
    </MoneyFlow>
  );
}

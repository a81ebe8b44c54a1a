import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { transferMachine } from '../../../machines/flows/transfer/transfer.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { MoneyFlow, ReceiptButton } from '../operation/money-flow.tsx';
import { AnyOperating } from '../operation/operation.view.tsx';
import FormView, { type FormActor } from './form.view.tsx';

type TransferActor = ActorRefFrom<typeof transferMachine>;
type Snapshot = SnapshotFrom<typeof transferMachine>;

// The type of a child is the union of all that the machine may invoke; its id says which.
const formOf = ({ children }: Snapshot) => children['form'] as FormActor | undefined;
const mayRepeat = (snapshot: Snapshot) => snapshot.can({ type: 'user.again' });

/** Money to another person: the form, then the operation, then its receipt. One that came from somebody cannot be repeated. */
export default function TransferView({ actor }: { actor: TransferActor }) {
  const { t } = useWords();
  const form = useSelector(actor, formOf);
  const may = useSelector(actor, mayRepeat);
  const actions = may && (
    <ReceiptButton actor={actor} says="user.again" first>
      {t('transfer.again')}
    </ReceiptButton>
  );
  return (
    <MoneyFlow actor={actor} operating={AnyOperating} actions={actions}>
      {form && <FormView actor={form} />}
    </MoneyFlow>
  );
}

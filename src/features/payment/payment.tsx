import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { hintFor, lacksTheRest, type PaymentContext } from '../../../machines/payment/payment.context.ts';
import { isUnconfirmed } from '../../../machines/operation/operation.words.ts';
import { useWords } from '../../i18n/words.ts';
import { Notice } from '../../ui/notice.tsx';
import { useTop } from '../../ui/top.ts';
import DescribedFormView, {
  type DescribedFormActor,
  type DescribedFormSnapshot,
} from '../described-form/described-form.view.tsx';
import MethodsView, { type MethodsActor } from '../methods/methods.view.tsx';
import { DocumentOf } from '../operation/details.tsx';
import { Document } from '../operation/document.tsx';
import { MoneyFlow, ReceiptButton, type MoneyActor } from '../operation/money-flow.tsx';
import { AnyOperating } from '../operation/operation.view.tsx';
import type { OperationActor, OperationSnapshot } from '../operation/screen-of.ts';

const childOf = (snapshot: AnyMachineSnapshot, id: string): AnyActorRef | undefined =>
  (snapshot.children as Record<string, AnyActorRef | undefined>)[id];
const methodsOf = (snapshot: AnyMachineSnapshot) => childOf(snapshot, 'methods') as MethodsActor | undefined;
const formOf = (snapshot: AnyMachineSnapshot) => childOf(snapshot, 'form') as DescribedFormActor | undefined;
const mayRepeat = (snapshot: AnyMachineSnapshot) => snapshot.can({ type: 'user.again' });
const mayOpenReplacement = (snapshot: AnyMachineSnapshot) => snapshot.can({ type: 'user.replacement opened' });

const contextOf = ({ context }: AnyMachineSnapshot) => context as PaymentContext;
/** Whoever has paid for nothing writes to support first. */
const asksFirst = ({ context }: AnyMachineSnapshot) => {
  const { outcome } = context as PaymentContext;
  return outcome !== null && isUnconfirmed(outcome);
};
const operationOf = (snapshot: AnyMachineSnapshot) => childOf(snapshot, 'operation') as OperationActor | undefined;
const currentOf = (snapshot: OperationSnapshot | undefined) => snapshot?.context.current ?? null;

/** What the page of the provider said on the way back. */
function Returned({ actor }: { actor: MoneyActor }) {
  const { t } = useWords();
  const context = useSelector(actor, contextOf);
  const current = useSelector(useSelector(actor, operationOf), currentOf);
  const hint = hintFor(context, current);
  return hint && <Notice tone={hint === 'failure' ? 'warning' : 'neutral'}>{t(`payment.returned.${hint}`)}</Notice>;
}

const wholeOf = (snapshot: DescribedFormSnapshot) => snapshot.context;

/** The form; above it, that only the amount could be repeated. */
function Form({ actor, form }: { actor: MoneyActor; form: DescribedFormActor }) {
  const { t } = useWords();
  const context = useSelector(actor, contextOf);
  const filling = useSelector(form, wholeOf);
  return (
    <>
      {lacksTheRest(context, filling) && <Notice tone="neutral">{t('payment.repeat.amount')}</Notice>}
      <DescribedFormView actor={form} />
    </>
  );
}

/** The choice of a method, its form, its operation, the receipt. Where the money stands in another one, that one is opened first. */
export function Payment({ actor }: { actor: MoneyActor }) {
  const { t } = useWords();
  const methods = useSelector(actor, methodsOf);
  const form = useSelector(actor, formOf);
  const replaced = useSelector(actor, mayOpenReplacement);
  const may = useSelector(actor, mayRepeat);
  const asks = useSelector(actor, asksFirst);
  useTop(useDeferredValue(methods ? 'methods' : 'form'));
  const actions = (
    <>
      {replaced && (
        <ReceiptButton actor={actor} says="user.replacement opened" first={!asks}>
          {t('operation.replaced_by')}
        </ReceiptButton>
      )}
      {may && (
        <ReceiptButton actor={actor} says="user.again" first={!replaced}>
          {t('operation.again')}
        </ReceiptButton>
      )}
      <ReceiptButton actor={actor} says="user.another method wanted">
        {t('payment.another_method')}
      </ReceiptButton>
    </>
  );
  return (
    <DocumentOf value={Document}>
      <MoneyFlow actor={actor} operating={AnyOperating} hint={<Returned actor={actor} />} actions={actions}>
        {(form && <Form actor={actor} form={form} />) ?? (methods && <MethodsView actor={methods} />)}
      </MoneyFlow>
    </DocumentOf>
  );
}

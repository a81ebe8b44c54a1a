import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { DescribedFormContext } from '../described-form/described-form.context.ts';
import describedFormModel from '../described-form/described-form.model.ts';
import { calledIn, says, seesIn } from '../form/sights.ts';
import methodsModel from '../methods/methods.model.ts';
import type { Sight, StateModel } from '../model.ts';
import operationModel from '../operation/operation.model.ts';
import { feeNamed, operationIn, stageOf, uncredited } from '../operation/operation.sights.ts';
import { hasRate, isUnconfirmed, wordsOf } from '../operation/operation.words.ts';
import { hintFor, lacksTheRest, mayBeRepeated, wasOrdered, type PaymentContext } from './payment.context.ts';
import { wordsOfLanguage } from '../words/words.samples.ts';

/** What the screens of deposit, withdraw and purchase must say; what only one of them says is its own model's. */
export const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as PaymentContext;

/** The notice about an operation that goes on, on every screen from which it can be opened. */
const left = (snapshot: AnyMachineSnapshot): Sight[] =>
  contextOf(snapshot).leftBehind ? says('exchange.left_behind', 'exchange.left_behind.open') : [];

const receipt = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { outcome, method } = contextOf(snapshot);
  if (!outcome) return [];
  const { terms, give_currency, get_currency, reason, id, facts = [], replaced_by } = outcome;
  return [
    ...says(wordsOf.ended(outcome), 'payment.another_method', 'operation.print', 'operation.ask'),
    ...(mayBeRepeated({ method, outcome }) ? says('operation.again') : [{ absent: { message: 'operation.again' } }]),
    ...(isUnconfirmed(outcome) ? says(wordsOf.gave(outcome)) : []),
    ...uncredited(outcome),
    ...feeNamed(outcome),
    ...says('operation.created', 'operation.number'),
    ...(hasRate(outcome) ? says('operation.rate') : []),
    { text: id },
    ...facts.map(({ text }): Sight => ({ text })),
    { amount: terms.give, scale: give_currency.scale },
    { amount: terms.get, scale: get_currency.scale },
    ...(reason ? says(wordsOf.reason(outcome)) : []),
    ...(replaced_by ? says('operation.replaced_by') : []),
  ];
};

/** What the payment page said on the way back, while it can still be paid. */
const hintOf = (snapshot: AnyMachineSnapshot): PaymentContext['returned'] => {
  const { operation } = snapshot.children as Record<string, AnyActorRef | undefined>;
  return hintFor(contextOf(snapshot), operation ? operationIn(operation.getSnapshot() as AnyMachineSnapshot) : null);
};
const hints = (snapshot: AnyMachineSnapshot): Sight[] => {
  const hint = hintOf(snapshot);
  return hint === null ? [] : says(`payment.returned.${hint}`);
};
const hintInWords = { success: 'told to be paid', failure: 'told to have failed', cancelled: 'told to be unpaid' };

/** That only the amount could be repeated. */
const rest = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { form } = snapshot.children as Record<string, AnyActorRef | undefined>;
  const filling = form ? (form.getSnapshot() as AnyMachineSnapshot) : null;
  return filling?.hasTag('form') && lacksTheRest(contextOf(snapshot), filling.context as DescribedFormContext)
    ? says('payment.repeat.amount')
    : [];
};

/** What tells two screens of one state apart. */
export const paymentFacet = (snapshot: AnyMachineSnapshot) => {
  const hint = hintOf(snapshot);
  const { leftBehind, trouble, operation, outcome, method, repeats } = contextOf(snapshot);
  const { form } = snapshot.children as Record<string, AnyActorRef | undefined>;
  const isTurnedAway =
    trouble !== null && form !== undefined && (form.getSnapshot() as AnyMachineSnapshot).hasTag('form');
  return {
    'an operation goes on': leftBehind !== null,
    trouble: snapshot.matches('broken') ? (trouble?.code ?? '') : '',
    'turned away': isTurnedAway ? trouble.code : '',
    'of an operation': operation !== null,
    stage: stageOf(snapshot),
    'came by itself': outcome !== null && !wasOrdered({ method, outcome }),
    'not to be paid again': outcome !== null && isUnconfirmed(outcome),
    'another stands in its place': outcome?.replaced_by !== undefined,
    hint: hint === null ? '' : hintInWords[hint],
    'to be repeated': repeats && snapshot.matches('filling'),
    'the amount alone is known': rest(snapshot).length > 0,
  };
};

export const paymentStates: Record<string, StateModel> = {
  choosing: {
    title: { en: 'The choice of a method', ru: 'Выбор способа' },
    sees: (snapshot) => [...left(snapshot), ...seesIn(methodsModel, 'methods')(snapshot)],
  },
  filling: {
    title: { en: 'The form', ru: 'Форма' },
    sees: (snapshot) => [...left(snapshot), ...rest(snapshot), ...seesIn(describedFormModel, 'form')(snapshot)],
  },
  operating: {
    title: { en: 'The operation', ru: 'Операция' },
    sees: (snapshot) => [...hints(snapshot), ...seesIn(operationModel, 'operation')(snapshot)],
  },
  broken: {
    title: { en: 'A part of the page fell over', ru: 'Часть страницы сломалась' },
    sees: () => says('exchange.broken.title', 'exchange.broken.text', 'form.retry'),
  },
  'finished.succeeded': {
    title: { en: 'Done: the receipt', ru: 'Готово: квитанция' },
    sees: receipt,
  },
  'finished.failed': { title: { en: 'It did not come about', ru: 'Не выполнено' }, sees: receipt },
  'finished.cancelled': { title: { en: 'Cancelled', ru: 'Отменено' }, sees: receipt },
  'finished.expired': { title: { en: 'Its time ran out', ru: 'Время вышло' }, sees: receipt },
};

export const paymentCalled = calledIn({ methods: methodsModel, form: describedFormModel });

export const paymentWords = {
  ...wordsOfLanguage,
  ...operationModel.eventWords,
  ...describedFormModel.eventWords,
  ...methodsModel.eventWords,
  'user.again': { en: 'repeat it', ru: 'повторите' },
  'user.replacement opened': { en: 'open what took its place', ru: 'откройте то, что её заменило' },
  'user.printed': { en: 'print the receipt', ru: 'распечатайте квитанцию' },
  'user.left operation opened': { en: 'open the operation that was left', ru: 'откройте оставленную операцию' },
  'methods.chosen': { en: 'a method is chosen', ru: 'способ выбран' },
  'methods.filtered': { en: 'the choice is narrowed', ru: 'выбор сужен' },
  'methods.order opened': { en: 'an unpaid order is opened', ru: 'открывается неоплаченный заказ' },
  'form.methods wanted': { en: 'the form gives way to the choice', ru: 'форма уступает место выбору' },
  'form.sent before': { en: 'this draft was confirmed before', ru: 'этот черновик уже подтверждали' },
  'form.holding': { en: 'an amount is put in or taken out', ru: 'в поле появилась или исчезла сумма' },
  'operation.opened': { en: 'the operation has its id', ru: 'у операции появился номер' },
  'operation.confirming': { en: 'a step that nothing may cover', ru: 'шаг, который нельзя закрывать' },
  'operation.confirmed': { en: 'a confirmation is on its way', ru: 'подтверждение отправлено' },
  'operation.turned away': { en: 'the confirmation was turned away', ru: 'подтверждение отклонено' },
  'operation.submitted': { en: 'the confirmation was taken', ru: 'подтверждение принято' },
  'operation.copied': { en: 'a detail is to be copied', ru: 'реквизит копируется' },
  'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
};

import type { AnyMachineSnapshot } from 'xstate';
import type { OperationStatus } from '../../../contract/operation.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { calledIn, says, seesIn } from '../../form/sights.ts';
import { defineModel, type Asked, type Sight } from '../../model.ts';
import operationModel from '../../operation/operation.model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import type { OperationContext } from '../../operation/operation.context.ts';
import { stageOf, terms } from '../../operation/operation.sights.ts';
import { wordsOf } from '../../operation/operation.words.ts';
import {
  cardId,
  orderOf,
  plasticForm,
  sampleAddress,
  sampleCard,
  virtualForm,
} from '../../bank-card/bank-card.samples.ts';
import type { CardOrderContext } from './card-order.context.ts';
import { cardOrderMachine } from './card-order.machine.ts';
import type { CardFormContext } from './form.context.ts';
import formModel, { emptyOnes } from './form.model.ts';
import { otherLanguage, wordsOfLanguage } from '../../words/words.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as CardOrderContext;
const left = 'opsample0000000000019';

const form = (offer: string) => samplePlace('cards-order-id', `/cards/order/${offer}`, { id: offer });
const confirm = (operation: string, offer?: string) =>
  samplePlace(
    'cards-order-confirm',
    `/cards/order/confirm?operation=${operation}${offer ? `&offer=${offer}` : ''}`,
    {},
    { operation, ...(offer && { offer }) },
  );
const nowhere = samplePlace('cards-order-confirm', '/cards/order/confirm');
const input = (place: ReturnType<typeof form>) => ({ place, account: 'A-1001', site: null, email: null });

const told =
  (status: OperationStatus) =>
  ({ asker }: Asked) => {
    const order = orderOf(status, asker.context as OperationContext);
    return answered(status === 'completed' ? { ...order, card: sampleCard('active', { id: order.id }) } : order);
  };
const statuses = {
  open: told('open'),
  'under way': told('processing'),
  completed: told('completed'),
  failed: told('failed'),
  cancelled: told('cancelled'),
  expired: told('expired'),
};

const isVirtual = ({ input: asked }: Asked): boolean =>
  (asked as { query?: { offer?: string } } | undefined)?.query?.offer === virtualForm.offer.id;

/** The notice about an order that goes on, on every screen from which it can be opened. */
const leftBehind = (snapshot: AnyMachineSnapshot): Sight[] =>
  contextOf(snapshot).leftBehind ? says('exchange.left_behind', 'exchange.left_behind.open') : [];
const steps = says('card_order.step.fill', 'card_order.step.review', 'card_order.step.make');

const receipt = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { outcome, offer } = contextOf(snapshot);
  if (!outcome) return [];
  const isMade = outcome.status === 'completed';
  return [
    ...says(
      wordsOf.ended(outcome),
      'card_order.other',
      'operation.print',
      'operation.ask',
      'operation.created',
      'operation.number',
    ),
    ...(isMade ? says('card_order.open') : []),
    ...(isMade || offer === null ? [] : says('card_order.again')),
    ...terms(outcome),
    ...(outcome.reason ? says(wordsOf.reason(outcome)) : []),
  ];
};

export default defineModel({
  name: 'card-order',
  title: { en: 'Card order', ru: 'Заказ карты' },
  machine: cardOrderMachine,
  view: 'card-order/card-order',
  inputs: {
    'of a card of plastic': input(form('plastic_usd')),
    'of a virtual card': input(form('virtual_eur')),
    'by the address of an operation': input(confirm(cardId, 'plastic_usd')),
    'by the address of an operation that names no card': input(confirm(cardId)),
    'of no card at all': input(nowhere),
  },
  events: {
    ...operationModel.events,
    'user.field filled': (snapshot) =>
      (snapshot.context as Partial<CardFormContext>).form?.fields.length ? [{ field: 'city', value: 'Belgrade' }] : [],
    'user.submitted': [{}],
    'user.other card wanted': [{}],
    'user.card opened': [{}],
    'user.again': [{}],
    'user.retried': [{}],
    'user.printed': [{}],
    'user.left operation opened': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
    'signal.wallets': [{ wallets: [], seq: 5 }],
    'port.online': [{ at: 0 }],
    'house.arrived': [
      { place: form('plastic_usd') },
      { place: form('virtual_eur') },
      { place: confirm(left, 'plastic_usd') },
      { place: nowhere },
    ],
  },
  outcomes: {
    'card.order_form': {
      done: {
        'the form with the last address': (asked: Asked) =>
          answered(isVirtual(asked) ? virtualForm : { ...plasticForm, values: sampleAddress }),
        'an answer of another shape': answered(null),
      },
      error: { network: failures.network },
    },
    'draft.read': {
      done: { 'no draft': null, 'a draft that was confirmed': { values: { city: 'Belgrade' }, operation: left } },
    },
    'fields.check': { done: { 'whether a field is empty': emptyOnes } },
    'card.order': {
      done: { 'the terms': told('open'), 'an answer of another shape': answered(null) },
      error: {
        'wrong in a field': refused('invalid', 422, { fields: { city: 'bad_format' } }),
        'too little money': refused('insufficient_funds', 422, { params: { available: '0.50' } }),
        'the one before was sent after all': refused('already_submitted', 409),
        network: failures.network,
      },
    },
    'card.confirm': {
      done: { 'under way': told('processing') },
      error: { refused: refused('too_many_cards', 409, { params: { most: 5 } }), network: failures.network },
    },
    'card.details': { done: statuses },
    'card.cancel': {
      done: { cancelled: told('cancelled') },
      error: { 'it is too late': refused('too_late', 409), network: failures.network },
    },
    'operation.read': { done: statuses, error: { absent: failures.absent } },
    'clock.ticks': operationModel.outcomes['clock.ticks'] ?? {},
    'page.life': operationModel.outcomes['page.life'] ?? {},
  },
  facet: (snapshot) => {
    const { leftBehind: goesOn, trouble, wrong, operation, outcome, offer } = contextOf(snapshot);
    return [
      goesOn !== null,
      trouble?.code ?? '',
      Object.keys(wrong).length > 0,
      operation !== null,
      outcome !== null && offer === null,
      stageOf(snapshot),
    ];
  },
  called: calledIn({ form: formModel }),
  eventWords: {
    ...wordsOfLanguage,
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    ...operationModel.eventWords,
    ...formModel.eventWords,
    'user.card opened': { en: 'open the card', ru: 'откройте карту' },
    'user.again': { en: 'order it again', ru: 'закажите ещё раз' },
    'user.printed': { en: 'print the receipt', ru: 'распечатайте квитанцию' },
    'user.left operation opened': { en: 'open the operation that was left', ru: 'откройте оставленную операцию' },
    'form.offers wanted': { en: 'the form gives way to the list', ru: 'форма уступает место списку' },
    'form.sent before': { en: 'this draft was confirmed before', ru: 'этот черновик уже подтверждали' },
    'form.holding': { en: 'something is put in', ru: 'в форму что-то введено' },
    'operation.opened': { en: 'the operation has its id', ru: 'у операции появился номер' },
    'operation.confirming': { en: 'a step that nothing may cover', ru: 'шаг, который нельзя закрывать' },
    'operation.confirmed': { en: 'a confirmation is on its way', ru: 'подтверждение отправлено' },
    'operation.turned away': { en: 'the confirmation was turned away', ru: 'подтверждение отклонено' },
    'operation.submitted': { en: 'the confirmation was taken', ru: 'подтверждение принято' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
  },
  states: {
    nowhere: {
      title: { en: 'The list of cards is on its way', ru: 'Открывается список карт' },
      sees: () => says('card_order.leading'),
    },
    filling: {
      title: { en: 'The form', ru: 'Форма' },
      sees: (snapshot) => [...leftBehind(snapshot), ...seesIn(formModel, 'form')(snapshot)],
    },
    operating: {
      title: { en: 'The operation', ru: 'Операция' },
      sees: (snapshot) => [...steps, ...seesIn(operationModel, 'operation')(snapshot)],
    },
    broken: {
      title: { en: 'A part of the page fell over', ru: 'Часть страницы сломалась' },
      sees: () => says('exchange.broken.title', 'exchange.broken.text', 'form.retry'),
    },
    'finished.succeeded': { title: { en: 'Done: the receipt', ru: 'Готово: квитанция' }, sees: receipt },
    'finished.failed': { title: { en: 'The card was not made', ru: 'Карту не выпустили' }, sees: receipt },
    'finished.cancelled': { title: { en: 'The order was taken back', ru: 'Заказ отменён' }, sees: receipt },
    'finished.expired': {
      title: { en: 'The time ran out, nothing was sent', ru: 'Время вышло, ничего не отправлено' },
      sees: receipt,
    },
  },
});

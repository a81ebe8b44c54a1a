import { assign, sendParent, setup } from 'xstate';
import { cardCancel, cardConfirm, cardDetailsRead, cardOrder } from '../../../contract/calls/card.ts';
import type { SentBefore } from '../../form/draft.ts';
import { given } from '../../given.ts';
import { aroundWords, type AroundWordsNews } from '../../operation/around-words.chart.ts';
import { around, aroundDraft, intoBroken, type Ended } from '../../operation/around.chart.ts';
import { filledFrom, leftBy, operationOfQuery, replacedAfter, type Arrival } from '../../operation/around.context.ts';
import type { OperationNews } from '../../operation/operation.context.ts';
import { operationOf } from '../../operation/operation-of.ts';
import { call } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent, Signal } from '../../root/events.ts';
import {
  askOf,
  begun,
  filledBy,
  formPath,
  fresh,
  heldIn,
  listPath,
  offerOfPlace,
  operationPath,
  repeated,
  turnedAway,
  type CardOrderContext,
  type Filled,
} from './card-order.context.ts';
import { draftOf, type CardFormNews } from './form.context.ts';
import { cardFormMachine } from './form.machine.ts';
import { besideIt } from '../../words/words.machine.ts';

type CardOrderEvent =
  | { type: 'user.again' | 'user.retried' | 'user.printed' | 'user.left operation opened' }
  | { type: 'user.card opened' | 'user.other card wanted' }
  | CardFormNews
  | SentBefore
  | OperationNews
  | AroundWordsNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' | 'house.language' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.online' }>;

const operation = operationOf({ check: cardOrder, submit: cardConfirm, status: cardDetailsRead }).provide({
  actors: { cancel: call(cardCancel) as never },
});

/** Under which name a device keeps what was put into the form. */
const draftIn = ({ account, offer }: CardOrderContext) => draftOf({ account, offer: offer ?? '' });

/** A card is ordered: its form, then the operation, then its receipt. The address alone says where it stands. */
export const cardOrderMachine = setup({
  types: {
    context: {} as CardOrderContext,
    events: {} as CardOrderEvent,
    input: {} as FlowInput,
    tags: {} as 'attention' | 'finished' | 'safe to reload',
  },
  actors: { form: cardFormMachine, operation, ...aroundWords.actors },
  guards: {
    ...around.guards,
    ...aroundDraft.guards,
    'a card is named': ({ context }) => context.offer !== null,
    'it leads elsewhere': ({ context }, { place }: Arrival) =>
      offerOfPlace(place) !== context.offer || (operationOfQuery(place) ?? context.operation) !== context.operation,
    'it names no operation': ({ context }, { place }: Arrival) =>
      operationOfQuery(place) === null && context.operation !== null,
    'it is the form of this operation, and nothing was sent': ({ context }, { place }: Arrival) =>
      operationOfQuery(place) === null &&
      context.operation !== null &&
      context.step === 'reviewing' &&
      offerOfPlace(place) === context.offer,
    'it may be ordered again': ({ context: { outcome, offer } }) => outcome?.status !== 'completed' && offer !== null,
  },
  actions: {
    ...around.actions,
    ...aroundDraft.actions,
    ...aroundWords.actions,
    'take the place': assign(({ context }, { place }: Arrival) => ({
      ...fresh(place),
      replaces: replacedAfter(context, operationOfQuery(place)),
      leftBehind: operationOfQuery(place) === context.leftBehind?.id ? null : context.leftBehind,
    })),
    'take the form': assign((_, { output }: Filled) => ({ ...output, wrong: {}, trouble: null })),
    'keep what was said': assign(({ context }, { output }: Ended) => turnedAway({ output }, context)),
    'say what is held': sendParent(({ context }): FlowEvent => ({ type: 'flow.holding', holding: heldIn(context) })),
    'note what was sent before': assign(({ context: { offer } }, { id }: { id: string }) => ({
      leftBehind: { id, offer },
    })),
    'leave the operation behind': assign(({ context }) => ({
      leftBehind: leftBy(context, (id) => ({ id, offer: context.offer })),
    })),
    'fill the form from it': assign(({ context }, { output }: Ended) => filledFrom(context, output, filledBy)),
    'fill the form again': assign(repeated),
    'name the operation in the address': sendParent(({ context }, { id }: { id: string }): FlowEvent => ({
      type: 'flow.navigate',
      to: operationPath({ id, offer: context.offer }),
      ...(context.operation === null ? {} : { replace: true }),
    })),
    'open the form': sendParent(({ context }): FlowEvent => ({ type: 'flow.navigate', to: formPath(context.offer) })),
    'put the form into the address': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: formPath(context.offer),
      replace: true,
    })),
    'open what was left': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: context.leftBehind ? operationPath(context.leftBehind) : listPath,
    })),
    'open the card': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: `/cards/my/${context.outcome?.id ?? ''}`,
    })),
    'open the list': sendParent({ type: 'flow.navigate', to: listPath } satisfies FlowEvent),
    'lead to the list': sendParent({ type: 'flow.navigate', to: listPath, replace: true } satisfies FlowEvent),
  },
}).createMachine({
  id: 'card-order',
  context: ({ input }) => begun(input),
  invoke: besideIt,
  initial: 'opening',
  on: {
    'house.arrived': {
      guard: { type: 'it leads elsewhere', params: given },
      target: '.opening',
      actions: { type: 'take the place', params: given },
    },
  },
  states: {
    opening: {
      always: [
        { guard: 'an operation is named', target: 'operating' },
        { guard: 'a card is named', target: 'filling' },
        { target: 'nowhere' },
      ],
    },

    /** Which card it is about is chosen in the list. */
    nowhere: { tags: 'safe to reload', entry: 'lead to the list' },

    filling: {
      tags: 'safe to reload',
      entry: 'say what is held',
      invoke: {
        src: 'form',
        id: 'form',
        input: ({ context: { account, offer, form, values, wrong, trouble } }) => ({
          ...{ account, offer: offer ?? '', form, values, wrong, trouble },
        }),
        onDone: { target: 'operating', actions: { type: 'take the form', params: given } },
        onError: intoBroken,
      },
      on: {
        'form.offers wanted': { actions: 'open the list' },
        'signal.wallets': { actions: 'forward to the form' },
        ...aroundDraft.filling,
        ...around.states.filling.on,
        ...aroundWords.filling,
      },
    },

    /** `operation` and what stands around it are the same for every flow. */
    operating: {
      invoke: {
        src: 'operation',
        id: 'operation',
        input: ({ context }) => ({
          kind: 'card_order',
          ...(context.operation === null ? { ask: askOf(context) } : { id: context.operation }),
        }),
        ...around.states.operating.invoke,
      },
      exit: around.states.operating.exit,
      on: {
        ...around.states.operating.on,
        ...aroundWords.operating,
        ...aroundDraft.operating(draftIn),
      },
    },

    returning: {
      always: [
        { guard: 'a card is named', target: 'filling', actions: 'forget the operation' },
        { target: 'nowhere', actions: 'forget the operation' },
      ],
    },
    broken: around.states.broken,

    finished: {
      ...aroundWords.finished,
      on: {
        'user.card opened': { guard: 'it succeeded', actions: 'open the card' },
        'user.again': {
          guard: 'it may be ordered again',
          target: 'filling',
          actions: ['fill the form again', 'open the form'],
        },
        'user.other card wanted': { actions: 'open the list' },
        ...aroundWords.finished.on,
      },
    },
  },
});

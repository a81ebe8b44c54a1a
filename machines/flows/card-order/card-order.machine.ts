import { assign, sendParent, sendTo, setup } from 'xstate';
import { cardCancel, cardConfirm, cardDetailsRead, cardOrder } from '../../../contract/calls/card.ts';
import type { SentBefore } from '../../form/draft.ts';
import { troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { around, intoBroken, type Ended } from '../../operation/around.chart.ts';
import { progressOf, type Covering, type OperationNews } from '../../operation/operation.context.ts';
import { operationOf } from '../../operation/operation-of.ts';
import { call } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';
import {
  askOf,
  begun,
  formPath,
  fresh,
  heldIn,
  listPath,
  offerOfPlace,
  operationOfPlace,
  operationPath,
  repeated,
  turnedAway,
  type Arrival,
  type CardOrderContext,
  type Filled,
} from './card-order.context.ts';
import { draftOf, type CardFormNews } from './form.context.ts';
import { cardFormMachine } from './form.machine.ts';

type CardOrderEvent =
  | { type: 'user.again' | 'user.retried' | 'user.printed' | 'user.left operation opened' }
  | { type: 'user.card opened' | 'user.other card wanted' }
  | CardFormNews
  | SentBefore
  | OperationNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' }>
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
  actors: { form: cardFormMachine, operation },
  guards: {
    ...around.guards,
    ...around.draftGuards,
    'a card is named': ({ context }) => context.offer !== null,
    'it leads elsewhere': ({ context }, { place }: Arrival) =>
      offerOfPlace(place) !== context.offer || (operationOfPlace(place) ?? context.operation) !== context.operation,
    'it names no operation': ({ context }, { place }: Arrival) =>
      operationOfPlace(place) === null && context.operation !== null,
    'it is the form of this operation, and nothing was sent': ({ context }, { place }: Arrival) =>
      operationOfPlace(place) === null &&
      context.operation !== null &&
      context.step === 'reviewing' &&
      offerOfPlace(place) === context.offer,
    'it may be ordered again': ({ context: { outcome, offer } }) => outcome?.status !== 'completed' && offer !== null,
  },
  actions: {
    'take the place': assign(({ context }, { place }: Arrival) => ({
      ...fresh(place),
      leftBehind: operationOfPlace(place) === context.leftBehind?.id ? null : context.leftBehind,
    })),
    'take the form': assign((_, { output }: Filled) => ({ ...output, wrong: {}, trouble: null })),
    'keep what was said': assign(({ context }, { output }: Ended) => turnedAway({ output }, context)),
    'keep that it was not found': assign({ trouble: { code: 'not_found' } }),
    'keep what broke': assign((_, { error }: { error: unknown }) => ({ trouble: troubleOf(error) })),
    'forget what broke': assign({ trouble: null }),
    'keep the operation': assign((_, { id }: { id: string }) => ({ operation: id, leftBehind: null })),
    'keep whether it is reviewed': assign((_, heard: Covering) => progressOf(heard)),
    'note that something is held': assign((_, { holding }: { holding: boolean }) => ({ filledIn: holding })),
    'say what is held': sendParent(({ context }): FlowEvent => ({ type: 'flow.holding', holding: heldIn(context) })),
    'keep the outcome': assign((_, { output }: Ended) => ('operation' in output ? { outcome: output.operation } : {})),
    'note what was sent before': assign(({ context: { offer } }, { id }: { id: string }) => ({
      leftBehind: { id, offer },
    })),
    'forget the operation': assign(({ context }) => ({
      operation: null,
      replaces: context.operation ?? context.replaces,
      step: 'unread' as const,
      onReview: false,
    })),
    'leave the operation behind': assign(({ context: { operation: id, offer, leftBehind } }) => ({
      leftBehind: id === null ? leftBehind : { id, offer },
    })),
    'fill the form again': assign(repeated),
    'mark the draft': effect<{ account: string; key: string; operation: string }>('draft.mark'),
    'drop the draft': effect<{ account: string; key: string; operation: string }>('draft.drop'),
    'print the receipt': effect('page.print'),
    'forward to the form': sendTo('form', ({ event }) => event),
    'forward to the operation': sendTo('operation', ({ event }) => event),
    'forbid or allow covering': sendParent((_, { confirming }: Pick<Covering, 'confirming'>): FlowEvent => ({
      type: 'flow.confirming',
      confirming,
    })),
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
        'form.sent before': around.formSentBefore,
        'form.holding': {
          actions: [{ type: 'note that something is held', params: given }, 'say what is held'],
        },
        'house.signed in': { actions: 'forward to the form' },
        'port.online': { actions: 'forward to the form' },
        'user.left operation opened': { guard: 'an operation was left behind', actions: 'open what was left' },
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
        'operation.confirmed': {
          actions: {
            type: 'mark the draft',
            params: ({ context, event }) => ({ ...draftIn(context), operation: event.id }),
          },
        },
        'operation.submitted': {
          actions: {
            type: 'drop the draft',
            params: ({ context, event }) => ({ ...draftIn(context), operation: event.id }),
          },
        },
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
      ...around.states.finished,
      on: {
        'user.card opened': { guard: 'it succeeded', actions: 'open the card' },
        'user.again': {
          guard: 'it may be ordered again',
          target: 'filling',
          actions: ['fill the form again', 'open the form'],
        },
        'user.other card wanted': { actions: 'open the list' },
        ...around.states.finished.on,
      },
    },
  },
});

import { assign, sendParent, setup } from 'xstate';
import { exchangeAllCheck, exchangeAllStatus, exchangeAllSubmit } from '../../../contract/calls/exchange-all.ts';
import { given } from '../../given.ts';
import { around, aroundDraft, intoBroken, type Ended } from '../../operation/around.chart.ts';
import { filledFrom, leftBy, operationOfQuery, replacedAfter, type Arrival } from '../../operation/around.context.ts';
import type { OperationNews } from '../../operation/operation.context.ts';
import { operationOf } from '../../operation/operation-of.ts';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent, Signal } from '../../root/events.ts';
import type { SentBefore } from '../../form/draft.ts';
import { filterOf, type FormNews } from './form.context.ts';
import { exchangeAllFormMachine } from './form.machine.ts';
import {
  addressOf,
  askOf,
  filledBy,
  fresh,
  heldIn,
  intoOfPlace,
  objections,
  type Asked,
  type ExchangeAllContext,
} from './exchange-all.context.ts';

type ExchangeAllEvent =
  | { type: 'user.again' | 'user.retried' | 'user.printed' | 'user.left operation opened' }
  | FormNews
  | SentBefore
  | OperationNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.online' }>;

const exchangeAllCalls = { check: exchangeAllCheck, submit: exchangeAllSubmit, status: exchangeAllStatus };

const marked = <Name extends string>(type: Name) => ({
  type,
  params: ({ context, event }: { context: ExchangeAllContext; event: { id: string } }) => ({
    ...filterOf(context),
    operation: event.id,
  }),
});

/** Every wallet into one currency: a form, then one operation with a line a wallet. The address alone says where it stands. */
export const exchangeAllMachine = setup({
  types: {
    context: {} as ExchangeAllContext,
    events: {} as ExchangeAllEvent,
    input: {} as FlowInput,
    tags: {} as 'attention' | 'finished' | 'safe to reload',
  },
  actors: { form: exchangeAllFormMachine, operation: operationOf(exchangeAllCalls) },
  guards: {
    ...around.guards,
    ...aroundDraft.guards,
    'it leads elsewhere': ({ context }, { place }: Arrival) =>
      intoOfPlace(place) !== context.into || (operationOfQuery(place) ?? context.operation) !== context.operation,
    'it names no operation': ({ context }, { place }: Arrival) =>
      operationOfQuery(place) === null && context.operation !== null,
    'it is the form of this operation, and nothing was sent': ({ context }, { place }: Arrival) =>
      operationOfQuery(place) === null &&
      context.operation !== null &&
      context.step === 'reviewing' &&
      intoOfPlace(place) === context.into,
  },
  actions: {
    ...around.actions,
    ...aroundDraft.actions,
    'take the place': assign(({ context }, { place }: Arrival) => ({
      ...fresh(place),
      replaces: replacedAfter(context, operationOfQuery(place)),
      leftBehind: operationOfQuery(place) === context.leftBehind?.id ? null : context.leftBehind,
    })),
    'take the form': assign((_, { output: { form, leftOut } }: Asked) => ({
      form,
      leftOut,
      taken: null,
      trouble: null,
    })),
    'keep what is left out': assign((_, { leftOut }: { leftOut: string[] | null }) => ({ leftOut })),
    'keep what was said': assign(({ context }, { output }: Ended) =>
      output.kind === 'rejected' ? objections(output, context) : {},
    ),
    'fill the form from it': assign(({ context }, { output }: Ended) => filledFrom(context, output, filledBy)),
    'say what is held': sendParent(({ context }): FlowEvent => ({ type: 'flow.holding', holding: heldIn(context) })),
    'leave the operation behind': assign(({ context }) => ({
      leftBehind: leftBy(context, (id) => ({ id, into: context.into })),
    })),
    'note what was sent before': assign((_, { id }: { id: string }) => ({ leftBehind: { id, into: null } })),
    'begin anew': assign({ form: null, trouble: null, operation: null, replaces: null, step: 'unread', outcome: null }),
    'name the operation in the address': sendParent(({ context }, { id }: { id: string }): FlowEvent => ({
      type: 'flow.navigate',
      to: addressOf(context.into, id),
      ...(context.operation === null ? {} : { replace: true }),
    })),
    'open the currency': sendParent((_, { value }: { value: string }): FlowEvent => ({
      type: 'flow.navigate',
      to: addressOf(value),
      replace: true,
    })),
    'open the form': sendParent(({ context }): FlowEvent => ({ type: 'flow.navigate', to: addressOf(context.into) })),
    'put the form into the address': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: addressOf(context.into),
      replace: true,
    })),
    'open what was left': sendParent(({ context: { leftBehind } }): FlowEvent => ({
      type: 'flow.navigate',
      to: addressOf(leftBehind?.into ?? null, leftBehind?.id),
    })),
  },
}).createMachine({
  id: 'exchange-all',
  context: ({ input }) => ({ ...fresh(input.place), account: input.account ?? '', leftBehind: null, leftOut: null }),
  initial: 'opening',
  on: {
    'house.arrived': {
      guard: { type: 'it leads elsewhere', params: given },
      target: '.opening',
      actions: { type: 'take the place', params: given },
    },
  },
  states: {
    opening: { always: [{ guard: 'an operation is named', target: 'operating' }, { target: 'filling' }] },

    filling: {
      tags: 'safe to reload',
      entry: 'say what is held',
      invoke: {
        src: 'form',
        id: 'form',
        input: ({ context: { account, into, leftOut, taken, form, trouble } }) => ({
          ...{ account, into, leftOut, taken, form, trouble },
        }),
        onDone: {
          target: 'operating',
          actions: { type: 'take the form', params: given },
        },
        onError: intoBroken,
      },
      on: {
        'form.sent before': aroundDraft.filling['form.sent before'],
        'signal.wallets': { actions: 'forward to the form' },
        'form.left out': { actions: { type: 'keep what is left out', params: given } },
        'form.currency wanted': { actions: { type: 'open the currency', params: given } },
        ...around.states.filling.on,
      },
    },

    /** `operation` and what stands around it are the same for every flow. */
    operating: {
      invoke: {
        src: 'operation',
        id: 'operation',
        input: ({ context }) => ({
          kind: 'exchange_all',
          ...(context.operation === null ? askOf(context) : { id: context.operation }),
        }),
        ...around.states.operating.invoke,
      },
      exit: around.states.operating.exit,
      on: {
        ...around.states.operating.on,
        /** What was left out stays for the next time: only the mark comes and goes. */
        'operation.confirmed': { actions: marked('mark the draft') },
        'operation.turned away': { actions: marked('unmark the draft') },
        'operation.submitted': { actions: marked('unmark the draft') },
      },
    },

    returning: around.states.returning,
    broken: around.states.broken,

    finished: {
      ...around.states.finished,
      on: {
        'user.again': { target: 'filling', actions: ['begin anew', 'open the form'] },
        ...around.states.finished.on,
      },
    },
  },
});

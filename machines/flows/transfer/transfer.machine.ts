import { assign, sendParent, setup } from 'xstate';
import { transferCheck, transferStatus, transferSubmit } from '../../../contract/calls/transfer.ts';
import type { SentBefore } from '../../form/draft.ts';
import { given } from '../../given.ts';
import { around, aroundDraft, intoBroken, type Ended } from '../../operation/around.chart.ts';
import { anew, filledFrom, heldBy, leftBy, operationOfQuery, type Arrival } from '../../operation/around.context.ts';
import type { OperationNews } from '../../operation/operation.context.ts';
import { operationOf } from '../../operation/operation-of.ts';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent, Signal } from '../../root/events.ts';
import { draftOf, type FormNews } from './form.context.ts';
import { transferFormMachine } from './form.machine.ts';
import {
  address,
  addressOf,
  askOf,
  filledBy,
  fresh,
  objections,
  type Asked,
  type TransferContext,
} from './transfer.context.ts';

type TransferEvent =
  | { type: 'user.again' | 'user.retried' | 'user.printed' | 'user.left operation opened' }
  | FormNews
  | SentBefore
  | OperationNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.online' }>;

const transferCalls = { check: transferCheck, submit: transferSubmit, status: transferStatus };

/** Money to another person: a form, then the operation, then its receipt. The address alone says where it stands. */
export const transferMachine = setup({
  types: {
    context: {} as TransferContext,
    events: {} as TransferEvent,
    input: {} as FlowInput,
    tags: {} as 'attention' | 'finished' | 'safe to reload',
  },
  actors: { form: transferFormMachine, operation: operationOf(transferCalls) },
  guards: {
    ...around.guards,
    ...aroundDraft.guards,
    'it names another operation': ({ context }, { place }: Arrival) =>
      (operationOfQuery(place) ?? context.operation) !== context.operation,
    'it names no operation': ({ context }, { place }: Arrival) =>
      operationOfQuery(place) === null && context.operation !== null,
    'it is the form of this operation, and nothing was sent': ({ context }, { place }: Arrival) =>
      operationOfQuery(place) === null && context.operation !== null && context.step === 'reviewing',
    'it is theirs to repeat': ({ context }) => context.outcome?.incoming !== true,
  },
  actions: {
    ...around.actions,
    ...aroundDraft.actions,
    'take the place': assign(({ context }, { place }: Arrival) => ({
      ...fresh(place),
      leftBehind: operationOfQuery(place) === context.leftBehind ? null : context.leftBehind,
    })),
    'take the form': assign((_, { output: { filled, form } }: Asked) => ({ filled, form, refused: {}, trouble: null })),
    'keep what was said': assign(({ context }, { output }: Ended) =>
      output.kind === 'rejected' ? objections(output, context) : {},
    ),
    'say what is held': sendParent(({ context }): FlowEvent => ({ type: 'flow.holding', holding: heldBy(context) })),
    'note what was sent before': assign((_, { id }: { id: string }) => ({ leftBehind: id })),
    'leave the operation behind': assign(({ context }) => ({ leftBehind: leftBy(context, (id) => id) })),
    'fill the form from it': assign(({ context }, { output }: Ended) => filledFrom(context, output, filledBy)),
    'fill the form again': assign(({ context: { outcome } }) => (outcome ? { ...filledBy(outcome), ...anew } : {})),
    'name the operation in the address': sendParent(({ context }, { id }: { id: string }): FlowEvent => ({
      type: 'flow.navigate',
      to: addressOf(id),
      ...(context.operation === null ? {} : { replace: true }),
    })),
    'open the form': sendParent({ type: 'flow.navigate', to: address } satisfies FlowEvent),
    'put the form into the address': sendParent({
      type: 'flow.navigate',
      to: address,
      replace: true,
    } satisfies FlowEvent),
    'open what was left': sendParent(({ context: { leftBehind } }): FlowEvent => ({
      type: 'flow.navigate',
      to: leftBehind === null ? address : addressOf(leftBehind),
    })),
  },
}).createMachine({
  id: 'transfer',
  context: ({ input }) => ({ ...fresh(input.place), account: input.account ?? '', leftBehind: null }),
  initial: 'opening',
  on: {
    'house.arrived': {
      guard: { type: 'it names another operation', params: given },
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
        input: ({ context: { account, filled, form, refused, trouble } }) => ({
          ...{ account, filled, form, refused, trouble },
        }),
        onDone: {
          target: 'operating',
          actions: { type: 'take the form', params: given },
        },
        onError: intoBroken,
      },
      on: {
        'signal.wallets': { actions: 'forward to the form' },
        ...aroundDraft.filling,
        ...around.states.filling.on,
      },
    },

    /** `operation` and what stands around it are the same for every flow. */
    operating: {
      invoke: {
        src: 'operation',
        id: 'operation',
        input: ({ context }) => ({
          kind: 'transfer',
          ...(context.operation === null ? { ask: askOf(context) } : { id: context.operation }),
        }),
        ...around.states.operating.invoke,
      },
      exit: around.states.operating.exit,
      on: {
        ...around.states.operating.on,
        ...aroundDraft.operating(draftOf),
      },
    },

    returning: around.states.returning,
    broken: around.states.broken,

    finished: {
      ...around.states.finished,
      on: {
        'user.again': {
          guard: 'it is theirs to repeat',
          target: 'filling',
          actions: ['fill the form again', 'open the form'],
        },
        ...around.states.finished.on,
      },
    },
  },
});

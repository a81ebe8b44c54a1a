import { assign, sendParent, setup } from 'xstate';
import { exchangeCheck, exchangeStatus, exchangeSubmit } from '../../../contract/calls/exchange-operation.ts';
import type { SentBefore } from '../../form/draft.ts';
import { otherSide, type Entry } from '../../form/amount.ts';
import { around, aroundDraft, intoBroken, type Ended } from '../../operation/around.chart.ts';
import {
  anew,
  filledFrom,
  heldBy,
  leftBy,
  operationOfQuery,
  replacedAfter,
  type Arrival,
} from '../../operation/around.context.ts';
import type { OperationNews } from '../../operation/operation.context.ts';
import { operationOf } from '../../operation/operation-of.ts';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';
import {
  filledBy,
  fresh,
  isPair,
  objections,
  operationInput,
  pathOf,
  saysAmount,
  type ExchangeContext,
  type Filled,
} from './exchange.context.ts';
import { draftOf, type FormNews } from './form.context.ts';
import { formMachine } from './form.machine.ts';
import { given } from '../../given.ts';

type ExchangeEvent =
  | { type: 'user.again' | 'user.retried' | 'user.another pair wanted' | 'user.printed' }
  | { type: 'user.left operation opened' }
  | FormNews
  | SentBefore
  | OperationNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' }>;

const holding = aroundDraft.filling['form.holding'];
const exchangeCalls = { check: exchangeCheck, submit: exchangeSubmit, status: exchangeStatus, read: exchangeStatus };

/** One exchange: its form, then its operation, then the receipt. The address alone says where it stands. */
export const exchangeMachine = setup({
  types: {
    context: {} as ExchangeContext,
    events: {} as ExchangeEvent,
    input: {} as FlowInput,
    tags: {} as 'attention' | 'finished' | 'safe to reload',
  },
  actors: {
    form: formMachine,
    operation: operationOf(exchangeCalls),
  },
  guards: {
    ...around.guards,
    ...aroundDraft.guards,
    'it leads elsewhere': ({ context }, { place }: Arrival) =>
      !isPair(place, context) || (operationOfQuery(place) ?? context.operation) !== context.operation,
    'it names no operation': ({ context }, { place }: Arrival) =>
      operationOfQuery(place) === null && context.operation !== null,
    'it is the form of this operation, and nothing was sent': ({ context }, { place }: Arrival) =>
      operationOfQuery(place) === null &&
      context.operation !== null &&
      context.step === 'reviewing' &&
      isPair(place, context),
    'the address says an amount': ({ context }) => context.ofAddress,
    'its amount is to be checked': (_, { output }: Filled) => output.kind === 'asked',
  },
  actions: {
    ...around.actions,
    ...aroundDraft.actions,
    'take the place': assign(({ context }, { place }: Arrival) => ({
      ...fresh(place),
      replaces: replacedAfter(context, operationOfQuery(place)),
      leftBehind: operationOfQuery(place) === context.leftBehind?.id ? null : context.leftBehind,
    })),
    'note whether the address says an amount': assign((_, { place }: Arrival) =>
      operationOfQuery(place) === null ? { ofAddress: saysAmount(place) } : {},
    ),
    'take the form': assign((_, { output: { entry, form, formPath } }: Filled) => ({
      entry,
      form,
      formPath,
      quoted: null,
      refused: null,
      trouble: null,
    })),
    'swap the sides': assign(({ context }) => ({
      src: context.dst,
      dst: context.src,
      entry: { ...context.entry, side: otherSide(context.entry.side) },
      form: null,
      swapped: true,
    })),
    'keep what was said': assign(({ context }, { output }: Ended) =>
      output.kind === 'rejected' ? objections(output, context) : {},
    ),
    'say what is held': sendParent(({ context }): FlowEvent => ({ type: 'flow.holding', holding: heldBy(context) })),
    'tell the house': sendParent(({ event }) => event),
    'note what was sent before': assign(({ context: { src, dst } }, { id }: { id: string }) => ({
      leftBehind: { id, src, dst },
    })),
    'leave the operation behind': assign(({ context }) => ({
      leftBehind: leftBy(context, (id) => ({ id, src: context.src, dst: context.dst })),
    })),
    'fill the form from it': assign(({ context }, { output }: Ended) => filledFrom(context, output, filledBy)),
    'fill the form again': assign(({ context: { outcome } }) => (outcome ? { ...filledBy(outcome), ...anew } : {})),
    'keep the draft': effect<{ account: string; key: string; value: Entry }>('draft.keep'),
    'name the operation in the address': sendParent(({ context }, { id }: { id: string }): FlowEvent => ({
      type: 'flow.navigate',
      to: `${pathOf(context)}?operation=${id}`,
      ...(context.operation === null ? {} : { replace: true }),
    })),
    'open the form': sendParent(({ context }): FlowEvent => ({ type: 'flow.navigate', to: pathOf(context) })),
    'put the form into the address': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: pathOf(context),
      replace: true,
    })),
    'open what was left': sendParent(({ context: { leftBehind } }): FlowEvent => ({
      type: 'flow.navigate',
      to: leftBehind ? `${pathOf(leftBehind)}?operation=${leftBehind.id}` : '/exchanges',
    })),
    'open the list': sendParent({ type: 'flow.navigate', to: '/exchanges' } satisfies FlowEvent),
  },
}).createMachine({
  id: 'exchange',
  context: ({ input }) => ({ ...fresh(input.place), account: input.account ?? '', leftBehind: null }),
  initial: 'opening',
  on: {
    'house.arrived': [
      {
        guard: { type: 'it leads elsewhere', params: given },
        target: '.opening',
        actions: { type: 'take the place', params: given },
      },
      { actions: { type: 'note whether the address says an amount', params: given } },
    ],
  },
  states: {
    opening: { always: [{ guard: 'an operation is named', target: 'operating' }, { target: 'filling' }] },

    filling: {
      tags: 'safe to reload',
      entry: 'say what is held',
      invoke: {
        src: 'form',
        id: 'form',
        input: ({ context: { account, src, dst, entry, form, formPath, swapped, refused, trouble, quoted } }) => ({
          ...{ account, src, dst, entry, form, formPath, swapped, refused, trouble, quoted },
        }),
        onDone: [
          {
            guard: { type: 'its amount is to be checked', params: given },
            target: 'operating',
            actions: [
              { type: 'take the form', params: given },
              { type: 'keep the draft', params: ({ context }) => ({ ...draftOf(context), value: context.entry }) },
            ],
          },
          {
            target: 'filling',
            reenter: true,
            actions: [{ type: 'take the form', params: given }, 'swap the sides', 'put the form into the address'],
          },
        ],
        onError: intoBroken,
      },
      on: {
        'form.list wanted': { actions: 'open the list' },
        ...aroundDraft.filling,
        'form.holding': [
          {
            guard: 'the address says an amount',
            actions: [...holding.actions, 'put the form into the address'],
          },
          holding,
        ],
        'flow.quote changed': { actions: 'tell the house' },
        ...around.states.filling.on,
      },
    },

    /** `operation` and what stands around it are the same for every flow. */
    operating: {
      invoke: {
        src: 'operation',
        id: 'operation',
        input: operationInput,
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
        'user.again': { target: 'filling', actions: ['fill the form again', 'open the form'] },
        'user.another pair wanted': { actions: 'open the list' },
        ...around.states.finished.on,
      },
    },
  },
});

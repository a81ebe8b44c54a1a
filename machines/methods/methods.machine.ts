import { and, assign, fromPromise, not, or, sendParent, setup, stateIn } from 'xstate';
import type { Answer, CallSpec } from '../../contract/call.ts';
import { operationCancel, operationsInProgress } from '../../contract/calls/operation.ts';
import { added } from '../../contract/limits.ts';
import { isCallError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { signedInAgain } from '../form/lost-session.ts';
import { late, troubleOf } from '../form/trouble.ts';
import { given } from '../given.ts';
import { call, calls } from '../root/calls.ts';
import type { PageLife } from '../root/events.ts';
import { notWired, source } from '../root/ports.ts';
import {
  askedFor,
  methodIn,
  shownMethods,
  stillRefused,
  unpaidOf,
  type MethodsAsked,
  type MethodsContext,
  type MethodsEvent,
  type MethodsInput,
  type MethodsNews,
} from './methods.context.ts';
import { askingForWords, besideIt, wordsMachine, wordsOf } from '../words/words.machine.ts';

type List<Item> = Answer<{ items: Item[] }>;
interface Chosen {
  value: string;
}
interface Thrown {
  error: unknown;
}

const listIsRead = or([stateIn({ list: 'loading' }), stateIn({ list: 'waiting' })]);
const ordersAreKnown = not(or([stateIn({ orders: 'asking' }), stateIn({ orders: 'unread' })]));
const inAgain = { target: 'asking', actions: 'forget that nobody was signed in' } as const;
const askForTheSame = {
  type: 'ask for the words',
  params: ({ context }: { context: MethodsContext }) => ({ params: { id: context.asked } }),
} as const;

/** What money comes by or leaves by, and beside it the orders that wait to be paid. */
export const methodsMachine = setup({
  types: {
    context: {} as MethodsContext,
    events: {} as MethodsEvent,
    input: {} as MethodsInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(operationsInProgress, operationCancel),
    methods: fromPromise<List<PaymentMethod>, MethodsAsked>(() => Promise.reject(notWired('methods'))),
    words: wordsMachine,
    'page.life': source<PageLife>('page.life'),
  },
  delays: { 'an answer is overdue': added.answer + 5_000, 'orders keep the list waiting': 1_000 },
  guards: {
    'there are none': (_, { output }: { output: List<PaymentMethod> }) => output.payload.items.length === 0,
    'only a part was asked for': ({ context }) => context.asked !== 'all',
    'nothing of the part is there': ({ context }, { output }: { output: List<PaymentMethod> }) =>
      context.asked !== 'all' && output.payload.items.length === 0,
    'there is no such part': ({ context }, { error }: Thrown) =>
      context.asked !== 'all' && isCallError(error) && error.kind === 'refused' && error.statusCode === 404,
    'they are of what is shown': ({ context }, { asked }: { asked: unknown }) =>
      (asked as MethodsAsked).params.id === context.asked,
    'it is on offer': ({ context }, { value }: Chosen) =>
      shownMethods(context).some(({ id, closed }) => id === value && closed === undefined),
    'the orders are no longer read': not(stateIn({ orders: 'asking' })),
    'the list is read': listIsRead,
    'the list is there': not(listIsRead),
    'the list is there, and so are the orders': and([not(listIsRead), ordersAreKnown]),
    'the list is read again, and the orders are there': and([listIsRead, ordersAreKnown]),
    'some may be unpaid': ({ context }) => context.orders,
    'it is one of them': ({ context, event }) =>
      'value' in event && context.unpaid.some(({ id }) => id === event.value),
    'they have a place': not(stateIn({ standing: 'open' })),
  },
  actions: {
    ...askingForWords,
    'take the methods': assign((_, { output }: { output: List<PaymentMethod> }) => ({
      methods: output.payload.items,
      trouble: null,
    })),
    /** None is no list in other words. */
    'take the words': assign(({ context }, { output }: { output: List<PaymentMethod> }) => ({
      methods: output.payload.items.length > 0 ? output.payload.items : context.methods,
    })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'ask for all': assign({ asked: 'all' }),
    'take the currency': assign((_, { value }: Chosen) => ({ currency: value })),
    'tell the currency': sendParent(({ context }): MethodsNews => ({
      type: 'methods.filtered',
      currency: context.currency,
    })),
    'tell the method': sendParent(({ context }, { value }: Chosen): MethodsNews => ({
      type: 'methods.chosen',
      id: value,
      path: methodIn(context, value)?.form_path ?? '',
    })),
    'take the unpaid': assign(({ context }, { output }: { output: List<Operation> }) => {
      const unpaid = unpaidOf(context, output.payload.items);
      return { unpaid, refusal: stillRefused(context, unpaid) };
    }),
    'tell the order': sendParent(({ context }, { value }: Chosen): MethodsNews => ({
      type: 'methods.order opened',
      place: context.unpaid.find(({ id }) => id === value)?.place ?? '',
    })),
    'note which is cancelled': assign((_, { value }: Chosen) => ({ cancelled: value, refusal: null })),
    'keep why it was not': assign((_, { error }: Thrown) => ({ refusal: troubleOf(error) })),
    'keep that the cancel is late': assign({ refusal: late }),
    'forget that nobody was signed in': assign(({ context: { refusal } }) => ({
      refusal: signedInAgain(refusal),
    })),
  },
}).createMachine({
  id: 'methods',
  context: ({ input }) => ({
    ...input,
    asked: askedFor(input),
    methods: [],
    trouble: null,
    unpaid: [],
    cancelled: '',
    refusal: null,
  }),
  type: 'parallel',
  invoke: [besideIt, { src: 'page.life', id: 'page.life', onError: {} }],
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          tags: ['busy', 'waiting'],
          on: { 'house.language': { target: 'loading', reenter: true } },
          invoke: {
            src: 'methods',
            id: 'methods',
            input: ({ context }) => ({ params: { id: context.asked } }),
            onDone: [
              {
                guard: { type: 'nothing of the part is there', params: given },
                target: 'loading',
                reenter: true,
                actions: 'ask for all',
              },
              { guard: { type: 'there are none', params: given }, target: 'empty' },
              { target: 'waiting', actions: { type: 'take the methods', params: given } },
            ],
            onError: [
              {
                guard: { type: 'there is no such part', params: given },
                target: 'loading',
                reenter: true,
                actions: 'ask for all',
              },
              { target: 'failed', actions: { type: 'keep the trouble', params: given } },
            ],
          },
          after: { 'an answer is overdue': { target: 'failed', actions: 'keep that it is late' } },
        },
        /** Orders are to stand above the list, where they are seen first: for a moment it waits for them. */
        waiting: {
          tags: ['busy', 'waiting'],
          on: { 'house.language': 'loading' },
          always: { guard: 'the orders are no longer read', target: 'shown' },
          after: { 'orders keep the list waiting': 'shown' },
        },
        failed: {
          tags: 'attention',
          on: { 'user.retried': 'loading', 'house.signed in': 'loading', 'port.online': 'loading' },
        },
        empty: { on: { 'user.retried': 'loading' } },
        shown: {
          on: {
            'house.language': { actions: askForTheSame },
            // What is closed may have been opened elsewhere, by an identity that was verified.
            'port.shown': { actions: askForTheSame },
            'words.read': {
              guard: { type: 'they are of what is shown', params: given },
              actions: { type: 'take the words', params: given },
            },
            'user.currency chosen': [
              {
                guard: 'only a part was asked for',
                target: 'loading',
                actions: [{ type: 'take the currency', params: given }, 'ask for all', 'tell the currency'],
              },
              { actions: [{ type: 'take the currency', params: given }, 'tell the currency'] },
            ],
            'user.method chosen': {
              guard: { type: 'it is on offer', params: given },
              actions: { type: 'tell the method', params: given },
            },
          },
        },
      },
    },

    /** Where orders stand: above the list if they are known when it is shown, and later below it, where they push nothing. */
    standing: {
      initial: 'open',
      states: {
        open: {
          always: [
            { guard: 'the list is there, and so are the orders', target: 'above' },
            { guard: 'the list is there', target: 'below' },
          ],
        },
        above: {},
        below: {
          always: [
            { guard: 'the list is read again, and the orders are there', target: 'above' },
            { guard: 'the list is read', target: 'open' },
          ],
        },
      },
    },

    /** They alone say whether the page may be loaded anew: not while one of them is being taken back. */
    orders: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'some may be unpaid', target: 'asking' }, { target: 'none' }] },
        none: { tags: 'safe to reload' },
        asking: {
          tags: ['waiting', 'safe to reload'],
          on: { 'house.language': { target: 'asking', reenter: true } },
          invoke: {
            src: 'operation.in_progress',
            id: 'operation.in_progress',
            onDone: { target: 'known', actions: { type: 'take the unpaid', params: given } },
            onError: 'unread',
          },
          after: { 'an answer is overdue': 'unread' },
        },
        unread: {
          tags: 'safe to reload',
          on: { 'user.orders asked': 'asking', 'house.signed in': inAgain, 'port.online': 'asking' },
        },
        known: {
          tags: 'safe to reload',
          initial: 'told',
          on: {
            'house.language': '.reading again',
            // Some of it may have come for one of them.
            'signal.wallets': '.reading again',
            'user.order opened': {
              guard: and(['they have a place', 'it is one of them']),
              actions: { type: 'tell the order', params: given },
            },
            'user.order cancelled': {
              guard: and(['they have a place', 'it is one of them']),
              target: 'asked',
              actions: { type: 'note which is cancelled', params: given },
            },
          },
          states: {
            told: { on: { 'port.shown': 'reading again', 'port.online': 'reading again' } },
            /** What does not come leaves those that are there. */
            'reading again': {
              invoke: {
                src: 'operation.in_progress',
                id: 'operation.in_progress',
                onDone: { target: 'told', actions: { type: 'take the unpaid', params: given } },
                onError: 'told',
              },
              after: { 'an answer is overdue': 'told' },
            },
          },
        },
        /** Money may be on its way to it: nothing is taken back by one press. */
        asked: {
          tags: ['attention', 'safe to reload'],
          on: { 'user.cancel agreed': 'cancelling', 'user.order kept': 'known' },
        },
        /** Whatever comes of it, what is still unpaid is read again. */
        cancelling: {
          tags: 'waiting',
          invoke: {
            src: 'operation.cancel',
            id: 'operation.cancel',
            input: ({ context }) => ({ body: { id: context.cancelled } }),
            onDone: 'asking',
            onError: { target: 'asking', actions: { type: 'keep why it was not', params: given } },
          },
          after: { 'an answer is overdue': { target: 'asking', actions: 'keep that the cancel is late' } },
        },
      },
    },
  },
});

/** The same for every flow; what differs is which call tells the methods. Invoke it with the id `methods`. */
export const methodsOf = (spec: CallSpec): typeof methodsMachine =>
  methodsMachine.provide({ actors: { methods: call(spec) as never, words: wordsOf(spec) } });

import { and } from 'xstate';
import type { CallSpec } from '../../contract/call.ts';
import { given } from '../given.ts';
import { call } from '../root/calls.ts';
import { besideIt, wordsOf } from '../words/words.machine.ts';
import { askedFor, type MethodsContext } from './methods.context.ts';
import { methodsSetup } from './methods.setup.ts';

const inAgain = { target: 'asking', actions: 'forget that nobody was signed in' } as const;
const askForTheSame = {
  type: 'ask for the words',
  params: ({ context }: { context: MethodsContext }) => ({ params: { id: context.asked } }),
} as const;

/** Orders that are there are read again where one of them may have been paid meanwhile; what does not come leaves them. */
const renewed = {
  on: { 'house.language': '.reading again', 'signal.wallets': '.reading again' },
  told: { on: { 'port.shown': 'reading again', 'port.online': 'reading again' } },
  invoke: { src: 'operation.in_progress', id: 'operation.in_progress', onError: 'told' },
  after: { 'an answer is overdue': 'told' },
} as const;

/** What money comes by or leaves by, and beside it the orders that wait to be paid. */
export const methodsMachine = methodsSetup.createMachine({
  id: 'methods',
  context: ({ input }) => ({
    ...input,
    asked: askedFor(input),
    methods: [],
    trouble: null,
    unpaid: [],
    cancelled: '',
    refusal: null,
    ended: null,
    passed: null,
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
            ...renewed.on,
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
            told: renewed.told,
            'reading again': {
              invoke: {
                ...renewed.invoke,
                onDone: { target: 'told', actions: { type: 'take the unpaid', params: given } },
              },
              after: renewed.after,
            },
          },
        },
        /** Money may be on its way to it: nothing is taken back by one press, and whoever comes from paying is not asked on. */
        asked: {
          tags: ['attention', 'safe to reload'],
          initial: 'told',
          on: {
            ...renewed.on,
            'user.cancel agreed': 'cancelling',
            'user.order kept': 'known',
          },
          states: {
            told: renewed.told,
            'reading again': {
              on: { 'user.order kept': '#methods.orders.known.reading again' },
              invoke: {
                ...renewed.invoke,
                onDone: [
                  {
                    guard: { type: 'it waits to be paid still', params: given },
                    target: 'told',
                    actions: { type: 'take the unpaid', params: given },
                  },
                  {
                    target: '#methods.orders.known',
                    actions: [
                      { type: 'take the unpaid', params: given },
                      { type: 'note what became of it', params: given },
                    ],
                  },
                ],
              },
              after: renewed.after,
            },
          },
        },
        /** Whatever comes of it, what is still unpaid is read again. */
        cancelling: {
          tags: 'waiting',
          invoke: {
            src: 'operation.cancel',
            id: 'operation.cancel',
            input: ({ context }) => ({ body: { id: context.cancelled } }),
            onDone: [
              {
                guard: { type: 'it had ended otherwise', params: given },
                target: 'asking',
                actions: { type: 'keep how it had ended', params: given },
              },
              { target: 'asking' },
            ],
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

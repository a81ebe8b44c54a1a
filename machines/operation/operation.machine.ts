import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { CallSpec } from '../../contract/call.ts';
import { asCallError, isCallError, lateError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { call } from '../root/calls.ts';
import type { PortEvent } from '../root/events.ts';
import { notWired, source } from '../root/ports.ts';
import {
  begin,
  freshOf,
  refusal,
  remaining,
  statusOf,
  truth,
  type Heard,
  type OperationContext,
  type OperationEvent,
  type OperationInput,
  type OperationOutput,
  type Thrown,
  type Told,
} from './operation.context.ts';
import { given } from '../given.ts';

const unfilled = <Input>(name: string) => fromPromise<Told, Input>(() => Promise.reject(notWired(name)));

export const operationMachine = setup({
  types: {
    context: {} as OperationContext,
    events: {} as OperationEvent,
    input: {} as OperationInput,
    output: {} as OperationOutput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'finished' | 'safe to reload' | 'confirming' | 'countdown',
  },
  actors: {
    check: unfilled<{ body: unknown }>('check'),
    submit: unfilled<{ path: string; body: { id: string } }>('submit'),
    status: unfilled<{ params: { id: string } }>('status'),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
  },
  delays: {
    'an answer is overdue': added.answer + 5_000,
    'a status is overdue': added.statusAnswer + 4_000,
    'the quote lapses': ({ context }) => remaining(context),
    'the next question': ({ context }) => context.pause,
    'finding out took too long': added.findingOut,
    'another try without sign-in': added.pollLongest,
    'a look takes': added.look,
  },
  guards: {
    'there is an id': ({ context }) => context.id !== null,
    'the quote still holds': ({ context }) => remaining(context) > 0,
    'the quote has lapsed': ({ context }, { at }: { at: number }) => context.deadline <= at,
    'the page sleeps': ({ context }) => !context.awake,
    'fresh terms are open and hold': ({ context }) =>
      context.previous !== null && statusOf(context) === 'open' && remaining(context) > 0,
    'it was confirmed, and fresh terms took its place': ({ context }) =>
      context.lost && context.current?.replaced_by !== undefined,
    'it is open and holds': ({ context }) => statusOf(context) === 'open' && remaining(context) > 0,
    'it is open and has lapsed': ({ context }) => statusOf(context) === 'open' && remaining(context) <= 0,
    'it is completed': ({ context }) => statusOf(context) === 'completed',
    'it has failed': ({ context }) => statusOf(context) === 'failed',
    'it is cancelled': ({ context }) => statusOf(context) === 'cancelled',
    'it is expired': ({ context }) => statusOf(context) === 'expired',
    'the terms changed': (_, { error }: Thrown) => freshOf(error) !== null,
    'nobody is signed in': (_, { error }: Thrown) => refusal(error) === 'session',
    'it is not ours': (_, { error }: Thrown) =>
      isCallError(error) && error.kind === 'refused' && error.statusCode === 404,
    'a rule was broken': (_, { error }: Thrown) => refusal(error) === 'rule',
    'it was turned away at the door': (_, { error }: Thrown) => refusal(error) === 'door',
  },
  actions: {
    'take the truth': assign((_, { output }: Heard) => truth(output)),
    'take the fresh terms': assign(({ context }, { error }: Thrown) => {
      const fresh = freshOf(error);
      return fresh ? { ...truth(fresh), previous: context.current, nothingSent: false } : {};
    }),
    'follow the fresh terms': assign(({ context }) => ({
      id: context.current?.replaced_by ?? context.id,
      previous: context.current,
      lost: false,
    })),
    'keep the error': assign((_, { error }: Thrown) => ({ error: asCallError(error) })),
    'keep that the answer is late': assign({ error: lateError }),
    'forget the error': assign({ error: null }),
    'note that the answer was lost': assign({ lost: true, nothingSent: false, pause: added.pollFirst }),
    'say that nothing was sent': assign(({ context }) => ({
      nothingSent: context.nothingSent || context.lost,
      lost: false,
    })),
    'note the time': assign((_, { at }: { at: number }) => ({ now: at })),
    'wait longer next time': assign(({ context }) => ({ pause: Math.min(context.pause * 2, added.pollLongest) })),
    'ask soon': assign({ pause: added.pollFirst }),
    'note that the page sleeps': assign({ awake: false }),
    'note that the page is awake': assign({ awake: true }),
    'tell the id': sendParent(({ context }) => ({ type: 'operation.opened', id: context.id })),
    'tell that it was sent': sendParent(({ context }) => ({ type: 'operation.submitted', id: context.id })),
    'forbid covering': sendParent({ type: 'operation.confirming', confirming: true }),
    'allow covering': sendParent({ type: 'operation.confirming', confirming: false }),
  },
}).createMachine({
  id: 'operation',
  context: ({ input }) => begin(input),
  invoke: [
    { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
    { src: 'page.life', id: 'page.life', onError: {} },
  ],
  on: {
    'port.ticked': { actions: { type: 'note the time', params: given } },
    'port.hidden': { actions: 'note that the page sleeps' },
    'port.offline': { actions: 'note that the page sleeps' },
    'port.shown': { actions: 'note that the page is awake' },
    'port.online': { actions: 'note that the page is awake' },
  },
  initial: 'starting',
  output: ({ event }) => (event as unknown as { output: OperationOutput }).output,
  states: {
    starting: { always: [{ guard: 'there is an id', target: 'resuming' }, { target: 'checking' }] },

    checking: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'check',
        id: 'check',
        input: ({ context }) => ({ body: context.ask }),
        onDone: { target: 'sorting', actions: [{ type: 'take the truth', params: given }, 'tell the id'] },
        onError: { target: 'rejected', actions: { type: 'keep the error', params: given } },
      },
      after: { 'an answer is overdue': { target: 'rejected', actions: 'keep that the answer is late' } },
      on: { 'user.went back': 'changed mind' },
    },

    /** Reads the truth about an id that stood in the address. Nothing is ever sent from here. */
    resuming: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'status',
        id: 'status',
        input: ({ context }) => ({ params: { id: context.id ?? '' } }),
        onDone: { target: 'sorting', actions: { type: 'take the truth', params: given } },
        onError: [
          { guard: { type: 'nobody is signed in', params: given }, target: 'signed out' },
          { guard: { type: 'it is not ours', params: given }, target: 'not found' },
          { target: 'unreadable', actions: { type: 'keep the error', params: given } },
        ],
      },
      after: { 'a status is overdue': { target: 'unreadable', actions: 'keep that the answer is late' } },
      on: { 'user.went back': 'changed mind' },
    },

    unreadable: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.asked again': 'resuming',
        'port.online': 'resuming',
        'house.signed in': 'resuming',
        'user.went back': 'changed mind',
      },
      exit: 'forget the error',
    },

    /** Every answer comes here: the server's status alone decides what is shown next. */
    sorting: {
      always: [
        { guard: 'fresh terms are open and hold', target: 'terms changed', actions: 'say that nothing was sent' },
        {
          guard: 'it was confirmed, and fresh terms took its place',
          target: 'resuming',
          actions: 'follow the fresh terms',
        },
        { guard: 'it is open and holds', target: 'reviewing', actions: 'say that nothing was sent' },
        { guard: 'it is open and has lapsed', target: 'finding out.waiting' },
        { guard: 'it is completed', target: 'succeeded' },
        { guard: 'it has failed', target: 'failed' },
        { guard: 'it is cancelled', target: 'cancelled' },
        { guard: 'it is expired', target: 'expired' },
        { target: 'tracking' },
      ],
    },

    reviewing: {
      tags: ['confirming', 'countdown', 'safe to reload'],
      entry: 'forbid covering',
      exit: 'allow covering',
      after: { 'the quote lapses': 'finding out' },
      on: {
        'user.confirmed': { guard: 'the quote still holds', target: 'submitting', actions: 'forget the error' },
        'user.went back': 'changed mind',
        'port.ticked': [
          {
            guard: { type: 'the quote has lapsed', params: given },
            target: 'finding out',
            actions: { type: 'note the time', params: given },
          },
          { actions: { type: 'note the time', params: given } },
        ],
      },
    },

    /** The old terms stand beside the new ones; only a new click sends, and not one that was meant for the old ones. */
    'terms changed': {
      tags: ['confirming', 'countdown', 'attention', 'safe to reload'],
      entry: ['forbid covering', 'tell the id'],
      exit: 'allow covering',
      after: { 'the quote lapses': 'finding out' },
      on: {
        'user.went back': 'changed mind',
        'port.ticked': [
          {
            guard: { type: 'the quote has lapsed', params: given },
            target: 'finding out',
            actions: { type: 'note the time', params: given },
          },
          { actions: { type: 'note the time', params: given } },
        ],
      },
      initial: 'appearing',
      states: {
        appearing: { after: { 'a look takes': 'compared' } },
        compared: { on: { 'user.confirmed': { guard: 'the quote still holds', target: '#operation.submitting' } } },
      },
    },

    submitting: {
      tags: ['busy', 'waiting', 'confirming'],
      entry: ['forbid covering', 'tell that it was sent'],
      exit: 'allow covering',
      invoke: {
        src: 'submit',
        id: 'submit',
        input: ({ context }) => ({ path: context.current?.submit_path ?? '', body: { id: context.id ?? '' } }),
        onDone: { target: 'sorting', actions: [{ type: 'take the truth', params: given }, 'ask soon'] },
        onError: [
          {
            guard: { type: 'the terms changed', params: given },
            target: 'terms changed',
            actions: { type: 'take the fresh terms', params: given },
          },
          {
            guard: { type: 'a rule was broken', params: given },
            target: 'rejected',
            actions: { type: 'keep the error', params: given },
          },
          {
            guard: { type: 'it was turned away at the door', params: given },
            target: 'reviewing',
            actions: { type: 'keep the error', params: given },
          },
          {
            guard: { type: 'nobody is signed in', params: given },
            target: 'signed out',
            actions: 'note that the answer was lost',
          },
          { target: 'finding out', actions: 'note that the answer was lost' },
        ],
      },
      after: { 'an answer is overdue': { target: 'finding out', actions: 'note that the answer was lost' } },
    },

    /** No answer is not a failure: the status is asked by id until the server tells. */
    'finding out': {
      tags: ['busy', 'waiting', 'confirming', 'attention'],
      entry: 'forbid covering',
      exit: 'allow covering',
      after: { 'finding out took too long': 'unknown' },
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'status',
            id: 'status',
            input: ({ context }) => ({ params: { id: context.id ?? '' } }),
            onDone: { target: '#operation.sorting', actions: [{ type: 'take the truth', params: given }, 'ask soon'] },
            onError: [
              { guard: { type: 'nobody is signed in', params: given }, target: '#operation.signed out' },
              { guard: { type: 'it is not ours', params: given }, target: '#operation.not found' },
              { target: 'waiting' },
            ],
          },
          after: { 'a status is overdue': 'waiting' },
        },
        waiting: {
          entry: 'wait longer next time',
          after: { 'the next question': 'asking' },
          on: { 'user.asked again': 'asking', 'port.online': 'asking' },
        },
      },
    },

    unknown: {
      tags: ['attention'],
      on: {
        'user.asked again': 'finding out',
        'port.online': 'finding out',
        'port.shown': 'finding out',
        'house.signed in': 'finding out',
      },
    },

    'signed out': {
      tags: ['attention', 'waiting'],
      after: { 'another try without sign-in': 'finding out' },
      on: { 'house.signed in': 'finding out', 'user.asked again': 'finding out' },
    },

    tracking: {
      tags: ['safe to reload'],
      initial: 'waiting',
      on: {
        'port.hidden': { target: '.paused', actions: 'note that the page sleeps' },
        'port.offline': { target: '.paused', actions: 'note that the page sleeps' },
      },
      states: {
        waiting: {
          always: { guard: 'the page sleeps', target: 'paused' },
          tags: 'waiting',
          after: { 'the next question': { target: 'asking', actions: 'wait longer next time' } },
          on: { 'user.asked again': { target: 'asking', actions: 'ask soon' } },
        },
        asking: {
          tags: ['busy', 'waiting'],
          invoke: {
            src: 'status',
            id: 'status',
            input: ({ context }) => ({ params: { id: context.id ?? '' } }),
            onDone: {
              target: '#operation.sorting',
              actions: [{ type: 'take the truth', params: given }, 'forget the error'],
            },
            onError: [
              { guard: { type: 'nobody is signed in', params: given }, target: '#operation.signed out' },
              { target: 'waiting', actions: { type: 'keep the error', params: given } },
            ],
          },
          after: { 'a status is overdue': { target: 'waiting', actions: 'keep that the answer is late' } },
        },
        paused: {
          on: {
            'port.shown': { target: 'asking', actions: ['note that the page is awake', 'ask soon'] },
            'port.online': { target: 'asking', actions: ['note that the page is awake', 'ask soon'] },
            'user.asked again': { target: 'asking', actions: 'note that the page is awake' },
          },
        },
      },
    },

    'changed mind': { type: 'final', output: { kind: 'changed mind' } },
    'not found': { type: 'final', output: { kind: 'not found' } },
    rejected: { type: 'final', output: ({ context }) => ({ kind: 'rejected', error: context.error }) },
    succeeded: {
      tags: 'finished',
      type: 'final',
      output: ({ context }) => ({ kind: 'succeeded', operation: context.current }),
    },
    failed: {
      tags: 'finished',
      type: 'final',
      output: ({ context }) => ({ kind: 'failed', operation: context.current }),
    },
    cancelled: {
      tags: 'finished',
      type: 'final',
      output: ({ context }) => ({ kind: 'cancelled', operation: context.current }),
    },
    expired: {
      tags: 'finished',
      type: 'final',
      output: ({ context }) => ({ kind: 'expired', operation: context.current }),
    },
  },
});

/** The same machine for every flow that moves money; what differs is which calls it makes. */
export const operationOf = (specs: { check: CallSpec; submit: CallSpec; status: CallSpec }): typeof operationMachine =>
  operationMachine.provide({
    actors: {
      check: call(specs.check) as never,
      submit: call(specs.submit) as never,
      status: call(specs.status) as never,
    },
  });

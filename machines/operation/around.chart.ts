import { assign, sendParent, sendTo } from 'xstate';
import { troubleOf } from '../form/trouble.ts';
import type { Draft } from '../form/draft.chart.ts';
import { given } from '../given.ts';
import type { FlowEvent } from '../root/events.ts';
import { effect } from '../root/ports.ts';
import { verbs } from '../verbs.ts';
import { forgotten, goesOnWithout, operationOfQuery, type AroundContext, type Arrival } from './around.context.ts';
import { progressOf, type Covering, type OperationOutput } from './operation.context.ts';

interface Of {
  context: AroundContext;
}
/** How `operation` ended. */
export interface Ended {
  output: OperationOutput;
}

/** A part of this page fell over: what it threw is kept. */
export const intoBroken = { target: 'broken', actions: { type: 'keep what broke', params: given } } as const;

/**
 * What stands around `operation` in every flow that fills in a form, runs one operation and ends with a receipt. The
 * chart of a flow takes these states and adds what only it has; its setup says what each name means there.
 */
export const around = {
  guards: {
    'an operation is named': ({ context }: Of) => context.operation !== null,
    'an operation was left behind': ({ context }: Of) => context.leftBehind !== null,
    'it names another operation while this one goes on': ({ context }: Of, { place }: Arrival) =>
      goesOnWithout(context, operationOfQuery(place)),
    'it was rejected': (_: Of, { output }: Ended) => output.kind === 'rejected',
    'they changed their mind': (_: Of, { output }: Ended) => output.kind === 'changed mind',
    'it was not found': (_: Of, { output }: Ended) => output.kind === 'not found',
    'it succeeded': ({ context }: Of) => context.outcome?.status === 'completed',
    'it failed': ({ context }: Of) => context.outcome?.status === 'failed',
    'it was cancelled': ({ context }: Of) => context.outcome?.status === 'cancelled',
  },

  actions: verbs<AroundContext>()({
    'keep that it was not found': assign({ trouble: { code: 'no_operation' } }),
    'keep what broke': assign((_, { error }: { error: unknown }) => ({ trouble: troubleOf(error) })),
    'forget what broke': assign({ trouble: null }),
    'keep the operation': assign((_, { id }: { id: string }) => ({ operation: id, leftBehind: null })),
    'keep whether it is reviewed': assign((_, heard: Covering) => progressOf(heard)),
    'keep the outcome': assign((_, { output }: Ended) => ('operation' in output ? { outcome: output.operation } : {})),
    'forget the operation': assign(({ context }: Of) => forgotten(context)),
    'print the receipt': effect('page.print'),
    'forward to the form': sendTo('form', ({ event }) => event),
    'forward to the operation': sendTo('operation', ({ event }) => event),
    'forbid or allow covering': sendParent((_, { confirming }: Pick<Covering, 'confirming'>): FlowEvent => ({
      type: 'flow.confirming',
      confirming,
    })),
  }),

  states: {
    /** The form, until it has what a check asks for. */
    filling: {
      on: {
        'house.signed in': { actions: 'forward to the form' },
        'port.online': { actions: 'forward to the form' },
        'user.left operation opened': { guard: 'an operation was left behind', actions: 'open what was left' },
      },
    },

    /** From the check to the end. */
    operating: {
      invoke: {
        onDone: [
          {
            guard: { type: 'it was rejected', params: given },
            target: 'returning',
            actions: [
              { type: 'fill the form from it', params: given },
              { type: 'keep what was said', params: given },
              'put the form into the address',
            ],
          },
          {
            guard: { type: 'they changed their mind', params: given },
            target: 'returning',
            actions: [{ type: 'fill the form from it', params: given }, 'put the form into the address'],
          },
          {
            guard: { type: 'it was not found', params: given },
            target: 'returning',
            actions: ['keep that it was not found', 'put the form into the address'],
          },
          { target: 'finished', actions: { type: 'keep the outcome', params: given } },
        ],
        onError: intoBroken,
      },
      exit: { type: 'forbid or allow covering', params: { confirming: false } },
      on: {
        'operation.opened': {
          actions: [
            { type: 'name the operation in the address', params: given },
            { type: 'keep the operation', params: given },
          ],
        },
        'operation.confirming': {
          actions: [
            { type: 'keep whether it is reviewed', params: given },
            { type: 'forbid or allow covering', params: given },
            'say what is held',
          ],
        },
        'house.signed in': { actions: 'forward to the operation' },
        'house.arrived': [
          {
            guard: { type: 'it is the form of this operation, and nothing was sent', params: given },
            target: 'returning',
          },
          {
            guard: { type: 'it names no operation', params: given },
            target: 'opening',
            actions: ['leave the operation behind', { type: 'take the place', params: given }],
          },
          {
            guard: { type: 'it names another operation while this one goes on', params: given },
            target: 'opening',
            actions: ['leave the operation behind', { type: 'take the place', params: given }],
          },
        ],
      },
    },

    /** Back to the form with everything that was put in. */
    returning: { always: { target: 'filling', actions: 'forget the operation' } },

    /** A part of this page fell over; what the server holds did not. */
    broken: {
      tags: ['attention', 'safe to reload'],
      on: { 'user.retried': { target: 'opening', actions: 'forget what broke' } },
    },

    finished: {
      tags: ['finished', 'safe to reload'],
      initial: 'sorting',
      on: {
        'user.printed': { actions: 'print the receipt' },
        'house.arrived': {
          guard: { type: 'it names no operation', params: given },
          target: 'opening',
          actions: { type: 'take the place', params: given },
        },
      },
      states: {
        sorting: {
          always: [
            { guard: 'it succeeded', target: 'succeeded' },
            { guard: 'it failed', target: 'failed' },
            { guard: 'it was cancelled', target: 'cancelled' },
            { target: 'expired' },
          ],
        },
        succeeded: {},
        failed: { tags: 'attention' },
        cancelled: { tags: 'attention' },
        expired: { tags: 'attention' },
      },
    },
  },
} as const;

const draftIs = <Name extends string, Context>(type: Name, draftOf: (context: Context) => Draft) => ({
  actions: {
    type,
    params: ({ context, event }: { context: Context; event: { id: string } }) => ({
      ...draftOf(context),
      operation: event.id,
    }),
  },
});

/** What comes to it where the form keeps a draft on this device. */
export const aroundDraft = {
  guards: {
    'it is not the one that they came back from': ({ context }: Of, { id }: { id: string }) => id !== context.replaces,
  },

  actions: verbs<AroundContext>()({
    'note whether something is held': assign((_, { holding }: { holding: boolean }) => ({ filledIn: holding })),
    'mark the draft': effect<Draft & { operation: string }>('draft.mark'),
    'unmark the draft': effect<Draft & { operation: string }>('draft.unmark'),
    'drop the draft': effect<Draft & { operation: string }>('draft.drop'),
  }),

  filling: {
    /** The draft was confirmed once, and nobody here has seen what became of it. */
    'form.sent before': {
      guard: { type: 'it is not the one that they came back from', params: given },
      actions: { type: 'note what was sent before', params: given },
    },
    'form.holding': { actions: [{ type: 'note whether something is held', params: given }, 'say what is held'] },
  },

  /** A draft is marked before its confirm may be sent, only typed again when that was turned away, and goes when the server has it. */
  operating: <Context>(draftOf: (context: Context) => Draft) => ({
    'operation.confirmed': draftIs('mark the draft', draftOf),
    'operation.turned away': draftIs('unmark the draft', draftOf),
    'operation.submitted': draftIs('drop the draft', draftOf),
  }),
} as const;

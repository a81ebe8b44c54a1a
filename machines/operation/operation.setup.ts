import { assign, enqueueActions, fromPromise, sendParent, setup } from 'xstate';
import { isCallError, lateError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import type { Payment } from '../../contract/operation.ts';
import type { PortEvent } from '../root/events.ts';
import { ask, notWired, source } from '../root/ports.ts';
import { isPublished } from '../../contract/outward.ts';
import {
  codeIsThere,
  covering,
  errorOf,
  freshOf,
  inWordsOf,
  refusal,
  remaining,
  sendsFile,
  statusOf,
  truth,
  untilAnotherCode,
  type about,
  type CheckParams,
  type Heard,
  type OperationContext,
  type OperationEvent,
  type OperationInput,
  type OperationOutput,
  type Thrown,
  type Told,
} from './operation.context.ts';

/** The moment that an event tells, in ms of the page's clock; the last one heard of where it tells none. */
const momentOf = (event: OperationEvent, { now }: OperationContext): number => ('at' in event ? event.at : now);

/** It ended from where it stood open, by its time or by wrong codes: no confirm of it got through, and none will. */
const isUnsent = ({ current }: OperationContext): boolean =>
  current !== null &&
  ['expired', 'cancelled'].includes(current.status) &&
  current.timeline.every(({ status }) => status === 'open' || status === current.status);

/** What is done with is done with, and what goes on does: a confirm got through. */
const isTaken = (context: OperationContext): boolean =>
  !['open', 'expired'].includes(statusOf(context) ?? 'open') && !isUnsent(context);

/** The server had fresh terms for what was confirmed: they are looked at in its place. */
const isFollowed = ({ lost, current }: OperationContext): boolean => lost && current?.replaced_by !== undefined;

/** ms. The truth is told within ten seconds of the line's return, and a question that the line has swallowed takes eight. */
const pauseInDoubt = added.pollLongest - added.statusAnswer;

const unfilled = <Input>(name: string) => fromPromise<Told, Input>(() => Promise.reject(notWired(name)));

/** What the chart names: who it asks, how long it waits, what it weighs and does. */
export const operationSetup = setup({
  types: {
    context: {} as OperationContext,
    events: {} as OperationEvent,
    input: {} as OperationInput,
    output: {} as OperationOutput,
    tags: {} as
      | 'busy'
      | 'waiting'
      | 'attention'
      | 'finished'
      | 'safe to reload'
      | 'confirming'
      | 'countdown'
      | 'corrected',
  },
  actors: {
    check: unfilled<{ body: unknown; params?: CheckParams }>('check'),
    submit: unfilled<ReturnType<typeof about>>('submit'),
    status: unfilled<ReturnType<typeof about>>('status'),
    read: unfilled<{ params: { id: string } }>('read'),
    cancel: unfilled<ReturnType<typeof about>>('cancel'),
    code: unfilled<ReturnType<typeof about>>('code'),
    'page.hand over': ask<unknown, NonNullable<Payment['hand_over']> | undefined>('page.hand over'),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
  },
  delays: {
    'an answer is overdue': ({ context }) => (sendsFile(context) ? added.uploadAnswer : added.answer) + 5_000,
    'a status is overdue': added.statusAnswer + 4_000,
    'the quote lapses': ({ context }) => remaining(context),
    'the next question': ({ context }) => (context.error ? Math.min(context.pause, pauseInDoubt) : context.pause),
    'finding out took too long': added.findingOut,
    'a confirm has had its time': added.confirmArrives,
    'another try without sign-in': added.pollLongest,
    'a look takes': added.look,
  },
  guards: {
    'there is an id': ({ context }) => context.id !== null,
    'the quote still holds': ({ context }) => remaining(context) > 0,
    'the quote has lapsed': ({ context }, { at }: { at: number }) => context.deadline <= at,
    'the page sleeps': ({ context }) => !context.awake,
    'fresh terms that nobody confirmed are open and hold': ({ context }) =>
      context.previous !== null && !context.lost && statusOf(context) === 'open' && remaining(context) > 0,
    'it was confirmed, and fresh terms took its place': ({ context }) => isFollowed(context),
    'it is open and holds': ({ context }) => statusOf(context) === 'open' && remaining(context) > 0,
    'it is open and has lapsed': ({ context }) => statusOf(context) === 'open' && remaining(context) <= 0,
    'it is open, and a confirm may still arrive': ({ context }, { output: { payload } }: Heard) =>
      context.mayArrive && payload.status === 'open',
    'it was said that nothing was sent': ({ context }) => context.nothingSent,
    'its id stood in the address, and the page is awake': ({ context }) => context.byAddress && context.awake,
    'it is as open as it was': (_, { output: { payload } }: Heard) => payload.status === 'open',
    'it is completed': ({ context }) => statusOf(context) === 'completed',
    'it has failed': ({ context }) => statusOf(context) === 'failed',
    'it is cancelled': ({ context }) => statusOf(context) === 'cancelled',
    'it is expired': ({ context }) => statusOf(context) === 'expired',
    'the terms changed': (_, { error }: Thrown) => freshOf(error) !== null,
    'nobody is signed in': (_, { error }: Thrown) => refusal(error) === 'session',
    'it is of another kind': ({ context: { kind } }, { output: { payload } }: Heard) =>
      kind !== null && payload.kind !== kind,
    'it is not ours': (_, { error }: Thrown) =>
      isCallError(error) && error.kind === 'refused' && error.statusCode === 404,
    'a rule was broken': (_, { error }: Thrown) => refusal(error) === 'rule',
    'it was turned away at the door': (_, { error }: Thrown) => refusal(error) === 'door',
    'the code is there': ({ context }) => remaining(context) > 0 && codeIsThere(context),
    'a code is asked for': ({ context }) => context.current?.second_step !== undefined,
    'another letter may be sent': ({ context }) =>
      context.current?.second_step !== undefined && untilAnotherCode(context) === 0,
    'the code was refused': (_, { error }: Thrown) =>
      isCallError(error) && error.kind === 'refused' && error.fields?.['code'] !== undefined,
    'its code is refused': ({ context }) => context.error?.fields?.['code'] !== undefined,
    'it can be cancelled': ({ context }) => context.current?.cancellable === true,
    /** Nothing is taken back by one press to which money may be on its way. */
    'it may have been paid': ({ context }) =>
      context.current?.cancellable === true && statusOf(context) === 'awaiting_payment',
    'it is too late': (_, { error }: Thrown) =>
      isCallError(error) && error.kind === 'refused' && error.code === 'too_late',
    'it is paid elsewhere': ({ context }) => context.current?.payment?.hand_over !== undefined,
    'it is paid on a published page': ({ context: { current, origins } }) =>
      isPublished(current?.payment?.hand_over?.url ?? '', origins),
    'nothing is known of it': ({ context }) => context.current === null,
  },
  actions: {
    'take the truth': assign((_, { output }: Heard) => truth(output)),
    'take the words': assign(({ context }, { output }: Heard) => ({ current: inWordsOf(context.current, output) })),
    'take the fresh terms': assign(({ context }, { error }: Thrown) => {
      const fresh = freshOf(error);
      return fresh ? { ...truth(fresh), previous: context.current, code: '' } : {};
    }),
    'follow the fresh terms': assign(({ context }) => ({
      id: context.current?.replaced_by ?? context.id,
      previous: context.current,
      lost: false,
    })),
    'take the code': assign((_, { value }: { value: string }) => ({ code: value })),
    'note the tries that are left': assign(({ context: { current } }, { error }: Thrown) => {
      const left = isCallError(error) ? error.params?.['left'] : undefined;
      if (!current?.second_step || typeof left !== 'number') return {};
      return { current: { ...current, second_step: { ...current.second_step, tries_left: left } } };
    }),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'keep the error': assign(({ context }, { error }: Thrown) => ({ error: errorOf(context, error) })),
    'keep that the answer is late': assign({ error: lateError }),
    'forget the error': assign({ error: null }),
    'empty the code': assign({ code: '' }),
    /** Where no letter goes out after all, it would be sent again and count as another try. */
    'let go of a refused code': assign(({ context: { error } }) => (error?.fields?.['code'] ? { code: '' } : {})),
    'note that the answer was lost': assign({
      lost: true,
      mayArrive: true,
      pause: added.pollFirst,
    }),
    /** An answer that came: what was turned away will not arrive. */
    'note that it was not heard': assign({ lost: true, pause: added.pollFirst }),
    'note that a confirm has had its time': assign({ mayArrive: false }),
    'say that nothing was sent': assign(({ context }) => ({
      nothingSent: context.nothingSent || context.lost,
      lost: false,
    })),
    'note the time': assign((_, { at }: { at: number }) => ({ now: at })),
    'wait a little longer next time': assign(({ context }) => ({ pause: Math.min(context.pause * 2, pauseInDoubt) })),
    'wait longer next time': assign(({ context }) => ({ pause: Math.min(context.pause * 2, added.pollLongest) })),
    'ask soon': assign({ pause: added.pollFirst }),
    /** Its moment counts as the clock's does: a quote may have lapsed by it. */
    'note that the page sleeps': assign(({ event, context }) => ({ awake: false, now: momentOf(event, context) })),
    'note that the page is awake': assign(({ event, context }) => ({ awake: true, now: momentOf(event, context) })),
    'tell the id': sendParent(({ context }) => ({ type: 'operation.opened', id: context.id })),
    'say nothing of what was sent': assign({ nothingSent: false }),
    'note that it is confirmed': assign({ confirmed: true, hasSent: true, nothingSent: false }),
    'note that nothing is confirmed': assign({ confirmed: false }),
    'tell that a confirm is on its way': sendParent(({ context }) => ({ type: 'operation.confirmed', id: context.id })),
    /** The answer to a confirm was no: it will not arrive any more, unlike one of which nobody heard. */
    'tell that it was turned away': enqueueActions(({ context: { confirmed, nothingSent, id }, enqueue }) => {
      if (confirmed && !nothingSent) enqueue.sendParent({ type: 'operation.turned away', id });
    }),
    /** It is no longer open: the server has taken a confirm, of this page or of one that never heard the answer. */
    'tell that it was taken': enqueueActions(({ context, enqueue }) => {
      if (isFollowed(context)) return;
      if (isTaken(context)) enqueue.sendParent({ type: 'operation.submitted', id: context.id });
      else if (isUnsent(context)) enqueue.sendParent({ type: 'operation.turned away', id: context.id });
    }),
    'tell what is copied': sendParent((_, { value }: { value: string }) => ({ type: 'operation.copied', value })),
    'forbid covering': sendParent(({ context }) => covering(context, true)),
    'allow covering': sendParent(({ context }) => covering(context, false)),
    'tell that it goes on': sendParent(({ context }) => covering(context, false)),
  },
});

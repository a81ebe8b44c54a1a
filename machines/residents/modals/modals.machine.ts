import { assign, sendParent, setup } from 'xstate';
import { added } from '../../../contract/limits.ts';
import type { FlowEvent, HouseEvent, ModalName } from '../../root/events.ts';

export interface ModalsContext {
  /** The one that stands open. */
  open: ModalName | null;
  /** Those that wait, the first first. */
  queue: ModalName[];
  /** The flow below is in a step that nothing may cover. */
  confirming: boolean;
}

export type ModalsEvent =
  | { type: 'user.logout wanted' }
  | { type: 'user.modal dismissed' }
  | Extract<FlowEvent, { type: 'flow.confirming' | 'flow.dismissed' | 'flow.left' }>
  | Extract<HouseEvent, { type: 'house.session lost' | 'house.signed in' | 'house.signed out' }>;

/**
 * One modal at a time. None that the person did not call comes over a step that money depends on, but nobody waits for
 * such a step without end.
 */
export const modalsMachine = setup({
  types: {
    context: {} as ModalsContext,
    events: {} as ModalsEvent,
    tags: {} as 'open',
  },
  delays: { 'the longest a step may hold them back': added.answer + 5_000 },
  guards: {
    'a modal waits': ({ context }) => context.queue.length > 0,
    'a modal that nobody called waits for a step': ({ context }) => context.confirming && context.queue[0] === 'login',
    'no modal waits': ({ context }) => context.queue.length === 0,
    'the step is over': ({ context }) => !context.confirming,
    'it waits or stands already': ({ context }, { modal }: { modal: ModalName }) =>
      context.open === modal || context.queue.includes(modal),
    'it is the open one': ({ context }, { flow }: { flow: string }) => context.open === flow,
    'it is the sign-in': ({ context }) => context.open === 'login',
    'nobody was here before': (_, { again }: { again: boolean }) => !again,
  },
  actions: {
    'put it into the queue': assign(({ context }, { modal }: { modal: ModalName }) => ({
      queue: [...context.queue, modal],
    })),
    'take the sign-in out of the queue': assign(({ context }) => ({
      queue: context.queue.filter((modal) => modal !== 'login'),
    })),
    'open the first': assign(({ context }) => ({ open: context.queue[0] ?? null, queue: context.queue.slice(1) })),
    'close it': assign({ open: null }),
    'forget them all': assign({ open: null, queue: [], confirming: false }),
    'note whether a step holds them back': assign((_, { confirming }: { confirming: boolean }) => ({ confirming })),
    'say which one is open': sendParent(({ context }) => ({ type: 'house.modal opened', flow: context.open })),
    'say that it is closed': sendParent({ type: 'house.modal closed' }),
    'say that the sign-in was dismissed': sendParent({ type: 'house.login dismissed' }),
  },
}).createMachine({
  id: 'modals',
  context: { open: null, queue: [], confirming: false },
  initial: 'closed',
  on: {
    'user.logout wanted': [
      { guard: { type: 'it waits or stands already', params: { modal: 'logout' } } },
      { actions: { type: 'put it into the queue', params: { modal: 'logout' } } },
    ],
    'house.session lost': [
      { guard: { type: 'it waits or stands already', params: { modal: 'login' } } },
      { actions: { type: 'put it into the queue', params: { modal: 'login' } } },
    ],
    'house.signed in': { actions: 'take the sign-in out of the queue' },
    'house.signed out': { target: '.closed', actions: 'forget them all' },
    'flow.confirming': {
      actions: {
        type: 'note whether a step holds them back',
        params: ({ event }) => ({ confirming: event.confirming }),
      },
    },
  },
  states: {
    closed: {
      always: [
        { guard: 'a modal that nobody called waits for a step', target: 'held back' },
        { guard: 'a modal waits', target: 'open' },
      ],
    },
    'held back': {
      after: { 'the longest a step may hold them back': 'open' },
      always: [
        { guard: 'no modal waits', target: 'closed' },
        { guard: 'the step is over', target: 'open' },
      ],
    },
    open: {
      tags: 'open',
      entry: ['open the first', 'say which one is open'],
      exit: ['close it', 'say that it is closed'],
      on: {
        'user.modal dismissed': [
          { guard: 'it is the sign-in', target: 'closed', actions: 'say that the sign-in was dismissed' },
          { target: 'closed' },
        ],
        'flow.dismissed': [
          { guard: 'it is the sign-in', target: 'closed', actions: 'say that the sign-in was dismissed' },
          { target: 'closed' },
        ],
        'flow.left': {
          guard: { type: 'it is the open one', params: ({ event }) => ({ flow: event.flow }) },
          target: 'closed',
        },
        'house.signed in': [
          { guard: 'it is the sign-in', target: 'closed' },
          {
            guard: { type: 'nobody was here before', params: ({ event }) => ({ again: event.again }) },
            target: 'closed',
            actions: 'take the sign-in out of the queue',
          },
          { actions: 'take the sign-in out of the queue' },
        ],
      },
    },
  },
});

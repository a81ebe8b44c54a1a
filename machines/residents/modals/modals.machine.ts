import { assign, sendParent, setup } from 'xstate';
import { added } from '../../../contract/limits.ts';
import type { AnnexEvent, FlowEvent, Holding, HouseEvent, ModalName, PortEvent, Signal } from '../../root/events.ts';
import { source } from '../../root/ports.ts';
import { given } from '../../given.ts';
import {
  asksAboutFlow,
  comesByItself,
  isOverLetters,
  isOverStep,
  leaving,
  none,
  turnOf,
  without,
  type ModalsContext,
  type Wanted,
} from './modals.context.ts';

type Writing = Extract<PortEvent, { type: 'port.writing' | 'port.writing paused' }>;

export type ModalsEvent =
  | { type: 'user.logout wanted' }
  | { type: 'user.sign-in wanted' }
  | { type: 'user.modal dismissed' }
  | Extract<
      FlowEvent,
      {
        type:
          | 'flow.confirming'
          | 'flow.dismissed'
          | 'flow.holding'
          | 'flow.left'
          | 'flow.not opened'
          | 'flow.quote changed';
      }
    >
  | Extract<
      HouseEvent,
      { type: 'house.session lost' | 'house.signed in' | 'house.signed out' | 'house.arrived' | 'house.leave wanted' }
    >
  | Extract<Signal, { type: 'signal.site blocked' }>
  | Writing
  | AnnexEvent;

interface Held {
  holding: Holding | null;
}

const dismissed = [
  { guard: 'it is the sign-in', target: 'closed', actions: 'say that the sign-in was dismissed' },
  { target: 'closed' },
] as const;

/**
 * One modal at a time. None that the person did not call comes over a step that money depends on; nobody waits for such a
 * step without end but what the house only has to tell.
 */
export const modalsMachine = setup({
  types: {
    context: {} as ModalsContext,
    events: {} as ModalsEvent,
    tags: {} as 'wanted',
  },
  actors: { 'page.writing': source<Writing>('page.writing') },
  delays: {
    'the longest a step may hold them back': added.answer + 5_000,
    'the longest somebody may write': added.writingLongest,
  },
  guards: {
    'a modal waits': ({ context: { confirming, queue } }) =>
      queue.length > 0 && !(confirming && queue[0]?.modal === 'notice'),
    'a modal that nobody called waits for a step': ({ context }) => isOverStep(context),
    'a modal that nobody called waits for a pause in writing': ({ context }) => isOverLetters(context),
    'nothing waits for a step': ({ context }) => !isOverStep(context),
    'nothing waits for a pause in writing': ({ context }) => !isOverLetters(context),
    'it is the open one': ({ context }, { flow }: { flow: string }) => context.open === flow,
    'it is the sign-in': ({ context }) => context.open === 'login',
    'it may go': ({ context }, { again }: { again: boolean }) => context.open === 'login' || !again,
    'it has gone': ({ context }) => context.open === null,
    'somebody has moved': (_, { own }: { own?: true }) => own !== true,
    'nothing is asked yet': ({ context }) => context.open !== 'exchange-leave',
    'there is nothing left to ask about': ({ context }, { holding }: Held) =>
      context.open === 'exchange-leave' && holding === null,
    'it asks about something else by now': ({ context }, { holding }: Held) =>
      context.open === 'exchange-leave' && holding !== context.about?.leaving?.holding,
    'nobody can be asked whether they leave': ({ context }, { flow }: { flow: string }) =>
      context.open === 'exchange-leave' && flow === 'exchange-leave',
  },
  actions: {
    /** Each stands or waits once. */
    'put it into the queue': assign(({ context: { open, queue } }, wanted: Wanted) =>
      [open, ...queue.map(({ modal }) => modal)].includes(wanted.modal)
        ? {}
        : { queue: [wanted, ...queue].toSorted((one, other) => turnOf(one.modal) - turnOf(other.modal)) },
    ),
    /** What came by itself stands again when the question is answered, and so does a notice that nobody read; the others are over. */
    'give way to it': assign(({ context: { open, about, queue } }, wanted: Wanted) => ({
      open: null,
      queue: [wanted, ...(open && comesByItself(open) ? [{ modal: open, ...(about && { about }) }] : []), ...queue],
    })),
    'take the sign-in out of the queue': assign(({ context }) => ({
      queue: context.queue.filter(({ modal }) => modal !== 'login'),
    })),
    'drop what is asked about the flow': assign(({ context }) => without(context, asksAboutFlow)),
    'drop what is wanted no more': assign(({ context }, { modal }: { modal: ModalName }) =>
      without(context, (one) => one === modal),
    ),
    /** A sign-in stays: the session is as lost at another address; and so does what the house has to tell. */
    'drop what belongs to the page': assign(({ context }) =>
      without(context, (modal) => modal !== 'login' && modal !== 'notice'),
    ),
    'open the first': assign(({ context: { queue } }) => ({
      open: queue[0]?.modal ?? null,
      about: queue[0]?.about,
      queue: queue.slice(1),
      waited: none,
    })),
    'note that a step held it long enough': assign(({ context: { waited } }) => ({
      waited: { ...waited, step: true },
    })),
    'note that they wrote long enough': assign(({ context: { waited } }) => ({ waited: { ...waited, writing: true } })),
    'ask about that': assign(({ context: { about } }, { holding }: Held) =>
      about?.leaving && holding ? { about: { leaving: { ...about.leaving, holding } } } : {},
    ),
    'close it': assign({ open: null, about: undefined }),
    'forget them all': assign({ open: null, about: undefined, queue: [], confirming: false, waited: none }),
    /** How long one waited counts for that step, or for that writing, alone. */
    'note whether a step holds them back': assign(
      ({ context: { waited } }, { confirming }: { confirming: boolean }) => ({
        confirming,
        waited: { ...waited, step: confirming && waited.step },
      }),
    ),
    'note whether somebody writes': assign(({ context: { waited } }, { writing }: { writing: boolean }) => ({
      writing,
      waited: { ...waited, writing: writing && waited.writing },
    })),
    'say which one is open': sendParent(({ context: { open, about } }) => ({
      type: 'house.modal opened',
      flow: open,
      ...(about && { about }),
    })),
    'say that it is closed': sendParent({ type: 'house.modal closed' }),
    'say that the sign-in was dismissed': sendParent({ type: 'house.login dismissed' }),
    'let them leave': sendParent(({ context }) => ({ type: 'flow.leave agreed', ...context.about?.leaving })),
  },
}).createMachine({
  id: 'modals',
  context: { open: null, about: undefined, queue: [], confirming: false, writing: false, waited: none },
  invoke: { src: 'page.writing', id: 'page.writing', onError: {} },
  initial: 'closed',
  on: {
    'user.logout wanted': { actions: { type: 'put it into the queue', params: { modal: 'logout' } } },
    'house.session lost': {
      actions: ['drop what is asked about the flow', { type: 'put it into the queue', params: { modal: 'login' } }],
    },
    'house.leave wanted': {
      actions: { type: 'put it into the queue', params: leaving },
    },
    'flow.quote changed': {
      actions: {
        type: 'put it into the queue',
        params: ({ event }) => ({ modal: 'exchange-quote', about: { change: event } }),
      },
    },
    'flow.not opened': [
      {
        guard: { type: 'nobody can be asked whether they leave', params: given },
        actions: ['let them leave', 'drop what is asked about the flow'],
      },
      { actions: 'drop what is asked about the flow' },
    ],
    'house.arrived': {
      guard: { type: 'somebody has moved', params: given },
      actions: 'drop what belongs to the page',
    },
    'annex.modal wanted': {
      actions: {
        type: 'put it into the queue',
        params: ({ event: { modal, about } }) => ({ modal, ...(about && { about }) }),
      },
    },
    'annex.modal over': { actions: { type: 'drop what is wanted no more', params: given } },
    'signal.site blocked': { actions: 'drop what is asked about the flow' },
    'house.signed in': { actions: 'take the sign-in out of the queue' },
    'house.signed out': { target: '.closed', actions: 'forget them all' },
    'flow.confirming': {
      actions: {
        type: 'note whether a step holds them back',
        params: given,
      },
    },
    'port.writing': { actions: { type: 'note whether somebody writes', params: { writing: true } } },
    'port.writing paused': { actions: { type: 'note whether somebody writes', params: { writing: false } } },
  },
  states: {
    closed: {
      always: [
        { guard: 'a modal that nobody called waits for a step', target: 'held back' },
        { guard: 'a modal that nobody called waits for a pause in writing', target: 'put off' },
        { guard: 'a modal waits', target: 'open' },
      ],
    },
    /** Until the person pauses. That the session is lost is said meanwhile, and whoever wants to sign in now says so. */
    'put off': {
      tags: 'wanted',
      after: { 'the longest somebody may write': { target: 'closed', actions: 'note that they wrote long enough' } },
      always: { guard: 'nothing waits for a pause in writing', target: 'closed' },
      on: { 'user.sign-in wanted': 'open' },
    },
    /** The page says what waits, and that it comes: whoever wants it now says so. */
    'held back': {
      tags: 'wanted',
      after: {
        'the longest a step may hold them back': { target: 'closed', actions: 'note that a step held it long enough' },
      },
      always: { guard: 'nothing waits for a step', target: 'closed' },
      on: { 'user.sign-in wanted': 'open' },
    },
    open: {
      tags: 'wanted',
      entry: ['open the first', 'say which one is open'],
      exit: ['close it', 'say that it is closed'],
      always: { guard: 'it has gone', target: 'closed' },
      on: {
        'house.leave wanted': {
          guard: 'nothing is asked yet',
          actions: { type: 'give way to it', params: leaving },
        },
        /** What the question was about has ended, well or badly: the page below alone tells how, so nobody is taken from it. */
        'flow.holding': [
          { guard: { type: 'there is nothing left to ask about', params: given }, target: 'closed' },
          {
            guard: { type: 'it asks about something else by now', params: given },
            actions: [{ type: 'ask about that', params: given }, 'say which one is open'],
          },
        ],
        'user.modal dismissed': dismissed,
        'flow.dismissed': dismissed,
        'flow.left': {
          guard: { type: 'it is the open one', params: given },
          target: 'closed',
        },
        'house.signed in': {
          guard: { type: 'it may go', params: given },
          target: 'closed',
          actions: 'take the sign-in out of the queue',
        },
      },
    },
  },
});

import { assign, setup } from 'xstate';
import { unsentAfter } from '../../../contract/limits/chats.ts';
import { given } from '../../given.ts';
import type { FlowEvent, HouseEvent, Place } from '../../root/events.ts';
import { source } from '../../root/ports.ts';

/**
 * Messages that stand on this device and not in their chat, which is another one than the open one, those that lack a file among
 * them, which went with its page; `thread` is the chat of the oldest one.
 */
export interface UnsentTold {
  type: 'port.unsent';
  count: number;
  lacking: number;
  thread: string;
}

export interface UnsentContext {
  account: string | null;
  count: number;
  lacking: number;
  thread: string;
  /** As many as there were when the person put it off. */
  known: number;
  place: Place | null;
  /** Nothing may stand over the page: a step that money depends on, or a window. */
  confirming: boolean;
  covered: boolean;
}

type UnsentEvent =
  | { type: 'user.unsent put off' }
  | UnsentTold
  | Extract<FlowEvent, { type: 'flow.confirming' }>
  | Extract<
      HouseEvent,
      { type: 'house.signed in' | 'house.signed out' | 'house.arrived' | 'house.modal opened' | 'house.modal closed' }
    >;

/** The chat that is open, as its address has it: it shows by itself what has not come there. Empty where none is. */
const openAt = ({ name, params }: Place): string => {
  if (name === 'chat-support' || name === 'index-support') return 'support';
  return name === 'chat-private-id' ? (params['id'] ?? '') : '';
};

const none = { count: 0, lacking: 0, thread: '', known: 0 };

/**
 * Only an open chat sends. Whoever leaves it while something is on its way, also for another chat, or loads the page anew, is told
 * that it may not have gone (nobody waited for the answer), and where it goes from, or that its file is to be chosen again: until
 * they open that chat or put it off, and never over a confirm step or a window.
 */
export const unsentMachine = setup({
  types: { context: {} as UnsentContext, events: {} as UnsentEvent, tags: {} as 'active' },
  actors: { 'outbox.unsent': source<UnsentTold, { account: string; open: string }>('outbox.unsent') },
  delays: { 'another tab would have sent it': unsentAfter },
  guards: {
    'somebody is here': ({ context: { account, place } }) => account !== null && place !== null,
    'it is another person': ({ context }, { account }: { account: string }) => account !== context.account,
    // Numbers are alike in a masked journal: of two private chats it cannot be told that they are the same.
    'another chat may be open': ({ context }, { place }: { place: Place }) =>
      place.name === 'chat-private-id' || context.place === null || openAt(place) !== openAt(context.place),
    'it is time for it': ({ context: { count, known, confirming, covered } }) =>
      count > known && !confirming && !covered,
    'it is no time for it': ({ context: { count, known, confirming, covered } }) =>
      count <= known || confirming || covered,
  },
  actions: {
    'note the person': assign((_, { account }: { account: string | null }) => ({ account, ...none })),
    'note the place': assign((_, { place }: { place: Place }) => ({ place })),
    'note what has not gone': assign(({ context }, { count, lacking, thread }: Omit<UnsentTold, 'type'>) => ({
      ...{ count, lacking, thread },
      known: Math.min(context.known, count),
    })),
    'forget what has not gone': assign(none),
    'note that it is known': assign(({ context }) => ({ known: context.count })),
    'note whether a step is under way': assign((_, { confirming }: { confirming: boolean }) => ({ confirming })),
    'note that a window stands': assign({ covered: true }),
    'note that no window stands': assign({ covered: false }),
  },
}).createMachine({
  id: 'unsent',
  context: () => ({ account: null, ...none, place: null, confirming: false, covered: false }),
  initial: 'away',
  on: {
    'house.signed in': {
      guard: { type: 'it is another person', params: given },
      target: '.away',
      actions: { type: 'note the person', params: given },
    },
    'house.signed out': { target: '.away', actions: { type: 'note the person', params: { account: null } } },
    'house.arrived': {
      guard: { type: 'another chat may be open', params: given },
      target: '.away',
      actions: { type: 'note the place', params: given },
    },
    'flow.confirming': { actions: { type: 'note whether a step is under way', params: given } },
    'house.modal opened': { actions: 'note that a window stands' },
    'house.modal closed': { actions: 'note that no window stands' },
  },
  states: {
    away: { entry: 'forget what has not gone', always: { guard: 'somebody is here', target: 'elsewhere' } },
    /** Than in the chats that are told of. */
    elsewhere: {
      invoke: {
        src: 'outbox.unsent',
        id: 'outbox.unsent',
        input: ({ context: { account, place } }) => ({ account: account ?? '', open: openAt(place!) }),
        onError: {},
      },
      on: { 'port.unsent': { actions: { type: 'note what has not gone', params: given } } },
      initial: 'quiet',
      states: {
        quiet: { always: { guard: 'it is time for it', target: 'waiting' } },
        waiting: {
          always: { guard: 'it is no time for it', target: 'quiet' },
          after: { 'another tab would have sent it': 'told' },
        },
        told: {
          tags: 'active',
          always: { guard: 'it is no time for it', target: 'quiet' },
          on: { 'user.unsent put off': { actions: 'note that it is known' } },
        },
      },
    },
  },
});

import { assign, setup } from 'xstate';
import type { UnreadMsgs } from '../../../contract/entities.ts';
import { given } from '../../given.ts';
import type { FlowEvent, HouseEvent, Place, Signal, TabEvent } from '../../root/events.ts';

export interface OfferContext {
  account: string | null;
  counts: UnreadMsgs;
  /** As many of each as there were when the person put it off; those of support also while they were there. */
  known: UnreadMsgs;
  place: Place | null;
  /** Nothing may stand over the page: a step that money depends on, or a window. */
  confirming: boolean;
  covered: boolean;
}

type OfferEvent =
  | { type: 'user.offer put off' }
  | Extract<Signal, { type: 'signal.unread_msgs' }>
  | Extract<TabEvent, { type: 'tabs.unread' }>
  | Extract<FlowEvent, { type: 'flow.confirming' }>
  | Extract<
      HouseEvent,
      { type: 'house.signed in' | 'house.signed out' | 'house.arrived' | 'house.modal opened' | 'house.modal closed' }
    >;

/** Where the way to support leads: whoever is there knows of all that it said. */
const support: readonly string[] = ['chat-support', 'index-support'];
/** Where chats are, and where an exchange is under way. */
const elsewhere: readonly string[] = [...support, 'chat', 'chat-private-id', 'exchange-src-dst'];

/** Messages wait: offers the way to the support chat, once for those that there are, and never over a confirm step or a window. */
export const offerMachine = setup({
  types: { context: {} as OfferContext, events: {} as OfferEvent, tags: {} as 'active' },
  guards: {
    'it is another person': ({ context }, { account }: { account: string }) => account !== context.account,
    'it is this person': ({ context }, { account }: { account: string }) => account === context.account,
    'it is time for it': ({ context }) => isTime(context),
    'it is no time for it': ({ context }) => !isTime(context),
  },
  actions: {
    'note the person': assign(
      ({ context: { place, confirming, covered } }, { account }: { account: string | null }) => ({
        ...nothing,
        account,
        place,
        confirming,
        covered,
      }),
    ),
    'count them': assign(({ context: { known, place } }, { counts }: { counts: UnreadMsgs }) => ({
      counts,
      known: knownAt(place, counts, {
        private: Math.min(known.private, counts.private),
        support: Math.min(known.support, counts.support),
      }),
    })),
    'note the place': assign(({ context: { counts, known } }, { place }: { place: Place }) => ({
      place,
      known: knownAt(place, counts, known),
    })),
    'note whether a step is under way': assign((_, { confirming }: { confirming: boolean }) => ({ confirming })),
    'note that a window stands': assign({ covered: true }),
    'note that no window stands': assign({ covered: false }),
    'note that it is known': assign(({ context }) => ({ known: context.counts })),
  },
}).createMachine({
  id: 'offer',
  context: () => ({ ...nothing }),
  initial: 'quiet',
  on: {
    'house.signed in': {
      guard: { type: 'it is another person', params: given },
      actions: { type: 'note the person', params: given },
    },
    'house.signed out': { actions: { type: 'note the person', params: { account: null } } },
    'house.arrived': { actions: { type: 'note the place', params: given } },
    'flow.confirming': { actions: { type: 'note whether a step is under way', params: given } },
    'house.modal opened': { actions: 'note that a window stands' },
    'house.modal closed': { actions: 'note that no window stands' },
    'signal.unread_msgs': {
      actions: { type: 'count them', params: ({ event }) => ({ counts: event.unread_msgs }) },
    },
    'tabs.unread': {
      guard: { type: 'it is this person', params: given },
      actions: { type: 'count them', params: ({ event }) => ({ counts: event.unread }) },
    },
  },
  states: {
    quiet: { always: { guard: 'it is time for it', target: 'offered' } },
    offered: {
      tags: 'active',
      always: { guard: 'it is no time for it', target: 'quiet' },
      on: { 'user.offer put off': { actions: 'note that it is known' } },
    },
  },
});

const none: UnreadMsgs = { private: 0, support: 0 };
const nothing: OfferContext = {
  account: null,
  counts: none,
  known: none,
  place: null,
  confirming: false,
  covered: false,
};

/** Private and support together. */
export const countOf = ({ counts }: OfferContext): number => counts.private + counts.support;

const knownAt = (place: Place | null, counts: UnreadMsgs, known: UnreadMsgs): UnreadMsgs =>
  place !== null && support.includes(place.name) ? { ...known, support: counts.support } : known;

const isTime = ({ account, counts, known, place, confirming, covered }: OfferContext): boolean =>
  account !== null &&
  (counts.private > known.private || counts.support > known.support) &&
  !confirming &&
  !covered &&
  place !== null &&
  !elsewhere.includes(place.name);

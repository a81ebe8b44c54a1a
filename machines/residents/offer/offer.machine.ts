import { assign, setup } from 'xstate';
import { unreadMsgs, type UnreadMsgs } from '../../../contract/entities.ts';
import { given } from '../../given.ts';
import type { FlowEvent, HouseEvent, Place, Signal, TabEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';

/** What a person has put off, as this device remembers it. */
interface PutOff {
  account: string;
  known: UnreadMsgs;
}
/** Whatever lies there; absent: nothing. */
export interface OfferInput {
  kept?: unknown;
}

export interface OfferContext extends OfferInput {
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
  | Extract<TabEvent, { type: 'tabs.unread' | 'tabs.offer put off' }>
  | Extract<FlowEvent, { type: 'flow.confirming' }>
  | Extract<
      HouseEvent,
      { type: 'house.signed in' | 'house.signed out' | 'house.arrived' | 'house.modal opened' | 'house.modal closed' }
    >;

/** Where the way to support leads: whoever is there knows of all that it said. */
const support: readonly string[] = ['chat-support', 'index-support'];
/** Where chats are, and where an exchange is under way. */
const elsewhere: readonly string[] = [...support, 'chat', 'chat-private-id', 'exchange-src-dst'];

const putOff = ({ account, known }: OfferContext): PutOff => ({ account: account ?? '', known });
const keepIt = {
  type: 'keep it on this device',
  params: ({ context }: { context: OfferContext }) => ({ key: 'offer' as const, value: putOff(context) }),
} as const;
const keepNone = { type: 'keep it on this device', params: { key: 'offer', value: null } } as const;

/** Messages wait: offers the way to support, or to the chats where it said nothing, once for those that there are, and never over a confirm step or a window. */
export const offerMachine = setup({
  types: {
    context: {} as OfferContext,
    events: {} as OfferEvent,
    input: {} as OfferInput,
    tags: {} as 'active',
  },
  guards: {
    'it is another person': ({ context }, { account }: { account: string }) => account !== context.account,
    'it is this person': ({ context }, { account }: { account: string }) => account === context.account,
    'it is time for it': ({ context }) => isTime(context),
    'it is no time for it': ({ context }) => !isTime(context),
  },
  actions: {
    'note the person': assign(
      ({ context: { kept, place, confirming, covered } }, { account }: { account: string | null }) => ({
        ...nothing,
        known: knownBefore(kept, account),
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
    'note that it is known elsewhere': assign((_, { known }: PutOff) => ({ known })),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
    'forget what was put off': assign({ kept: null }),
    'keep it on this device': effect<{ key: 'offer'; value: PutOff | null }>('memory.keep'),
  },
}).createMachine({
  id: 'offer',
  context: ({ input }) => ({ ...nothing, ...input }),
  initial: 'quiet',
  on: {
    'house.signed in': {
      guard: { type: 'it is another person', params: given },
      actions: { type: 'note the person', params: given },
    },
    'house.signed out': {
      actions: ['forget what was put off', { type: 'note the person', params: { account: null } }, keepNone],
    },
    'house.arrived': { actions: { type: 'note the place', params: given } },
    'flow.confirming': { actions: { type: 'note whether a step is under way', params: given } },
    'house.modal opened': { actions: 'note that a window stands' },
    'house.modal closed': { actions: 'note that no window stands' },
    'signal.unread_msgs': {
      actions: [{ type: 'count them', params: ({ event }) => ({ counts: event.unread_msgs }) }, keepIt],
    },
    'tabs.unread': {
      guard: { type: 'it is this person', params: given },
      actions: { type: 'count them', params: ({ event }) => ({ counts: event.unread }) },
    },
    'tabs.offer put off': {
      guard: { type: 'it is this person', params: given },
      actions: { type: 'note that it is known elsewhere', params: given },
    },
  },
  states: {
    quiet: { always: { guard: 'it is time for it', target: 'offered' } },
    offered: {
      tags: 'active',
      always: { guard: 'it is no time for it', target: 'quiet' },
      on: {
        'user.offer put off': {
          actions: [
            'note that it is known',
            keepIt,
            {
              type: 'tell the other tabs',
              params: ({ context }) => ({ type: 'tabs.offer put off', ...putOff(context) }),
            },
          ],
        },
      },
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

/** None of another person, and none where what lies there is something else. */
function knownBefore(kept: unknown, account: string | null): UnreadMsgs {
  const before = Object(kept) as Partial<Record<keyof PutOff, unknown>>;
  const known = unreadMsgs.safeParse(before.known);
  return account !== null && before.account === account && known.success ? known.data : none;
}

/** Whose messages came since it was put off: what support said goes before what others wrote. */
export const whoseIn = ({ counts, known }: OfferContext): keyof UnreadMsgs | null =>
  counts.support > known.support ? 'support' : counts.private > known.private ? 'private' : null;

const knownAt = (place: Place | null, counts: UnreadMsgs, known: UnreadMsgs): UnreadMsgs =>
  place !== null && support.includes(place.name) ? { ...known, support: counts.support } : known;

const isTime = (context: OfferContext): boolean =>
  context.account !== null &&
  whoseIn(context) !== null &&
  !context.confirming &&
  !context.covered &&
  context.place !== null &&
  !elsewhere.includes(context.place.name);

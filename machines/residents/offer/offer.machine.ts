import { assign, setup } from 'xstate';
import type { UnreadMsgs } from '../../../contract/entities.ts';
import { given } from '../../given.ts';
import type { FlowEvent, HouseEvent, Place, Signal, TabEvent } from '../../root/events.ts';

export interface OfferContext {
  account: string | null;
  /** Private and support together. */
  count: number;
  /** As many as there were when the person put it off, or went to read. */
  known: number;
  place: Place | null;
  /** The flow below is in a step that nothing may cover. */
  confirming: boolean;
}

type OfferEvent =
  | { type: 'user.offer put off' }
  | Extract<Signal, { type: 'signal.unread_msgs' }>
  | Extract<TabEvent, { type: 'tabs.unread' }>
  | Extract<FlowEvent, { type: 'flow.confirming' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' | 'house.arrived' }>;

/** Where messages are read, and where an exchange is under way. */
const chats: readonly string[] = ['chat', 'chat-support', 'chat-private-id', 'index-support'];
const elsewhere: readonly string[] = [...chats, 'exchange-src-dst'];

/** Messages wait: offers the way to the support chat, once for those that there are, and never over a confirm step. */
export const offerMachine = setup({
  types: { context: {} as OfferContext, events: {} as OfferEvent, tags: {} as 'active' },
  guards: {
    'it is another person': ({ context }, { account }: { account: string }) => account !== context.account,
    'it is this person': ({ context }, { account }: { account: string }) => account === context.account,
    'it is time for it': ({ context }) => isTime(context),
    'it is no time for it': ({ context }) => !isTime(context),
  },
  actions: {
    'note the person': assign(({ context: { place, confirming } }, { account }: { account: string | null }) => ({
      ...nothing,
      account,
      place,
      confirming,
    })),
    'count them': assign(({ context }, { counts }: { counts: UnreadMsgs }) => {
      const count = counts.private + counts.support;
      return { count, known: isRead(context.place) ? count : Math.min(context.known, count) };
    }),
    'note the place': assign(({ context: { count, known } }, { place }: { place: Place }) => ({
      place,
      known: isRead(place) ? count : known,
    })),
    'note whether a step is under way': assign((_, { confirming }: { confirming: boolean }) => ({ confirming })),
    'note that it is known': assign(({ context }) => ({ known: context.count })),
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

const nothing: OfferContext = { account: null, count: 0, known: 0, place: null, confirming: false };

/** Who is in a chat sees what there is. */
const isRead = (place: Place | null): boolean => place !== null && chats.includes(place.name);

const isTime = ({ account, count, known, place, confirming }: OfferContext): boolean =>
  account !== null && count > known && !confirming && place !== null && !elsewhere.includes(place.name);

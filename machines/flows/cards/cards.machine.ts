import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { cardMy, cardOffers } from '../../../contract/calls/card.ts';
import type { Card, CardOffer } from '../../../contract/card.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { looking } from '../../looking.chart.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent, Signal } from '../../root/events.ts';

export interface CardsContext {
  /** The address is that of the cards that somebody has, not of those on offer. */
  mine: boolean;
  /** As the server told them last; null until it has. */
  offers: CardOffer[] | null;
  cards: Card[] | null;
  trouble: Trouble | null;
}

type CardsEvent =
  | { type: 'user.offer chosen'; value: string }
  | { type: 'user.card opened'; value: string }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.hidden' | 'port.shown' | 'port.offline' | 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Offered {
  output: Answer<{ items: CardOffer[] }>;
}
interface Owned {
  output: Answer<{ items: Card[] }>;
}

const areMine = ({ name }: Place): boolean => name === 'cards-my';

/** A card that is being made, or is on its way, changes by itself. */
export const isUnderWay = ({ status }: Pick<Card, 'status'>): boolean => status === 'ordered' || status === 'sent';

/** Cards that can be ordered, and beside them those that somebody has. */
export const cardsMachine = setup({
  types: {
    context: {} as CardsContext,
    events: {} as CardsEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(cardOffers, cardMy),
    ...looking.actors,
  },
  delays: looking.delays,
  guards: {
    'their own are asked for': ({ context }) => context.mine,
    'it is the other list': ({ context }, { place }: { place: Place }) => areMine(place) !== context.mine,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'a card is under way': ({ context }) => context.cards?.some(isUnderWay) === true,
  },
  actions: {
    'note which list it is': assign((_, { place }: { place: Place }) => ({ mine: areMine(place), trouble: null })),
    'take the offers': assign((_, { output }: Offered) => ({ offers: output.payload.items })),
    'take the cards': assign((_, { output }: Owned) => ({ cards: output.payload.items })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
    'open the order form': sendParent((_, { value }: { value: string }): FlowEvent => ({
      type: 'flow.navigate',
      to: `/cards/order/${value}`,
    })),
    'open the card': sendParent((_, { value }: { value: string }): FlowEvent => ({
      type: 'flow.navigate',
      to: `/cards/my/${value}`,
    })),
  },
}).createMachine({
  id: 'cards',
  context: ({ input }) => ({ mine: areMine(input.place), offers: null, cards: null, trouble: null }),
  initial: 'opening',
  on: {
    'house.arrived': {
      guard: { type: 'it is the other list', params: given },
      target: '.opening',
      actions: { type: 'note which list it is', params: given },
    },
  },
  states: {
    opening: { always: [{ guard: 'their own are asked for', target: 'mine' }, { target: 'offers' }] },

    offers: {
      initial: 'loading',
      states: {
        loading: {
          tags: ['busy', 'waiting', 'safe to reload'],
          invoke: {
            src: 'card.offers',
            id: 'card.offers',
            input: {},
            onDone: { target: 'shown', actions: { type: 'take the offers', params: given } },
            onError: { target: 'unread', actions: { type: 'keep the trouble', params: given } },
          },
          after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
        },
        unread: {
          tags: ['attention', 'safe to reload'],
          on: {
            'user.retried': { target: 'loading', actions: 'forget the trouble' },
            'house.signed in': { target: 'loading', actions: 'forget the trouble' },
            'port.online': { guard: 'only the line had failed', target: 'loading', actions: 'forget the trouble' },
          },
        },
        shown: {
          tags: 'safe to reload',
          invoke: { src: 'page.life', id: 'page.life', onError: {} },
          on: {
            'user.offer chosen': { actions: { type: 'open the order form', params: given } },
            'house.signed in': 'loading',
            ...looking.leaving,
          },
          initial: 'resting',
          states: {
            resting: looking.states.resting,
            looking: looking.at('card.offers', 'take the offers', 'resting'),
            /** An identity may be verified elsewhere meanwhile. */
            paused: looking.states.paused,
          },
        },
      },
    },

    mine: {
      initial: 'loading',
      states: {
        loading: {
          tags: ['busy', 'waiting', 'safe to reload'],
          invoke: {
            src: 'card.my',
            id: 'card.my',
            input: {},
            onDone: { target: 'shown', actions: { type: 'take the cards', params: given } },
            onError: { target: 'unread', actions: { type: 'keep the trouble', params: given } },
          },
          after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
        },
        unread: {
          tags: ['attention', 'safe to reload'],
          on: {
            'user.retried': { target: 'loading', actions: 'forget the trouble' },
            'house.signed in': { target: 'loading', actions: 'forget the trouble' },
            'port.online': { guard: 'only the line had failed', target: 'loading', actions: 'forget the trouble' },
          },
        },
        shown: {
          tags: 'safe to reload',
          invoke: { src: 'page.life', id: 'page.life', onError: {} },
          on: {
            'user.card opened': { actions: { type: 'open the card', params: given } },
            'house.signed in': '.looking',
            // What a wallet can spend stands beside its cards.
            'signal.wallets': '.looking',
            ...looking.leaving,
          },
          initial: 'resting',
          states: {
            resting: {
              ...looking.states.resting,
              after: { 'another look': { guard: 'a card is under way', target: 'looking' } },
            },
            looking: looking.at('card.my', 'take the cards', 'resting'),
            /** Whatever became of them meanwhile is read then. */
            paused: { on: { ...looking.states.paused.on, 'signal.wallets': {} } },
          },
        },
      },
    },
  },
});

import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { exchangeList, type ExchangePair } from '../../../contract/calls/exchange.ts';
import { added } from '../../../contract/limits.ts';
import type { Currency } from '../../../contract/money.ts';
import { choicesOf, pairsFor, type Wish } from '../../form/pairs.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import { source } from '../../root/ports.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent } from '../../root/events.ts';
import { given } from '../../given.ts';

export interface ExchangesContext {
  pairs: ExchangePair[];
  /** What the person gives and gets, by code; an empty one is any. */
  wish: Wish;
  trouble: Trouble | null;
}

type ExchangesEvent =
  | { type: 'user.give chosen'; value: string }
  | { type: 'user.get chosen'; value: string }
  | { type: 'user.search cleared' }
  | { type: 'user.pair opened'; value: string }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' | 'port.shown' | 'port.hidden' }>;

interface Told {
  output: Answer<{ items: ExchangePair[] }>;
}
interface Chosen {
  value: string;
}

/** All pairs are read at once, and again while they are looked at; the search of the address chooses among them. */
export const exchangesMachine = setup({
  types: {
    context: {} as ExchangesContext,
    events: {} as ExchangesEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(exchangeList),
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
  },
  delays: { 'the list is overdue': added.answer + 5_000, 'the rates are old': added.ratesRefresh },
  guards: {
    'there are no pairs': ({ context }) => context.pairs.length === 0,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'no pair is wished for': ({ context }) => shownPairs(context).length === 0,
    'a pair is wished for': ({ context }) => shownPairs(context).length > 0,
  },
  actions: {
    'take the pairs': assign((_, { output }: Told) => ({ pairs: output.payload.items, trouble: null })),
    'keep the trouble': assign((_, { error }: { error: unknown }) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'wish to give': assign(({ context }, { value }: Chosen) => ({ wish: { ...context.wish, give: value } })),
    'wish to get': assign(({ context }, { value }: Chosen) => ({ wish: { ...context.wish, get: value } })),
    'wish for anything': assign({ wish: { give: '', get: '' } }),
    'take the wish of the address': assign((_, { place }: { place: Place }) => ({ wish: wishOf(place) })),
    'show the wish in the address': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: addressOf(context.wish),
      replace: true,
    })),
    'open the pair': sendParent((_, { value }: Chosen): FlowEvent => ({
      type: 'flow.navigate',
      to: `/exchange/${value}`,
    })),
  },
}).createMachine({
  id: 'exchanges',
  context: ({ input }) => ({ pairs: [], wish: wishOf(input.place), trouble: null }),
  initial: 'loading',
  on: {
    'house.arrived': { actions: { type: 'take the wish of the address', params: given } },
  },
  states: {
    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'exchange.list',
        id: 'exchange.list',
        input: { query: {} },
        onDone: { target: 'looking', actions: { type: 'take the pairs', params: given } },
        onError: { target: 'failed', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the list is overdue': { target: 'failed', actions: 'keep that it is late' } },
    },

    failed: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': 'loading',
        'house.signed in': 'loading',
        'port.online': { guard: 'only the line had failed', target: 'loading' },
      },
    },

    looking: {
      always: [{ guard: 'there are no pairs', target: 'empty' }, { target: 'shown' }],
    },

    empty: { tags: 'safe to reload', on: { 'user.retried': 'loading' } },

    shown: {
      tags: 'safe to reload',
      type: 'parallel',
      states: {
        rows: {
          initial: 'found',
          on: {
            'user.give chosen': { actions: [{ type: 'wish to give', params: given }, 'show the wish in the address'] },
            'user.get chosen': { actions: [{ type: 'wish to get', params: given }, 'show the wish in the address'] },
          },
          states: {
            found: {
              always: { guard: 'no pair is wished for', target: 'nothing found' },
              on: { 'user.pair opened': { actions: { type: 'open the pair', params: given } } },
            },
            'nothing found': {
              always: { guard: 'a pair is wished for', target: 'found' },
              on: { 'user.search cleared': { actions: ['wish for anything', 'show the wish in the address'] } },
            },
          },
        },
        /** What stands there stands until newer rates come; nobody looks at them while the page is hidden. */
        rates: {
          invoke: { src: 'page.life', id: 'page.life', onError: {} },
          on: { 'port.hidden': '.resting' },
          initial: 'fresh',
          states: {
            fresh: { after: { 'the rates are old': 'asking' } },
            asking: {
              invoke: {
                src: 'exchange.list',
                id: 'exchange.list',
                input: { query: {} },
                onDone: { target: '#exchanges.looking', actions: { type: 'take the pairs', params: given } },
                onError: 'stale',
              },
              after: { 'the list is overdue': 'stale' },
            },
            stale: { after: { 'the rates are old': 'asking' }, on: { 'port.online': 'asking' } },
            resting: { on: { 'port.shown': 'asking' } },
          },
        },
      },
    },
  },
});

/** `search=USD/` gives USD, `search=/BTC` gets BTC, `search=USD/BTC` both. */
export function wishOf({ query }: Place): Wish {
  const [give = '', get = ''] = (query['search'] ?? '').toUpperCase().split('/');
  return { give, get };
}

const addressOf = ({ give, get }: Wish): string => (give || get ? `/exchanges?search=${give}/${get}` : '/exchanges');

export const shownPairs = ({ pairs, wish }: ExchangesContext): ExchangePair[] => pairsFor(pairs, wish);
export const giveChoices = ({ pairs }: ExchangesContext): Currency[] => choicesOf(pairs, 'src');
export const getChoices = ({ pairs }: ExchangesContext): Currency[] => choicesOf(pairs, 'dst');

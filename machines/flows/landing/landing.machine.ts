import { and, assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import {
  exchangeLanding,
  exchangeList,
  type ExchangePair,
  type LandingQuote,
} from '../../../contract/calls/exchange.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { otherSide, set, typed, type Side } from '../../form/amount.ts';
import { nearestPair, pairsFor } from '../../form/pairs.ts';
import { isOfLine, late } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import { source } from '../../root/ports.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent } from '../../root/events.ts';
import { given } from '../../given.ts';
import { amountProblem, askOf, codesOf, exchangePath, saidOf, type LandingContext } from './landing.context.ts';

type LandingEvent =
  | { type: 'user.amount typed'; side: Side; value: string }
  | { type: 'user.give chosen'; value: string }
  | { type: 'user.get chosen'; value: string }
  | { type: 'user.swapped' }
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.arrived' }>
  | Extract<PortEvent, { type: 'port.online' | 'port.shown' | 'port.hidden' }>;

interface Read {
  output: Answer<{ items: ExchangePair[] }>;
}
interface Thrown {
  error: unknown;
}

/** The home page: a visitor sees what an exchange would come to, beside rates of now, and takes it along through sign-in. */
export const landingMachine = setup({
  types: {
    context: {} as LandingContext,
    events: {} as LandingEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(exchangeList, exchangeLanding),
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
  },
  delays: {
    'the list is overdue': added.answer + 5_000,
    'typing has paused': 400,
    'the quote is overdue': added.answer + 5_000,
    'the quote is old': added.rateRefresh,
    'the rates are old': added.ratesRefresh,
  },
  guards: {
    'there are pairs': (_, { output }: Read) => output.payload.items.length > 0,
    'somebody looks': ({ context }) => context.isSeen,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'the amount can be read': ({ context }) => amountProblem(context) === null,
    'somebody is signed in': ({ context }) => context.account !== null,
    'the server said no': (_, { error }: Thrown) => isCallError(error) && error.kind === 'refused',
    'the pair exists the other way round': ({ context }) =>
      pairsFor(context.pairs, { give: context.dst, get: context.src }).length > 0,
  },
  actions: {
    'note why they are here': assign((_, { place }: { place: Place }) => ({ why: place.why ?? null })),
    'take the pairs': assign((_, { output }: Read) => ({
      pairs: output.payload.items,
      ...codesOf(output.payload.items[0]),
      trouble: null,
    })),
    /** A pair that is there no more stays in the form, where its quote is refused. */
    'take newer rates': assign(({ context: { pairs, src, dst } }, { output }: Read) => ({
      pairs: pairsFor(output.payload.items, { give: src, get: dst }).length > 0 ? output.payload.items : pairs,
    })),
    'take the typed amount': assign((_, { side, value }: { side: Side; value: string }) => ({
      entry: typed(side, value),
      quote: null,
      trouble: null,
    })),
    'take what is given': assign(({ context }, { value }: { value: string }) => ({
      ...codesOf(nearestPair(context.pairs, { give: value, get: context.dst })),
      quote: null,
      trouble: null,
    })),
    'take what is got': assign((_, { value }: { value: string }) => ({ dst: value, quote: null, trouble: null })),
    'swap the sides': assign(({ context }) => ({
      src: context.dst,
      dst: context.src,
      entry: { ...context.entry, side: otherSide(context.entry.side) },
      quote: null,
      trouble: null,
    })),
    'take the quote': assign((_, { output }: { output: Answer<LandingQuote> }) => ({
      quote: output.payload,
      trouble: null,
    })),
    'keep the trouble': assign(({ context }, { error }: Thrown) => ({ quote: null, trouble: saidOf(context, error) })),
    'note that they look': assign({ isSeen: true }),
    'note that nobody looks': assign({ isSeen: false }),
    'forget the trouble': assign({ trouble: null }),
    'keep that it is late': assign({ quote: null, trouble: late }),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'open the exchange': sendParent(({ context }): FlowEvent => ({ type: 'flow.navigate', to: exchangePath(context) })),
    'keep the exchange': sendParent(({ context }): FlowEvent => ({
      type: 'flow.landing kept',
      to: exchangePath(context),
      ...(context.quote && { quoted: context.quote }),
    })),
    'open sign-in': sendParent({ type: 'flow.navigate', to: '/login' } satisfies FlowEvent),
  },
}).createMachine({
  id: 'landing',
  context: ({ input }) => ({
    account: input.account,
    why: input.place.why ?? null,
    pairs: [],
    src: '',
    dst: '',
    entry: set('give', '100'),
    quote: null,
    trouble: null,
    corrections: 0,
    isSeen: true,
  }),
  initial: 'loading',
  on: { 'house.arrived': { actions: { type: 'note why they are here', params: given } } },
  states: {
    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'exchange.list',
        id: 'exchange.list',
        input: { query: {} },
        onDone: [
          {
            guard: { type: 'there are pairs', params: given },
            target: 'quoting',
            actions: { type: 'take the pairs', params: given },
          },
          { target: 'closed' },
        ],
        onError: { target: 'failed', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the list is overdue': { target: 'failed', actions: 'keep that it is late' } },
    },

    failed: {
      tags: ['attention', 'safe to reload'],
      on: { 'user.retried': 'loading', 'port.online': { guard: 'only the line had failed', target: 'loading' } },
    },
    closed: { tags: 'safe to reload', on: { 'user.retried': 'loading' } },

    quoting: {
      tags: 'form',
      type: 'parallel',
      invoke: { src: 'page.life', id: 'page.life', onError: {} },
      states: {
        quote: {
          initial: 'deciding',
          on: {
            'user.amount typed': {
              target: '.deciding',
              actions: { type: 'take the typed amount', params: given },
            },
            'user.give chosen': {
              target: '.deciding',
              actions: { type: 'take what is given', params: given },
            },
            'user.get chosen': { target: '.deciding', actions: { type: 'take what is got', params: given } },
            'user.swapped': {
              guard: 'the pair exists the other way round',
              target: '.deciding',
              actions: 'swap the sides',
            },
            'user.submitted': [
              { guard: and(['the amount can be read', 'somebody is signed in']), actions: 'open the exchange' },
              { guard: 'the amount can be read', actions: ['keep the exchange', 'open sign-in'] },
              { target: '.corrected', actions: 'count a correction' },
            ],
          },
          states: {
            deciding: { always: [{ guard: 'the amount can be read', target: 'settling' }, { target: 'unread' }] },
            /** The amount cannot be read, yet: nothing to ask. */
            unread: {},
            corrected: { tags: ['corrected', 'attention'] },
            settling: { tags: 'waiting', after: { 'typing has paused': 'asking' } },
            asking: {
              tags: ['busy', 'waiting'],
              invoke: {
                src: 'exchange.landing',
                id: 'exchange.landing',
                input: ({ context }) => ({ body: askOf(context) }),
                onDone: { target: 'answered.quoted', actions: { type: 'take the quote', params: given } },
                onError: [
                  {
                    guard: { type: 'the server said no', params: given },
                    target: 'answered.refused',
                    actions: { type: 'keep the trouble', params: given },
                  },
                  { target: 'unanswered', actions: { type: 'keep the trouble', params: given } },
                ],
              },

              after: { 'the quote is overdue': { target: 'unanswered', actions: 'keep that it is late' } },
            },
            answered: {
              initial: 'quoted',
              after: { 'the quote is old': [{ guard: 'somebody looks', target: 'asking' }, { target: 'resting' }] },
              states: {
                quoted: {},
                /** It may be over meanwhile: a reserve is filled again, a pair is open. */
                refused: { tags: 'attention' },
              },
            },
            unanswered: {
              tags: 'attention',
              on: {
                'user.retried': { target: 'asking', actions: 'forget the trouble' },
                'port.online': { guard: 'only the line had failed', target: 'asking', actions: 'forget the trouble' },
              },
            },
            resting: { on: { 'port.shown': 'asking' } },
          },
        },
        /** They stand below whatever the amount comes to; those that do not come are read with the next ones. */
        rates: {
          initial: 'fresh',
          on: {
            'port.hidden': { actions: 'note that nobody looks' },
            'port.shown': { actions: 'note that they look' },
          },
          states: {
            fresh: {
              after: { 'the rates are old': [{ guard: 'somebody looks', target: 'reading' }, { target: 'resting' }] },
            },
            reading: {
              invoke: {
                src: 'exchange.list',
                id: 'exchange.list',
                input: { query: {} },
                onDone: { target: 'fresh', actions: { type: 'take newer rates', params: given } },
                onError: 'fresh',
              },
              after: { 'the list is overdue': 'fresh' },
              on: { 'port.hidden': { target: 'resting', actions: 'note that nobody looks' } },
            },
            resting: { on: { 'port.shown': { target: 'reading', actions: 'note that they look' } } },
          },
        },
      },
    },
  },
});

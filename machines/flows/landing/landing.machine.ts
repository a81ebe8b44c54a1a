import { and, assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import {
  exchangeLanding,
  exchangeList,
  type ExchangeAsk,
  type ExchangePair,
  type LandingQuote,
} from '../../../contract/calls/exchange.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import type { Currency } from '../../../contract/money.ts';
import { amountIn, otherSide, set, typed, type Entry, type Side } from '../../form/amount.ts';
import { choicesOf, nearestPair, pairsFor } from '../../form/pairs.ts';
import { readAmount } from '../../form/read-amount.ts';
import {
  fieldTrouble,
  isOfLine,
  isPremature,
  late,
  troubleOf,
  unreadable,
  withCurrencies,
  type Trouble,
} from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent } from '../../root/events.ts';
import { given } from '../../given.ts';

export interface LandingContext {
  account: string | null;
  /** Why the person is here, and not where they were or wanted to be. */
  why: Place['why'] | null;
  pairs: ExchangePair[];
  src: string;
  dst: string;
  entry: Entry;
  /** When the pairs came, and the last answer, by the page's clock. */
  ratesAt: number;
  at: number;
  /** The server's own words about the amount: what it comes to, or why not. Of the entry as it stands, or none. */
  quote: LandingQuote | null;
  trouble: Trouble | null;
  corrections: number;
}

type LandingEvent =
  | { type: 'user.amount typed'; side: Side; value: string }
  | { type: 'user.give chosen'; value: string }
  | { type: 'user.get chosen'; value: string }
  | { type: 'user.swapped' }
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.arrived' }>
  | Extract<PortEvent, { type: 'port.online' }>;

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
  actors: { ...calls(exchangeList, exchangeLanding) },
  delays: {
    'the list is overdue': added.answer + 5_000,
    'typing has paused': 400,
    'the quote is overdue': added.answer + 5_000,
    'the quote is old': added.rateRefresh,
  },
  guards: {
    'there are pairs': (_, { output }: Read) => output.payload.items.length > 0,
    'the rates are old': ({ context: { at, ratesAt } }) => at - ratesAt >= added.ratesRefresh,
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
      ratesAt: output.at,
      ...codesOf(output.payload.items[0]),
      trouble: null,
    })),
    /** A pair that is there no more stays in the form, where its quote is refused. */
    'take newer rates': assign(({ context: { pairs, src, dst } }, { output }: Read) => ({
      pairs: pairsFor(output.payload.items, { give: src, get: dst }).length > 0 ? output.payload.items : pairs,
      ratesAt: output.at,
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
      at: output.at,
      trouble: null,
    })),
    'keep the trouble': assign(({ context }, { error }: Thrown) => ({ quote: null, trouble: saidOf(context, error) })),
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
    ratesAt: 0,
    at: 0,
    src: '',
    dst: '',
    entry: set('give', '100'),
    quote: null,
    trouble: null,
    corrections: 0,
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
            onDone: { target: 'quoted', actions: { type: 'take the quote', params: given } },
            onError: [
              {
                guard: { type: 'the server said no', params: given },
                target: 'refused',
                actions: { type: 'keep the trouble', params: given },
              },
              { target: 'unanswered', actions: { type: 'keep the trouble', params: given } },
            ],
          },
          after: { 'the quote is overdue': { target: 'unanswered', actions: 'keep that it is late' } },
        },
        quoted: {
          after: { 'the quote is old': [{ guard: 'the rates are old', target: 'renewing' }, { target: 'asking' }] },
        },
        /** What stands beside the quote grows old with it; those that do not come are read with the next one. */
        renewing: {
          invoke: {
            src: 'exchange.list',
            id: 'exchange.list',
            input: { query: {} },
            onDone: { target: 'asking', actions: { type: 'take newer rates', params: given } },
            onError: 'asking',
          },
          after: { 'the list is overdue': 'asking' },
        },
        refused: { tags: 'attention' },
        unanswered: {
          tags: 'attention',
          on: { 'user.retried': 'asking', 'port.online': { guard: 'only the line had failed', target: 'asking' } },
        },
      },
    },
  },
});

const codesOf = (pair: ExchangePair | undefined): { src: string; dst: string } => ({
  src: pair?.src.code ?? '',
  dst: pair?.dst.code ?? '',
});

/** The pair that stands in the form. */
export const pairOf = ({ pairs, src, dst }: LandingContext): ExchangePair | undefined =>
  pairsFor(pairs, { give: src, get: dst })[0];

export const currencyOf = (context: LandingContext, side: Side): Currency | undefined =>
  pairOf(context)?.[side === 'give' ? 'src' : 'dst'];

const scaleOf = (context: LandingContext): number => currencyOf(context, context.entry.side)?.scale ?? 0;

const askOf = (context: LandingContext): ExchangeAsk => ({
  src: context.src,
  dst: context.dst,
  side: context.entry.side,
  amount: amountIn(context.entry, scaleOf(context)) ?? '0',
});

/** The exchange flow takes the amount out of this address. */
const exchangePath = (context: LandingContext): string =>
  `/exchange/${context.src}/${context.dst}?${context.entry.side}=${askOf(context).amount}`;

const saidOf = (context: LandingContext, error: unknown): Trouble =>
  withCurrencies(
    fieldTrouble(error, 'amount') ?? troubleOf(error),
    currencyOf(context, 'give'),
    currencyOf(context, 'get'),
  );

/** Why the amount cannot be read; null when it can. */
export function amountProblem(context: LandingContext): Trouble | null {
  const read = readAmount(context.entry.text, scaleOf(context));
  return 'problem' in read ? unreadable(read.problem, scaleOf(context)) : null;
}

/** What of it the screen says now: not before a press what more typing may cure. */
export function shownProblem(context: LandingContext, corrected: boolean): Trouble | null {
  const problem = amountProblem(context);
  return problem && (corrected || !isPremature(problem)) ? problem : null;
}

export const giveChoices = ({ pairs }: LandingContext): Currency[] => choicesOf(pairs, 'src');
export const getChoices = ({ pairs, src }: LandingContext): Currency[] => choicesOf(pairs, 'dst', src);

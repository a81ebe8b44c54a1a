import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { operationsInProgress } from '../../../contract/calls/operation.ts';
import { added } from '../../../contract/limits.ts';
import type { Operation } from '../../../contract/operation.ts';
import { troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, HouseEvent, PageLife, Signal } from '../../root/events.ts';
import { source } from '../../root/ports.ts';

export interface ProgressContext {
  /** Newest first, as the last answer told them; kept while they are read again. */
  items: Operation[];
  /** The server's time of that answer. */
  now: string | null;
  trouble: Trouble | null;
  /** Nobody looks at this tab. */
  away: boolean;
}

type ProgressEvent =
  | { type: 'user.retried' }
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<FlowEvent, { type: 'flow.confirming' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' }>
  | PageLife;

interface Told {
  output: Answer<{ items: Operation[] }>;
}

/** What goes on with the money of this account, wherever it was begun. Read when somebody comes, when money has moved, and when a step of a flow is over. */
export const progressMachine = setup({
  types: {
    context: {} as ProgressContext,
    events: {} as ProgressEvent,
    tags: {} as 'busy' | 'waiting' | 'attention',
  },
  actors: { ...calls(operationsInProgress), 'page.life': source<PageLife>('page.life') },
  delays: {
    'more may have changed': 300,
    'the answer is overdue': added.answer + 5_000,
    'they may have moved on': 2 * added.pollLongest,
    'something may have begun elsewhere': 6 * added.pollLongest,
  },
  guards: {
    'the step is over': (_, { confirming }: { confirming: boolean }) => !confirming,
    'nobody looks': ({ context }) => context.away,
    'something goes on': ({ context }) => context.items.length > 0,
  },
  actions: {
    'take what goes on': assign((_, { output }: Told) => ({
      items: output.payload.items,
      now: output.now,
      trouble: null,
    })),
    'keep the trouble': assign((_, { error }: { error: unknown }) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: { code: 'late' } }),
    'forget it all': assign({ items: [], now: null, trouble: null }),
    'note that nobody looks': assign({ away: true }),
    'note that somebody looks': assign({ away: false }),
  },
}).createMachine({
  id: 'progress',
  context: { items: [], now: null, trouble: null, away: false },
  initial: 'nobody',
  invoke: { src: 'page.life', id: 'page.life', onError: {} },
  on: {
    'port.hidden': { actions: 'note that nobody looks' },
    'port.shown': { actions: 'note that somebody looks' },
    'house.signed in': '.soon',
    'house.signed out': { target: '.nobody', actions: 'forget it all' },
  },
  states: {
    nobody: {},

    here: {
      initial: 'sorting',
      on: {
        'signal.wallets': 'soon',
        'flow.confirming': { guard: { type: 'the step is over', params: given }, target: 'soon' },
        'port.hidden': { target: '.sorting', actions: 'note that nobody looks' },
        'port.shown': { target: 'soon', actions: 'note that somebody looks' },
        'port.online': 'soon',
      },
      states: {
        sorting: {
          always: [
            { guard: 'nobody looks', target: 'asleep' },
            { guard: 'something goes on', target: 'some' },
            { target: 'none' },
          ],
        },
        /** Another device may begin something: read again seldom, as long as somebody looks. */
        none: { after: { 'something may have begun elsewhere': '#progress.asking' } },
        /** Read again now and then, as long as somebody looks. */
        some: { after: { 'they may have moved on': '#progress.asking' } },
        asleep: {},
        /** An answer that did not come once is asked for again. */
        unread: {
          tags: 'attention',
          always: { guard: 'nobody looks', target: 'asleep' },
          after: { 'something may have begun elsewhere': '#progress.asking' },
          on: { 'user.retried': '#progress.asking' },
        },
      },
    },

    /** What comes at once is asked about once. */
    soon: { tags: 'waiting', after: { 'more may have changed': 'asking' } },

    asking: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'operation.in_progress',
        id: 'operation.in_progress',
        onDone: { target: 'here', actions: { type: 'take what goes on', params: given } },
        onError: { target: 'here.unread', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'here.unread', actions: 'keep that it is late' } },
      on: {
        'signal.wallets': 'soon',
        'flow.confirming': { guard: { type: 'the step is over', params: given }, target: 'soon' },
      },
    },
  },
});

/** Kinds that keep what they give set aside in one wallet. */
const holding: readonly Operation['kind'][] = ['exchange', 'withdraw', 'transfer', 'card_order'];

/** What goes on with the money of one wallet. An exchange of all holds some of several. */
export const holdersOf = (items: readonly Operation[], currency: string): Operation[] =>
  items.filter(
    ({ kind, status, terms, lines }) =>
      status === 'processing' &&
      (holding.includes(kind)
        ? terms.give.currency === currency
        : (lines ?? []).some((line) => line.status === 'processing' && line.terms.give.currency === currency)),
  );

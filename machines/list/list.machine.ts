import { assign, enqueueActions, fromPromise, sendParent, setup } from 'xstate';
import type { Answer, CallSpec } from '../../contract/call.ts';
import { added } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../form/trouble.ts';
import { call } from '../root/calls.ts';
import type { HouseEvent, PortEvent, Signal } from '../root/events.ts';
import { notWired, source } from '../root/ports.ts';
import { verbs } from '../verbs.ts';
import { given } from '../given.ts';
import {
  askingForWords,
  besideIt,
  wordsMachine,
  wordsOf,
  type WordsNews,
  type WordsWish,
} from '../words/words.machine.ts';

/** What every paged call answers: `next` is the cursor of the page after this one. */
export interface ListPage {
  items: unknown[];
  next: string | null;
}

export interface ListContext {
  /** The filter, without the cursor. */
  query: Record<string, string>;
  items: unknown[];
  next: string | null;
  /** The first page as it is by now, where other rows stand on it than here. */
  newer: ListPage | null;
  /** The server's time of the last page, or so many minutes later, for dates in words. */
  now: string | null;
  /** Page clock in ms at that moment. */
  at: number;
  trouble: Trouble | null;
}

/** What the flow hears: a row was opened. Its rows are the flow's to understand. */
export interface ListNews {
  type: 'list.opened';
  item: unknown;
}

type ListEvent =
  | { type: 'user.retried' }
  | { type: 'user.more asked' }
  | { type: 'user.newer asked' }
  | { type: 'user.row opened'; value: string }
  | WordsNews<ListPage>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.language' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.ticked' | 'port.online' }>;

interface Told {
  output: Answer<ListPage>;
}
type Reread = Omit<WordsNews<ListPage>, 'type'>;

const nameOf = (item: unknown): unknown => {
  const { id, notification_id } = item as { id?: unknown; notification_id?: unknown };
  return id ?? notification_id;
};

/** Whether other rows, or in another order, stand on the first page than on the list. */
const differs = (items: unknown[], { items: page, next }: ListPage): boolean =>
  page.length > items.length ||
  (next === null && page.length < items.length) ||
  page.some((item, at) => nameOf(item) !== nameOf(items[at]));

type Ending = Partial<Pick<Operation, 'status' | 'expires_at' | 'payment'>>;
/** The server ends an unpaid order once it has asked for payments on their way, which takes it a moment. */
const unpaidEndsAfter = added.paymentGrace + 30_000;
/** When a row will be another without that money moves: terms that nobody confirms, an order that nobody pays. */
const endOf = ({ status, expires_at: end = '', payment }: Ending): number => {
  if (status === 'awaiting_payment') return Date.parse(payment?.until ?? '') + unpaidEndsAfter;
  return status === 'open' ? Date.parse(end) : NaN;
};

/** In how many ms from `now` on the first row will have ended by itself; null where none will. */
const endsIn = ({ items, newer, now }: Pick<ListContext, 'items' | 'newer' | 'now'>): number | null => {
  const from = Date.parse(now ?? '');
  let least = Infinity;
  // No row of a long list is copied: it is looked through with each page.
  for (const rows of [items, newer?.items ?? []])
    for (const row of rows as Ending[]) {
      const left = endOf(row) - from;
      // A row that is over and still stands here left the list with its end: nothing more is to come of it.
      if (left > 0) least = Math.min(least, left);
    }
  return least === Infinity ? null : least + 1_000;
};

const askingAgain = verbs<ListContext>()({
  'ask again when a row has ended': enqueueActions(({ context: { query, items, newer, now }, enqueue }) => {
    const delay = endsIn({ items, newer, now });
    if (delay === null) return;
    const wish: WordsWish = { type: 'words.wanted later', asked: { query }, delay };
    enqueue.sendTo('words', wish);
  }),
});

const shown = [{ type: 'add the page', params: given }, 'ask again when a row has ended'] as const;
/** The first page that comes, to a list that holds none. */
const opened = [
  { guard: { type: 'there is nothing', params: given }, target: 'empty', actions: shown },
  { guard: { type: 'there is a next page', params: given }, target: 'ready.more', actions: shown },
  { target: 'ready.end', actions: shown },
] as const;

const firstPage = {
  type: 'ask for the words',
  params: ({ context }: { context: ListContext }) => ({ query: context.query }),
} as const;

export const listMachine = setup({
  types: {
    context: {} as ListContext,
    events: {} as ListEvent,
    input: {} as { query: Record<string, string> },
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    page: fromPromise<Answer<ListPage>, { query: Record<string, string> }>(() => Promise.reject(notWired('page'))),
    words: wordsMachine,
    'clock.minutes': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.minutes'),
  },
  delays: { 'the page is overdue': added.answer + 5_000 },
  guards: {
    'there is nothing': (_, { output }: Told) => output.payload.items.length === 0,
    'there is a next page': (_, { output }: Told) => output.payload.next !== null,
    /** Where the last row is gone by now, a page on which no row is known is behind all of them. */
    'rows behind it are shown': ({ context: { items } }, { output: { payload } }: Told) => {
      const names = new Set(payload.items.map(nameOf));
      return payload.next !== null && !names.has(nameOf(items.at(-1))) && items.some((item) => names.has(nameOf(item)));
    },
    'other rows are known': ({ context }) => context.newer !== null,
    'no rows are left': ({ context }) => context.newer?.items.length === 0,
    'more rows are behind them': ({ context }) => (context.newer?.next ?? null) !== null,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
  },
  actions: {
    ...askingForWords,
    ...askingAgain,
    /** Each row stays where it stands, and so does what follows the last one. */
    'take the words': assign(({ context }, { output }: Told) => {
      const told = new Map(output.payload.items.map((item) => [nameOf(item), item]));
      return { items: context.items.map((item) => told.get(nameOf(item)) ?? item), now: output.now, at: output.at };
    }),
    /** What is read behind the first page says nothing of it. */
    'note what is newer': assign(({ context: { items } }, { asked, output: { payload } }: Reread) =>
      (asked as { query: { cursor?: string } }).query.cursor === undefined
        ? { newer: differs(items, payload) ? payload : null }
        : {},
    ),
    'begin with what is newer': assign(({ context: { newer } }) => ({ ...newer, newer: null, trouble: null })),
    'add the page': assign(({ context }, { output }: Told) => ({
      items: [...context.items, ...output.payload.items],
      next: output.payload.next,
      now: output.now,
      at: output.at,
      trouble: null,
    })),
    'reckon the time': assign(({ context }, { at }: { at: number }) => ({
      now: new Date(Date.parse(context.now ?? '') + at - context.at).toISOString(),
      at,
    })),
    'keep the trouble': assign((_, { error }: { error: unknown }) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'tell which row': sendParent(({ context }, { value }: { value: string }): ListNews => ({
      type: 'list.opened',
      item: context.items.find((item) => (item as { id?: unknown }).id === value),
    })),
  },
}).createMachine({
  id: 'list',
  context: ({ input }) => ({ query: input.query, items: [], next: null, newer: null, now: null, at: 0, trouble: null }),
  invoke: besideIt,
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      on: { 'house.language': { target: 'loading', reenter: true } },
      invoke: {
        src: 'page',
        id: 'page',
        input: ({ context }) => ({ query: context.query }),
        onDone: [...opened],
        onError: { target: 'failed', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the page is overdue': { target: 'failed', actions: 'keep that it is late' } },
    },

    empty: {
      tags: 'safe to reload',
      on: {
        'signal.wallets': { actions: firstPage },
        // Nothing stands here that could jump.
        'words.read': [...opened],
      },
    },

    failed: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': 'loading',
        'house.signed in': 'loading',
        'port.online': { guard: 'only the line had failed', target: 'loading' },
      },
    },

    ready: {
      tags: 'safe to reload',
      initial: 'end',
      // Rows say how long ago they were, for as long as somebody looks at them.
      invoke: { src: 'clock.minutes', id: 'clock.minutes', onError: {} },
      on: {
        'port.ticked': { actions: { type: 'reckon the time', params: given } },
        'user.row opened': { actions: { type: 'tell which row', params: given } },
        'house.language': { actions: firstPage },
        // Where money moved, an operation began or ended.
        'signal.wallets': { actions: firstPage },
        'user.newer asked': [
          { guard: 'no rows are left', target: 'empty', actions: 'begin with what is newer' },
          { guard: 'more rows are behind them', target: 'ready.more', actions: 'begin with what is newer' },
          { guard: 'other rows are known', target: 'ready.end', actions: 'begin with what is newer' },
        ],
        'words.read': [
          {
            guard: { type: 'rows behind it are shown', params: given },
            actions: [
              { type: 'take the words', params: given },
              { type: 'note what is newer', params: given },
              {
                type: 'ask for the words',
                params: ({ context, event }) => ({
                  query: { ...context.query, cursor: event.output.payload.next ?? '' },
                }),
              },
            ],
          },
          {
            actions: [
              { type: 'take the words', params: given },
              { type: 'note what is newer', params: given },
              'ask again when a row has ended',
            ],
          },
        ],
      },
      states: {
        more: { on: { 'user.more asked': 'loading more' } },
        'loading more': {
          tags: ['busy', 'waiting'],
          on: { 'house.language': { target: 'loading more', reenter: true, actions: firstPage } },
          invoke: {
            src: 'page',
            id: 'page',
            input: ({ context }) => ({ query: { ...context.query, cursor: context.next ?? '' } }),
            onDone: [
              {
                guard: { type: 'there is a next page', params: given },
                target: 'more',
                actions: shown,
              },
              { target: 'end', actions: shown },
            ],
            onError: { target: 'more failed', actions: { type: 'keep the trouble', params: given } },
          },
          after: { 'the page is overdue': { target: 'more failed', actions: 'keep that it is late' } },
        },
        'more failed': {
          tags: 'attention',
          on: {
            'user.more asked': 'loading more',
            'house.signed in': 'loading more',
            'port.online': { guard: 'only the line had failed', target: 'loading more' },
          },
        },
        end: {},
      },
    },
  },
});

/** The same list for every history; what differs is which call tells a page. Invoke it with the id `list`. */
export const listOf = (spec: CallSpec): typeof listMachine =>
  listMachine.provide({ actors: { page: call(spec) as never, words: wordsOf(spec) } });

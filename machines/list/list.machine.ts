import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { Answer, CallSpec } from '../../contract/call.ts';
import { added } from '../../contract/limits.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../form/trouble.ts';
import { call } from '../root/calls.ts';
import type { HouseEvent, PortEvent } from '../root/events.ts';
import { notWired } from '../root/ports.ts';
import { given } from '../given.ts';

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
  /** The server's time of the last page, for dates in words. */
  now: string | null;
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
  | { type: 'user.row opened'; value: string }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Told {
  output: Answer<ListPage>;
}

export const listMachine = setup({
  types: {
    context: {} as ListContext,
    events: {} as ListEvent,
    input: {} as { query: Record<string, string> },
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    page: fromPromise<Answer<ListPage>, { query: Record<string, string> }>(() => Promise.reject(notWired('page'))),
  },
  delays: { 'the page is overdue': added.answer + 5_000 },
  guards: {
    'there is nothing': (_, { output }: Told) => output.payload.items.length === 0,
    'there is a next page': (_, { output }: Told) => output.payload.next !== null,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
  },
  actions: {
    'add the page': assign(({ context }, { output }: Told) => ({
      items: [...context.items, ...output.payload.items],
      next: output.payload.next,
      now: output.now,
      trouble: null,
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
  context: ({ input }) => ({ query: input.query, items: [], next: null, now: null, trouble: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'page',
        id: 'page',
        input: ({ context }) => ({ query: context.query }),
        onDone: [
          {
            guard: { type: 'there is nothing', params: given },
            target: 'empty',
            actions: { type: 'add the page', params: given },
          },
          {
            guard: { type: 'there is a next page', params: given },
            target: 'ready.more',
            actions: { type: 'add the page', params: given },
          },
          { target: 'ready.end', actions: { type: 'add the page', params: given } },
        ],
        onError: { target: 'failed', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the page is overdue': { target: 'failed', actions: 'keep that it is late' } },
    },

    empty: { tags: 'safe to reload' },

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
      on: { 'user.row opened': { actions: { type: 'tell which row', params: given } } },
      states: {
        more: { on: { 'user.more asked': 'loading more' } },
        'loading more': {
          tags: ['busy', 'waiting'],
          invoke: {
            src: 'page',
            id: 'page',
            input: ({ context }) => ({ query: { ...context.query, cursor: context.next ?? '' } }),
            onDone: [
              {
                guard: { type: 'there is a next page', params: given },
                target: 'more',
                actions: { type: 'add the page', params: given },
              },
              { target: 'end', actions: { type: 'add the page', params: given } },
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
  listMachine.provide({ actors: { page: call(spec) as never } });

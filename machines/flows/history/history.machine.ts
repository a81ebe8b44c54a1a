import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { historyCurrencies, historyFile } from '../../../contract/calls/history.ts';
import { added } from '../../../contract/limits.ts';
import type { Currency } from '../../../contract/money.ts';
import { operationFilter, operationStatus, type Operation } from '../../../contract/operation.ts';
import { exportOf, type ExportInput, type ExportWish } from '../../export/export.machine.ts';
import { placeOf } from '../../operation/operation.place.ts';
import { listOf, type ListNews } from '../../list/list.machine.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent, Signal } from '../../root/events.ts';
import { given } from '../../given.ts';
import { addressOfHistory, callOfHistory, kindOfRoute, type HistoryKind } from './history.kinds.ts';

/** What of the history is shown; an empty string is any. Dates as `2026-01-31`, both included. */
export interface HistoryFilter {
  status: string;
  currency: string;
  from: string;
  to: string;
}

type TypedDays = Pick<HistoryFilter, 'from' | 'to'>;

export interface HistoryContext {
  kind: HistoryKind;
  filter: HistoryFilter;
  /** What stands in the fields of the days: a year that is being typed is none yet. */
  typed: TypedDays;
  /** What the filter can choose from; empty until it is known. */
  currencies: Currency[];
}

type HistoryEvent =
  | { type: 'user.status chosen'; value: string }
  | { type: 'user.currency chosen'; value: string }
  | { type: 'user.from chosen'; value: string }
  | { type: 'user.to chosen'; value: string }
  | { type: 'user.filter cleared' }
  | { type: 'user.retried' }
  | ListNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' | 'house.language' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Arrival {
  place: Place;
}

const anything: HistoryFilter = { status: '', currency: '', from: '', to: '' };

/** Days that may be chosen: of a year with fewer digits, or more, not all is typed. */
export const firstDay = '1000-01-01';
export const lastDay = '9999-12-31';

/** What is typed stands in its field, and counts once the day is whole. */
const dayChosen = (day: keyof TypedDays) => {
  const params = ({ event }: { event: { value: string } }): Partial<TypedDays> => ({ [day]: event.value });
  const typed = { type: 'keep what is typed', params } as const;
  return [
    {
      guard: { type: 'it is a whole day', params: given },
      target: '.deciding',
      actions: [typed, { type: 'take a part of the filter', params }, 'show the filter in the address'],
    },
    { actions: typed },
  ] as const;
};

/** What the account did in one kind: the shared list, with a filter that lives in the address. */
export const historyMachine = setup({
  types: {
    context: {} as HistoryContext,
    events: {} as HistoryEvent,
    input: {} as FlowInput,
    tags: {} as 'form' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(historyCurrencies), list: listOf(callOfHistory.exchange), export: exportOf(historyFile) },
  delays: { 'the currencies are overdue': added.answer + 5_000, 'another try': 2 * added.answer },
  guards: {
    'the dates agree': ({ context: { filter } }) => !filter.from || !filter.to || filter.from <= filter.to,
    /** Or that none is meant any more. A field of a browser tells `0202-01-10` on the way to `2026-01-10`. */
    'it is a whole day': (_, { value }: { value: string }) => value === '' || (isDay(value) && value >= firstDay),
    'it asks for something else': ({ context }, { place }: Arrival) =>
      searchOf(filterOf(place)) !== searchOf(context.filter),
  },
  actions: {
    'take the filter of the address': assign((_, { place }: Arrival) => standing(filterOf(place))),
    'take a part of the filter': assign(({ context }, part: Partial<HistoryFilter>) => ({
      filter: { ...context.filter, ...part },
    })),
    'keep what is typed': assign(({ context }, part: Partial<TypedDays>) => ({
      typed: { ...context.typed, ...part },
    })),
    'ask for everything': assign(standing(anything)),
    'show the filter in the address': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: `${addressOfHistory(context.kind)}${searchOf(context.filter)}`,
      replace: true,
    })),
    'take the currencies': assign((_, { output }: { output: Answer<{ items: Currency[] }> }) => ({
      currencies: output.payload.items,
    })),
    'open the operation': sendParent(({ context }, { item }: { item: unknown }): FlowEvent => ({
      type: 'flow.navigate',
      // The call's schema has read it: every row of a history is an operation.
      to: item === undefined ? addressOfHistory(context.kind) : placeOf(item as Operation),
    })),
    'forward to the list': sendTo('list', ({ event }) => event),
    'tell the file': sendTo('export', ({ event }) => event),
    'tell the file what it is of': sendTo('export', ({ context }): ExportWish => ({
      type: 'export.means',
      offer: fileOf(context),
    })),
    'tell the file that there is nothing': sendTo('export', { type: 'export.means', offer: null } satisfies ExportWish),
  },
}).createMachine({
  id: 'history',
  context: ({ input }) => ({
    kind: kindOfRoute(input.place.name),
    ...standing(filterOf(input.place)),
    currencies: [],
  }),
  type: 'parallel',
  states: {
    /** A file that is on its way comes whatever is looked for meanwhile; so it stands before the page, which tells it what is listed. */
    file: {
      invoke: { src: 'export', id: 'export', input: ({ context }) => fileOf(context), onError: {} },
      on: { 'house.signed in': { actions: 'tell the file' }, 'port.online': { actions: 'tell the file' } },
    },

    page: {
      initial: 'deciding',
      on: {
        'user.status chosen': {
          target: '.deciding',
          actions: [
            { type: 'take a part of the filter', params: ({ event }) => ({ status: event.value }) },
            'show the filter in the address',
          ],
        },
        'user.currency chosen': {
          target: '.deciding',
          actions: [
            { type: 'take a part of the filter', params: ({ event }) => ({ currency: event.value }) },
            'show the filter in the address',
          ],
        },
        'user.from chosen': dayChosen('from'),
        'user.to chosen': dayChosen('to'),
        'user.filter cleared': {
          target: '.deciding',
          actions: ['ask for everything', 'show the filter in the address'],
        },
        'house.arrived': {
          guard: { type: 'it asks for something else', params: given },
          target: '.deciding',
          actions: { type: 'take the filter of the address', params: given },
        },
      },
      states: {
        deciding: { always: [{ guard: 'the dates agree', target: 'listing' }, { target: 'contradictory' }] },

        listing: {
          tags: ['form', 'safe to reload'],
          entry: 'tell the file what it is of',
          invoke: {
            src: 'list',
            id: 'list',
            input: ({ context }) => ({ query: queryOf(context.filter) }),
            onError: 'broken',
          },
          on: {
            'house.signed in': { actions: 'forward to the list' },
            'port.online': { actions: 'forward to the list' },
            'house.language': { actions: 'forward to the list' },
            'signal.wallets': { actions: 'forward to the list' },
            'list.opened': { actions: { type: 'open the operation', params: given } },
          },
        },

        /** From is later than to: nothing is asked for. */
        contradictory: {
          tags: ['form', 'attention', 'safe to reload'],
          entry: 'tell the file that there is nothing',
        },

        /** The list fell over an answer. */
        broken: { tags: ['attention', 'safe to reload'], on: { 'user.retried': 'deciding' } },
      },
    },

    /** What the filter may choose from. Nobody waits for it: without it the filter offers fewer currencies. */
    currencies: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'history.currencies',
            id: 'history.currencies',
            input: {},
            onDone: { target: 'known', actions: { type: 'take the currencies', params: given } },
            onError: 'unknown',
          },
          after: { 'the currencies are overdue': 'unknown' },
        },
        known: {},
        unknown: { after: { 'another try': 'asking' } },
      },
    },
  },
});

const currencyForm = /^[A-Z][A-Z0-9]{1,9}$/;

/** As the server takes it; nobody typed what stands in an address. */
const isDay = (text: string): boolean => operationFilter.shape.from.safeParse(text).success;

function filterOf({ query }: Place): HistoryFilter {
  const { status = '', currency = '', from = '', to = '' } = query;
  return {
    status: operationStatus.safeParse(status).success ? status : '',
    currency: currencyForm.test(currency) ? currency : '',
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
  };
}

/** A filter, and its days in their fields. */
function standing(filter: HistoryFilter): Pick<HistoryContext, 'filter' | 'typed'> {
  const { from, to } = filter;
  return { filter, typed: { from, to } };
}

const queryOf = (filter: HistoryFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** What the filter lets through, as a table. */
const fileOf = ({ kind, filter }: HistoryContext): ExportInput => ({
  params: { file: `${kind}.csv` },
  query: queryOf(filter),
});

function searchOf(filter: HistoryFilter): string {
  const parts = Object.entries(queryOf(filter)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** The same chart for every kind; what differs is which call tells a page. */
export const historyOf = (kind: HistoryKind): typeof historyMachine =>
  historyMachine.provide({ actors: { list: listOf(callOfHistory[kind]) } });

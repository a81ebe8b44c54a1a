import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { exchangeList, type ExchangePair } from '../../../contract/calls/exchange.ts';
import { historyFile } from '../../../contract/calls/history.ts';
import { added } from '../../../contract/limits.ts';
import type { Currency } from '../../../contract/money.ts';
import { operationFilter, operationStatus, type Operation } from '../../../contract/operation.ts';
import { exportOf } from '../../export/export.machine.ts';
import { placeOf } from '../../operation/operation.place.ts';
import { choicesOf } from '../../form/pairs.ts';
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

export interface HistoryContext {
  kind: HistoryKind;
  filter: HistoryFilter;
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

/** What the account did in one kind: the shared list, with a filter that lives in the address. */
export const historyMachine = setup({
  types: {
    context: {} as HistoryContext,
    events: {} as HistoryEvent,
    input: {} as FlowInput,
    tags: {} as 'form' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(exchangeList), list: listOf(callOfHistory.exchange), export: exportOf(historyFile) },
  delays: { 'the currencies are overdue': added.answer + 5_000, 'another try': 2 * added.answer },
  guards: {
    'the dates agree': ({ context: { filter } }) => !filter.from || !filter.to || filter.from <= filter.to,
    'it asks for something else': ({ context }, { place }: Arrival) =>
      searchOf(filterOf(place)) !== searchOf(context.filter),
  },
  actions: {
    'take the filter of the address': assign((_, { place }: Arrival) => ({ filter: filterOf(place) })),
    'take a part of the filter': assign(({ context }, part: Partial<HistoryFilter>) => ({
      filter: { ...context.filter, ...part },
    })),
    'ask for everything': assign({ filter: anything }),
    'show the filter in the address': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: `${addressOfHistory(context.kind)}${searchOf(context.filter)}`,
      replace: true,
    })),
    'take the currencies': assign((_, { output }: { output: Answer<{ items: ExchangePair[] }> }) => ({
      currencies: currenciesOf(output.payload.items),
    })),
    'open the operation': sendParent(({ context }, { item }: { item: unknown }): FlowEvent => ({
      type: 'flow.navigate',
      // The call's schema has read it: every row of a history is an operation.
      to: item === undefined ? addressOfHistory(context.kind) : placeOf(item as Operation),
    })),
    'forward to the list': sendTo('list', ({ event }) => event),
    'tell the file': sendTo('export', ({ event }) => event),
  },
}).createMachine({
  id: 'history',
  context: ({ input }) => ({ kind: kindOfRoute(input.place.name), filter: filterOf(input.place), currencies: [] }),
  type: 'parallel',
  states: {
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
        'user.from chosen': {
          target: '.deciding',
          actions: [
            { type: 'take a part of the filter', params: ({ event }) => ({ from: event.value }) },
            'show the filter in the address',
          ],
        },
        'user.to chosen': {
          target: '.deciding',
          actions: [
            { type: 'take a part of the filter', params: ({ event }) => ({ to: event.value }) },
            'show the filter in the address',
          ],
        },
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
          invoke: [
            {
              src: 'list',
              id: 'list',
              input: ({ context }) => ({ query: queryOf(context.filter) }),
              onError: 'broken',
            },
            {
              src: 'export',
              id: 'export',
              input: ({ context: { kind, filter } }) => ({ params: { file: `${kind}.csv` }, query: queryOf(filter) }),
              onError: {},
            },
          ],
          on: {
            'house.signed in': { actions: ['forward to the list', 'tell the file'] },
            'port.online': { actions: ['forward to the list', 'tell the file'] },
            'house.language': { actions: 'forward to the list' },
            'signal.wallets': { actions: 'forward to the list' },
            'list.opened': { actions: { type: 'open the operation', params: given } },
          },
        },

        /** From is later than to: nothing is asked for. */
        contradictory: { tags: ['form', 'attention', 'safe to reload'] },

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
            src: 'exchange.list',
            id: 'exchange.list',
            input: { query: {} },
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

const queryOf = (filter: HistoryFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

function searchOf(filter: HistoryFilter): string {
  const parts = Object.entries(queryOf(filter)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

const currenciesOf = (pairs: ExchangePair[]): Currency[] => {
  const all = [...choicesOf(pairs, 'src'), ...choicesOf(pairs, 'dst')];
  return [...new Map(all.map((currency) => [currency.code, currency])).values()];
};

/** The same chart for every kind; what differs is which call tells a page. */
export const historyOf = (kind: HistoryKind): typeof historyMachine =>
  historyMachine.provide({ actors: { list: listOf(callOfHistory[kind]) } });

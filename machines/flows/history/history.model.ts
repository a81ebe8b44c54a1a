import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { exportOutcomes, exportWords } from '../../export/export.samples.ts';
import type { ExportContext } from '../../export/export.machine.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, seesIn, tells } from '../../form/sights.ts';
import listModel, { minuteTicks, pageFailures, pageOutcomes } from '../../list/list.model.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, btc, eur, failures, refused, usd } from '../../operation/operation.samples.ts';
import { addressOfHistory, type HistoryKind } from './history.kinds.ts';
import { historyMachine, type HistoryContext } from './history.machine.ts';
import { otherLanguage, wordsOfLanguage } from '../../words/words.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as HistoryContext;
const place = (query: Record<string, string>, kind: HistoryKind = 'exchange') =>
  samplePlace(`history-${kind}`, addressOfHistory(kind), {}, query);
const input = (query: Record<string, string>, kind?: HistoryKind) => ({
  place: place(query, kind),
  account: 'A-1001',
  site: null,
  email: null,
});

const titleOf = (snapshot: AnyMachineSnapshot) => `history.title.${contextOf(snapshot).kind}`;

/** What the lists of choices stand at. */
const filtered = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { status, currency } = contextOf(snapshot).filter;
  return [
    { message: status === '' ? 'history.any_status' : `operation.status.${status}` },
    currency === '' ? { message: 'history.any_currency' } : { text: currency },
  ];
};

/** The way to the file, what became of it, and why it did not come. */
const file = (snapshot: AnyMachineSnapshot): Sight[] => {
  const part = (snapshot.children as Record<string, AnyActorRef | undefined>)['export'];
  if (!part) return [];
  const told = part.getSnapshot() as AnyMachineSnapshot;
  const { trouble } = told.context as ExportContext;
  return [
    ...(told.matches('held') ? [] : says('history.file')),
    ...(told.matches('fetching') ? says('history.file_coming') : []),
    ...(told.matches('saved') ? says('history.file_saved') : []),
    ...tells(trouble),
  ];
};

export default defineModel({
  name: 'history',
  title: { en: 'History', ru: 'История операций' },
  machine: historyMachine,
  view: 'history/history',
  inputs: {
    everything: input({}),
    'what is completed': input({ status: 'completed', currency: 'BTC', from: '2026-01-01' }),
    'one day, and the last is the first': input({ from: '2026-01-10', to: '2026-01-10' }),
    transfers: input({}, 'transfer'),
    'payments that wait': input({ status: 'awaiting_payment' }, 'payment'),
    'an address that is no filter': input({ status: 'lost', currency: 'no money', from: 'today', to: '31.01.2026' }),
  },
  events: {
    'user.status chosen': [{ value: 'failed' }, { value: '' }],
    'user.currency chosen': (snapshot) =>
      ['', ...contextOf(snapshot).currencies.map(({ code }) => code)].map((value) => ({ value })),
    'user.from chosen': [{ value: '2026-01-10' }, { value: '' }, { value: '0202-01-10' }],
    'user.to chosen': [{ value: '2000-01-01' }, { value: '2026-01-31' }, { value: '0202-01-31' }],
    'user.filter cleared': [{}],
    'user.retried': [{}],
    'user.more asked': [{}],
    'user.newer asked': [{}],
    'user.export wanted': [{}],
    'user.row opened': (snapshot) =>
      ((snapshot.context as { items?: { id: string }[] }).items ?? []).map(({ id }) => ({ value: id })),
    'house.arrived': [{ place: place({ status: 'cancelled' }) }, { place: place({}) }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
    'signal.wallets': [{ wallets: [], seq: 5 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    ...exportOutcomes('history.file'),
    'clock.minutes': minuteTicks,
    'exchange.history': {
      done: { ...pageOutcomes, 'an answer of another shape': answered(null) },
      error: pageFailures,
    },
    'history.currencies': {
      done: { 'three currencies': answered({ items: [usd, eur, btc] }) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
  },
  facet: (snapshot) => {
    const { filter, kind } = contextOf(snapshot);
    const { list } = snapshot.children as Record<string, AnyActorRef | undefined>;
    const isEmpty = list !== undefined && (list.getSnapshot() as AnyMachineSnapshot).matches('empty');
    return [Object.values(filter).some(Boolean), kind, isEmpty ? 'an empty page' : ''];
  },
  eventWords: {
    ...wordsOfLanguage,
    ...exportWords,
    'user.status chosen': { en: 'choose a status', ru: 'выберите статус' },
    'user.currency chosen': { en: 'choose a currency', ru: 'выберите валюту' },
    'user.from chosen': { en: 'choose the first day', ru: 'выберите первый день' },
    'user.to chosen': { en: 'choose the last day', ru: 'выберите последний день' },
    'user.filter cleared': { en: 'clear the filter', ru: 'сбросьте фильтр' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.more asked': { en: 'ask for more', ru: 'запросите продолжение' },
    'user.newer asked': { en: 'ask for what is new', ru: 'обновите список' },
    'user.row opened': { en: 'open a row', ru: 'откройте строку' },
    'list.opened': { en: 'a row is opened', ru: 'открыта строка' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
  },
  states: {
    file: {
      title: { en: 'A table of it can be kept', ru: 'Её таблицу можно сохранить' },
      sees: file,
    },
    'currencies.asking': { title: { en: 'the currencies are read', ru: 'валюты загружаются' }, sees: filtered },
    'currencies.known': { title: { en: 'the currencies are there', ru: 'валюты известны' }, sees: filtered },
    'currencies.unknown': { title: { en: 'the currencies did not come', ru: 'валюты не загрузились' }, sees: filtered },
    'page.listing': {
      title: { en: 'The list of operations', ru: 'Список операций' },
      sees: (snapshot) => [
        ...says(
          titleOf(snapshot),
          'section.history-exchange',
          'section.history-transfer',
          'section.history-payment',
          'history.status',
          'history.currency',
          'history.from',
          'history.to',
        ),
        ...seesIn(listModel, 'list')(snapshot),
      ],
    },
    'page.contradictory': {
      title: { en: 'The first day is after the last', ru: 'Первый день позже последнего' },
      sees: (snapshot) =>
        says(titleOf(snapshot), 'history.contradictory.title', 'history.contradictory.text', 'history.clear'),
    },
    'page.broken': {
      title: { en: 'The list fell over an answer', ru: 'Список не справился с ответом' },
      sees: (snapshot) => says(titleOf(snapshot), 'history.broken.title', 'history.broken.text', 'form.retry'),
    },
  },
});

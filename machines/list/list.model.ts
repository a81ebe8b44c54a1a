import type { AnyMachineSnapshot } from 'xstate';
import { sampleCardPayment, sampleOrder } from '../bank-card/bank-card.samples.ts';
import { says, tells } from '../form/sights.ts';
import type { Operation } from '../../contract/operation.ts';
import { defineModel, type Asked, type Outcomes, type Sight } from '../model.ts';
import {
  answered,
  at,
  failures,
  refused,
  sampleBonus,
  sampleExchangeAll,
  sampleHeld,
  sampleIncoming,
  sampleSomeFailed,
  sampleOperation,
  sampleSale,
  sampleTransfer,
  sampleWithdrawal,
} from '../operation/operation.samples.ts';
import { hasRate, isCharged, isFree, isOutgoing, isPair, wordsOf } from '../operation/operation.words.ts';
import { statusWords } from '../operation/status.words.ts';
import { listMachine, type ListContext } from './list.machine.ts';
import { otherLanguage, wordsOfLanguage } from '../words/words.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ListContext;
const rowsOf = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).items as Operation[];
const rows = (snapshot: AnyMachineSnapshot): Sight[] => rowsOf(snapshot).flatMap((operation) => rowOf(operation));
const rowOf = (operation: Operation): Sight[] => {
  const { terms, give_currency, get_currency, facts = [] } = operation;
  return [
    { message: statusWords(operation) },
    ...beside(operation),
    ...(isPair(operation) ? [] : says(wordsOf.name(operation))),
    ...facts.flatMap(({ label, text }) => (label === 'merchant' ? [{ text }] : [])),
    isOutgoing(operation)
      ? { amount: terms.give, scale: give_currency.scale }
      : { amount: terms.get, scale: get_currency.scale },
  ];
};

/** What stands beside the amount: what it was got for, out of which wallets, or what it cost; what is free, or came to nothing, has its name alone. */
const beside = (operation: Operation): Sight[] => {
  const { terms, give_currency, lines, facts = [] } = operation;
  const fee: Sight = {
    message: 'ui.row.fee',
    params: { amount: { amount: terms.fee, scale: give_currency.scale } },
  };
  if (isFree(operation))
    return [
      ...facts.flatMap(({ label, text }) => (label === 'bonus' || label === 'card' ? [{ text }] : [])),
      // Another row may be the fee of what was sent.
      ...(operation.incoming ? [] : [{ absent: fee }]),
    ];
  if (lines)
    return lines.length > 3
      ? [{ message: 'ui.row.wallets', params: { count: lines.length } }]
      : [{ message: 'ui.row.for', params: { amount: lines.map((line) => line.give_currency.code).join(', ') } }];
  return hasRate({ terms })
    ? [{ message: 'ui.row.for', params: { amount: { amount: terms.give, scale: give_currency.scale } } }]
    : [isCharged(operation) ? fee : { absent: fee }];
};

/** The rows, and that there are others by now. */
const shown = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...(contextOf(snapshot).newer ? says('list.newer') : []),
  ...rows(snapshot),
];

const idOf = (row: number): string => `opsample${String(row).padStart(13, '0')}`;
/** A page whose rows follow the `held` ones. */
const pageAfter = (held: number, next: string | null, ...statuses: Operation['status'][]) =>
  answered({ items: statuses.map((status, at) => sampleOperation(status, { id: idOf(held + at + 1) })), next });

/** Pages of operations: the first, and the one after it. */
export const samplePages = {
  'a page with more behind it': pageAfter(0, 'cursor1', 'processing', 'completed'),
  'the last page': pageAfter(2, null, 'failed'),
  'an empty page': pageAfter(0, null),
};

const { lines = [] } = sampleExchangeAll('completed');
/** So many that a row counts them. */
const ofFourWallets = sampleExchangeAll('completed', {
  id: 'opsample0000000000011',
  lines: [...lines, ...lines].map((line, at) => ({ ...line, id: idOf(at + 12) })),
});

/** Rows that stand there already, as they are called in the other language: the first ones, those behind them, none of them. */
const wordedPages = {
  'the first rows in other words': pageAfter(0, 'cursor1', 'processing', 'completed'),
  'the last rows in other words': pageAfter(2, null, 'failed'),
};
/** The first page after money has moved. */
const newerPages = {
  'a new row above the others': answered({
    items: [sampleOperation('processing', { id: idOf(51) }), sampleOperation('completed', { id: idOf(1) })],
    next: 'cursor1',
  }),
  'another row alone': answered({ items: [sampleOperation('completed', { id: idOf(52) })], next: null }),
  'no row any more': answered({ items: [], next: null }),
};

/** Whoever reads the words again holds none: the rows are told from the first one. */
const held = ({ asker }: Asked): number => (asker.context as Partial<ListContext>).items?.length ?? 0;
/** The same for the models of flows that show a list: no page holds a row that is there already. */
export const pageOutcomes = {
  'a page with more behind it': (asked: Asked) => pageAfter(held(asked), 'cursor1', 'processing', 'completed'),
  'the last page': (asked: Asked) => pageAfter(held(asked), null, 'failed'),
  'a page of other kinds': answered({
    items: [
      ...[sampleTransfer('completed'), sampleIncoming('completed'), sampleSomeFailed(), ofFourWallets],
      sampleSale('completed', { id: idOf(21) }),
      sampleBonus('processing'),
      sampleHeld({ id: idOf(23) }),
      sampleOrder('failed', { id: idOf(22) }),
      sampleWithdrawal('failed', { id: idOf(24) }),
      sampleCardPayment({ id: idOf(25) }),
    ],
    next: null,
  }),
  'an empty page': samplePages['an empty page'],
};
/** Terms that nobody confirms, before and after their end. */
const terms = pageAfter(0, null, 'open');
const termsOver = pageAfter(0, null, 'expired');
/** What a list hears of the page's clock while somebody looks at it. */
export const minuteTicks = {
  next: { 'a minute has passed': { type: 'port.ticked', at: at + 60_000 } },
} satisfies Outcomes;
export const pageFailures = { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures };

export default defineModel({
  name: 'list',
  title: { en: 'List', ru: 'Список' },
  machine: listMachine,
  view: 'list/list',
  inputs: { everything: { query: {} }, 'a filter': { query: { status: 'completed' } } },
  events: {
    'user.retried': [{}],
    'user.more asked': [{}],
    'user.newer asked': [{}],
    'user.row opened': (snapshot) => rowsOf(snapshot).map(({ id }) => ({ value: id })),
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
    'signal.wallets': [{ wallets: [], seq: 5 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    page: { done: { ...pageOutcomes, 'terms that nobody confirms': terms }, error: pageFailures },
    'clock.minutes': minuteTicks,
    reworded: { done: { ...wordedPages, ...newerPages, 'terms that are over': termsOver }, error: failures },
  },
  facet: (snapshot) => {
    const { trouble, query, newer } = contextOf(snapshot);
    return {
      trouble: trouble?.code ?? '',
      'known to be older': newer !== null,
      'of other kinds': rowsOf(snapshot).some((operation) => !isPair(operation)),
      filtered: snapshot.matches('empty') && Object.keys(query).length > 0,
    };
  },
  eventWords: {
    ...wordsOfLanguage,
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.more asked': { en: 'ask for more', ru: 'запросите продолжение' },
    'user.newer asked': { en: 'ask for what is new', ru: 'обновите список' },
    'user.row opened': { en: 'open a row', ru: 'откройте строку' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  },
  states: {
    loading: {
      title: { en: 'The first page is read', ru: 'Читается первая страница' },
      sees: () => says('list.loading'),
    },
    empty: {
      title: { en: 'There is nothing', ru: 'Ничего нет' },
      sees: (snapshot) =>
        says(
          'history.empty.title',
          Object.keys(contextOf(snapshot).query).length > 0 ? 'history.empty.filtered' : 'history.empty.text',
        ),
    },
    failed: {
      title: { en: 'The list could not be read', ru: 'Список не загрузился' },
      sees: (snapshot) => [...says('list.failed.title', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    'ready.more': {
      title: { en: 'There is more', ru: 'Есть продолжение' },
      sees: (snapshot) => [...shown(snapshot), ...says('list.more')],
    },
    'ready.loading more': {
      title: { en: 'More is read', ru: 'Продолжение читается' },
      sees: (snapshot) => [...shown(snapshot), ...says('list.loading_more')],
    },
    'ready.more failed': {
      title: { en: 'More could not be read', ru: 'Продолжение не загрузилось' },
      sees: (snapshot) => [
        ...shown(snapshot),
        ...says('list.more_failed', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'ready.end': {
      title: { en: 'That is all of it', ru: 'Это весь список' },
      sees: (snapshot) => [...shown(snapshot), ...says('list.end')],
    },
  },
});

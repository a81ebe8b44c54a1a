import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../form/sights.ts';
import type { Operation } from '../../contract/operation.ts';
import { defineModel, type Asked, type Sight } from '../model.ts';
import { answered, failures, refused, sampleOperation } from '../operation/operation.samples.ts';
import { listMachine, type ListContext } from './list.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ListContext;
const rowsOf = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).items as Operation[];
const rows = (snapshot: AnyMachineSnapshot): Sight[] =>
  rowsOf(snapshot).flatMap(({ terms, give_currency, get_currency, status }) => [
    { message: `operation.status.${status}` },
    { message: 'ui.row.for', params: { amount: { amount: terms.give, scale: give_currency.scale } } },
    { amount: terms.get, scale: get_currency.scale },
  ]);

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

const held = ({ asker }: Asked): number => contextOf(asker).items.length;
/** The same for the models of flows that show a list: no page holds a row that is there already. */
export const pageOutcomes = {
  'a page with more behind it': (asked: Asked) => pageAfter(held(asked), 'cursor1', 'processing', 'completed'),
  'the last page': (asked: Asked) => pageAfter(held(asked), null, 'failed'),
  'an empty page': samplePages['an empty page'],
};
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
    'user.row opened': (snapshot) => rowsOf(snapshot).map(({ id }) => ({ value: id })),
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
  },
  outcomes: { page: { done: pageOutcomes, error: pageFailures } },
  facet: (snapshot) => contextOf(snapshot).trouble?.code ?? '',
  eventWords: {
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.more asked': { en: 'ask for more', ru: 'запросите продолжение' },
    'user.row opened': { en: 'open a row', ru: 'откройте строку' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  },
  states: {
    loading: {
      title: { en: 'The first page is read', ru: 'Читается первая страница' },
      sees: () => says('list.loading'),
    },
    empty: {
      title: { en: 'There is nothing', ru: 'Ничего нет' },
      resting: 'whoever shows the list may ask for another one',
      sees: () => says('history.empty.title', 'history.empty.text'),
    },
    failed: {
      title: { en: 'The list could not be read', ru: 'Список не загрузился' },
      sees: (snapshot) => [...says('list.failed.title', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    'ready.more': {
      title: { en: 'There is more', ru: 'Есть продолжение' },
      sees: (snapshot) => [...rows(snapshot), ...says('list.more')],
    },
    'ready.loading more': {
      title: { en: 'More is read', ru: 'Продолжение читается' },
      sees: (snapshot) => [...rows(snapshot), ...says('list.loading_more')],
    },
    'ready.more failed': {
      title: { en: 'More could not be read', ru: 'Продолжение не загрузилось' },
      sees: (snapshot) => [
        ...rows(snapshot),
        ...says('list.more_failed', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'ready.end': {
      title: { en: 'That is all of it', ru: 'Это весь список' },
      sees: (snapshot) => [...rows(snapshot), ...says('list.end')],
    },
  },
});

import type { AnyMachineSnapshot } from 'xstate';
import { samplePairs, samplePlace } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { lifeOutcomes } from '../../thread/thread.samples.ts';
import { exchangesMachine, getChoices, giveChoices, shownPairs, type ExchangesContext } from './exchanges.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ExchangesContext;
const place = (search?: string) =>
  samplePlace('exchanges', search ? `/exchanges?search=${search}` : '/exchanges', {}, search ? { search } : {});
const choices = (codes: { code: string }[]) => ['', ...codes.map(({ code }) => code)].map((value) => ({ value }));
const rows = (snapshot: AnyMachineSnapshot): Sight[] =>
  shownPairs(contextOf(snapshot)).flatMap(({ src, dst, rate, reserve }) => [
    { message: 'operation.rate_value', params: { from: src.code, rate: { rate }, to: dst.code } },
    { amount: { amount: reserve, currency: dst.code }, scale: dst.scale },
  ]);
/** What is wished for stands in the two lists of choices. */
const wished = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { give, get } = contextOf(snapshot).wish;
  return [give, get].map((code) => (code === '' ? { message: 'exchanges.any' } : { text: code }));
};

export default defineModel({
  name: 'exchanges',
  title: { en: 'List of exchanges', ru: 'Список обменов' },
  machine: exchangesMachine,
  view: 'exchanges/exchanges',
  inputs: {
    'all pairs': { place: place(), account: 'A-1001', site: null, email: null },
    'what USD buys': { place: place('USD/'), account: 'A-1001', site: null, email: null },
    'what a currency buys that nobody exchanges': { place: place('KZT/'), account: 'A-1001', site: null, email: null },
  },
  events: {
    'user.give chosen': (snapshot) => choices(giveChoices(contextOf(snapshot))),
    'user.get chosen': (snapshot) => choices(getChoices(contextOf(snapshot))),
    'user.search cleared': [{}],
    'user.pair opened': (snapshot) =>
      shownPairs(contextOf(snapshot)).map(({ src, dst }) => ({ value: `${src.code}/${dst.code}` })),
    'user.retried': [{}],
    'house.arrived': [{ place: place('/BTC') }, { place: place() }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'exchange.list': {
      done: { 'three pairs': answered({ items: samplePairs }), 'no pairs': answered({ items: [] }) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'page.life': lifeOutcomes,
  },
  facet: (snapshot) => {
    const { trouble, wish } = contextOf(snapshot);
    return [trouble?.code ?? '', wish.give === '' && wish.get === '', wish.give === 'KZT'];
  },
  eventWords: {
    'user.give chosen': { en: 'choose what to give', ru: 'выберите, что отдать' },
    'user.get chosen': { en: 'choose what to get', ru: 'выберите, что получить' },
    'user.search cleared': { en: 'show all pairs', ru: 'покажите все пары' },
    'user.pair opened': { en: 'open a pair', ru: 'откройте пару' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  },
  states: {
    loading: {
      title: { en: 'The pairs are read', ru: 'Пары загружаются' },
      sees: (snapshot) => [...says('exchanges.title', 'exchanges.loading'), ...wished(snapshot)],
    },
    failed: {
      title: { en: 'The pairs could not be read', ru: 'Пары не загрузились' },
      sees: (snapshot) => [
        ...says('exchanges.title', 'exchanges.failed.title', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    empty: {
      title: { en: 'There are no pairs at all', ru: 'Пар нет совсем' },
      sees: () => says('exchanges.title', 'exchanges.empty.title', 'exchanges.empty.text', 'form.retry'),
    },
    'shown.rows.found': {
      title: { en: 'The pairs that are wished for', ru: 'Найденные пары' },
      sees: (snapshot) => [
        ...says('exchanges.title', 'exchanges.give', 'exchanges.get'),
        ...wished(snapshot),
        ...rows(snapshot),
      ],
    },
    'shown.rows.nothing found': {
      title: { en: 'No pair is what was wished for', ru: 'Подходящих пар нет' },
      sees: (snapshot) => [
        ...says('exchanges.title', 'exchanges.nothing.title', 'exchanges.nothing.text', 'exchanges.clear'),
        ...wished(snapshot),
      ],
    },
    'shown.rates.fresh': {
      title: { en: 'the rates are fresh', ru: 'курсы свежие' },
      sees: () => says('exchanges.title'),
    },
    'shown.rates.asking': {
      title: { en: 'the rates are read again', ru: 'курсы читаются ещё раз' },
      sees: () => says('exchanges.title'),
    },
    'shown.rates.stale': {
      title: { en: 'the rates were not refreshed', ru: 'курсы не обновились' },
      sees: () => says('exchanges.stale'),
    },
    'shown.rates.resting': {
      title: { en: 'nobody looks at them', ru: 'на них никто не смотрит' },
      sees: () => says('exchanges.title'),
    },
  },
});

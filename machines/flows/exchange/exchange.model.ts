import type { AnyMachineSnapshot } from 'xstate';
import { formAsked, pairAsked, samplePlace, storageClosed } from '../../form/exchange.samples.ts';
import { calledIn, says, seesIn } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import operationModel from '../../operation/operation.model.ts';
import { answered, failures, refused, sampleOperation } from '../../operation/operation.samples.ts';
import { feeNamed } from '../../operation/operation.sights.ts';
import type { ExchangeContext } from './exchange.context.ts';
import { exchangeMachine } from './exchange.machine.ts';
import formModel from './form.model.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ExchangeContext;
const id = sampleOperation('open').id;

const place = (query: Record<string, string> = {}, params = { src: 'USD', dst: 'BTC' }) =>
  samplePlace('exchange-src-dst', `/exchange/${params.src}/${params.dst}`, params, query);
const input = (query: Record<string, string> = {}) => ({
  place: place(query),
  account: 'A-1001',
  site: null,
  email: null,
});

/** The notice about an operation that goes on, on every screen from which it can be opened. */
const left = (snapshot: AnyMachineSnapshot): Sight[] =>
  contextOf(snapshot).leftBehind ? says('exchange.left_behind', 'exchange.left_behind.open') : [];

const receipt =
  (key: string) =>
  (snapshot: AnyMachineSnapshot): Sight[] => {
    const { outcome } = contextOf(snapshot);
    if (!outcome) return [];
    const { terms, give_currency, get_currency, reason, id: number } = outcome;
    return [
      ...says(key, 'operation.again', 'operation.another', 'operation.print', 'operation.ask'),
      ...feeNamed(outcome),
      ...says('operation.rate', 'operation.created', 'operation.number'),
      {
        message: 'operation.rate_value',
        params: { from: terms.give.currency, rate: { rate: terms.rate, exact: true }, to: terms.get.currency },
      },
      { text: number },
      { amount: terms.give, scale: give_currency.scale },
      { amount: terms.get, scale: get_currency.scale },
      ...(reason ? says(`operation.reason.${reason}`) : []),
    ];
  };

export default defineModel({
  name: 'exchange',
  title: { en: 'Exchange', ru: 'Обмен' },
  machine: exchangeMachine,
  view: 'exchange/exchange',
  inputs: {
    'from the list': input(),
    'from the home page': input({ give: '100' }),
    'from the home page, with what it showed': {
      ...input({ give: '100' }),
      place: {
        ...place({ give: '100' }),
        quoted: {
          give: { amount: '100.00', currency: 'USD' },
          get: { amount: '0.00200000', currency: 'BTC' },
          fee: { amount: '0.50', currency: 'USD' },
          rate: '0.00002',
        },
      },
    },
    'by the address of an operation': input({ operation: id }),
  },
  events: {
    ...operationModel.events,
    'user.amount typed': [
      { side: 'give', value: '100,00' },
      { side: 'give', value: '5000' },
    ],
    'user.part chosen': [{ value: 'all' }],
    'user.swapped': [{}],
    'user.submitted': [{}],
    'user.again': [{}],
    'user.retried': [{}],
    'user.another pair wanted': [{}],
    'user.printed': [{}],
    'user.left operation opened': [{}],
    'port.online': [{ at: 0 }],
    'house.arrived': [
      { place: place() },
      { place: place({ operation: 'opsample0000000000009' }) },
      { place: place({}, { src: 'BTC', dst: 'USD' }) },
    ],
  },
  outcomes: {
    'exchange.list': {
      done: { 'the pair': pairAsked, 'no pair': answered({ items: [] }), 'an answer of another shape': answered(null) },
      error: { refused: refused('unknown_currency', 422), ...failures },
    },
    'exchange.form': {
      done: { 'the form': formAsked },
      error: { refused: refused('pair_unavailable', 404), ...failures },
    },
    'draft.read': {
      done: {
        'no draft': null,
        'a draft': { side: 'give', text: '250', byHand: true },
        'a draft that was confirmed': {
          side: 'give',
          text: '250',
          byHand: true,
          operation: sampleOperation('open').id,
        },
      },
      error: { 'storage is closed': storageClosed },
    },
    'exchange.check': {
      done: { 'the terms': answered(sampleOperation('open')), 'an answer of another shape': answered(null) },
      error: {
        'too little money': refused('insufficient_funds', 422, {
          fields: { amount: 'insufficient_funds' },
          params: { available: '20.00' },
        }),
        'the one before was sent after all': refused('already_submitted', 409),
        refused: refused('rate_limited', 429, { retryAfter: 3 }),
        ...failures,
      },
    },
    'exchange.submit': operationModel.outcomes['submit'] ?? {},
    'exchange.status': operationModel.outcomes['status'] ?? {},
    'clock.ticks': operationModel.outcomes['clock.ticks'] ?? {},
    'page.life': operationModel.outcomes['page.life'] ?? {},
  },
  moments: 12_000,
  facet: (snapshot) => {
    const { leftBehind, trouble, refused: said, operation } = contextOf(snapshot);
    return [leftBehind !== null, trouble?.code ?? '', said?.code ?? '', operation !== null];
  },
  called: calledIn({ form: formModel }),
  eventWords: {
    ...operationModel.eventWords,
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'user.amount typed': { en: 'type an amount', ru: 'введите сумму' },
    'user.part chosen': { en: 'take all that is there', ru: 'возьмите всё доступное' },
    'user.swapped': { en: 'swap the sides', ru: 'поменяйте стороны' },
    'user.submitted': { en: 'ask for the terms', ru: 'запросите условия' },
    'user.again': { en: 'repeat the exchange', ru: 'повторите обмен' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.another pair wanted': { en: 'go for another pair', ru: 'перейдите к другой паре' },
    'user.printed': { en: 'print the receipt', ru: 'распечатайте квитанцию' },
    'user.left operation opened': { en: 'open the operation that was left', ru: 'откройте оставленную операцию' },
    'form.list wanted': { en: 'the form gives way to the list', ru: 'форма уступает место списку' },
    'form.sent before': { en: 'this draft was confirmed before', ru: 'этот черновик уже подтверждали' },
    'form.holding': { en: 'an amount is put in or taken out', ru: 'в поле появилась или исчезла сумма' },
    'flow.quote changed': {
      en: 'the home page showed another quote',
      ru: 'на главной была показана другая сумма',
    },
    'operation.opened': { en: 'the operation has its id', ru: 'у операции появился номер' },
    'operation.confirming': { en: 'a step that nothing may cover', ru: 'шаг, который нельзя закрывать' },
    'operation.confirmed': { en: 'a confirmation is on its way', ru: 'подтверждение отправлено' },
    'operation.turned away': { en: 'the confirmation was turned away', ru: 'подтверждение отклонено' },
    'operation.submitted': { en: 'the confirmation was taken', ru: 'подтверждение принято' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
  },
  states: {
    filling: {
      title: { en: 'The form', ru: 'Форма' },
      sees: (snapshot) => [...left(snapshot), ...seesIn(formModel, 'form')(snapshot)],
    },
    operating: { title: { en: 'The operation', ru: 'Операция' }, sees: seesIn(operationModel, 'operation') },
    broken: {
      title: { en: 'A part of the page fell over', ru: 'Часть страницы сломалась' },
      sees: () => says('exchange.broken.title', 'exchange.broken.text', 'form.retry'),
    },
    'finished.succeeded': {
      title: { en: 'Done: the receipt', ru: 'Готово: квитанция' },
      sees: receipt('operation.succeeded.exchange'),
    },
    'finished.failed': {
      title: { en: 'Failed, the money is back', ru: 'Не выполнено, деньги вернулись' },
      sees: receipt('operation.failed.exchange'),
    },
    'finished.cancelled': {
      title: { en: 'Cancelled, the money is back', ru: 'Отменено, деньги вернулись' },
      sees: receipt('operation.cancelled.exchange'),
    },
    'finished.expired': {
      title: { en: 'The rate ran out, nothing was sent', ru: 'Время курса вышло, ничего не отправлено' },
      sees: receipt('operation.expired.exchange'),
    },
  },
});

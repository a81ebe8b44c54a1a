import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace, storageClosed } from '../../form/exchange.samples.ts';
import { says, seesIn } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import operationModel from '../../operation/operation.model.ts';
import {
  answered,
  failures,
  refused,
  sampleExchangeAll,
  sampleFewer,
  sampleSomeFailed,
} from '../../operation/operation.samples.ts';
import { terms } from '../../operation/operation.sights.ts';
import { wordsOf } from '../../operation/operation.words.ts';
import type { OperationStatus } from '../../../contract/operation.ts';
import type { ExchangeAllContext } from './exchange-all.context.ts';
import { exchangeAllMachine } from './exchange-all.machine.ts';
import { choicesTold, currencyAsked, filterOfUsd } from './exchange-all.samples.ts';
import formModel from './form.model.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ExchangeAllContext;
const id = sampleExchangeAll('open').id;

const place = (query: Record<string, string> = {}, into?: string) =>
  into === undefined
    ? samplePlace('exchange-all', '/exchange/all', {}, query)
    : samplePlace('exchange-all-currency', `/exchange/all/${into}`, { currency: into }, query);
const input = (query: Record<string, string> = {}, into?: string) => ({
  place: place(query, into),
  account: 'A-1001',
  site: null,
  email: null,
});
const fresh = sampleFewer({ id: 'opsample0000000000020' });
const told = (status: OperationStatus) => answered(sampleExchangeAll(status));

/** The notice about an operation that goes on, on every screen from which it can be opened. */
const left = (snapshot: AnyMachineSnapshot): Sight[] =>
  contextOf(snapshot).leftBehind ? says('exchange.left_behind', 'exchange.left_behind.open') : [];

const receipt = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { outcome } = contextOf(snapshot);
  if (!outcome) return [];
  return [
    ...says(
      wordsOf.ended(outcome),
      'exchange_all.again',
      'operation.print',
      'operation.ask',
      'operation.created',
      'operation.number',
    ),
    ...terms(outcome),
    ...(outcome.reason ? says(`operation.reason.${outcome.reason}`) : []),
  ];
};

export default defineModel({
  name: 'exchange-all',
  title: { en: 'Exchange of all', ru: 'Обмен всего' },
  machine: exchangeAllMachine,
  view: 'exchange-all/exchange-all',
  inputs: {
    'from the list': input(),
    'into a currency': input({}, 'BTC'),
    'by the address of an operation': input({ operation: id }, 'BTC'),
  },
  events: {
    ...operationModel.events,
    // What the terms are in first, then another one; where there is no form the choice is taken back.
    'user.currency chosen': (snapshot) => {
      const { into } = snapshot.context as { into?: string | null };
      return [{ value: !snapshot.hasTag('form') ? '' : into === 'BTC' ? 'USD' : 'BTC' }];
    },
    'user.wallet set': [{ currency: 'USD', value: false }],
    'user.submitted': [{}],
    'user.again': [{}],
    'user.retried': [{}],
    'user.printed': [{}],
    'user.left operation opened': [{}],
    'port.online': [{ at: 0 }],
    'signal.wallets': [{ wallets: [], seq: 2 }],
    'house.arrived': [
      { place: place({}, 'BTC') },
      { place: place({}, 'USD') },
      { place: place({ operation: 'opsample0000000000019' }, 'BTC') },
    ],
  },
  outcomes: {
    'exchange_all.form': {
      done: { 'what there is': choicesTold, 'an answer of another shape': answered(null) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'exchange_all.currency_form': {
      done: { 'the rates': currencyAsked },
      error: { refused: refused('unknown_currency', 422), ...failures },
    },
    'draft.read': {
      done: {
        'nothing is left out': null,
        'a wallet is left out': filterOfUsd,
        'it was confirmed': { ...filterOfUsd, operation: 'opsample0000000000019' },
        'what it went into last': { into: 'USD' },
      },
      error: { 'storage is closed': storageClosed },
    },
    'exchange_all.check': {
      done: { 'the terms': told('open'), 'an answer of another shape': answered(null) },
      error: {
        'nothing to exchange': refused('nothing_to_exchange', 422),
        'the one before was sent after all': refused('already_submitted', 409),
        ...failures,
      },
    },
    'exchange_all.submit': {
      done: { processing: told('processing'), completed: told('completed') },
      error: {
        // One wallet has more in it by now, the other takes no part.
        'terms changed': refused('terms_changed', 409, { fresh }),
        'terms changed, and nobody says how': refused('terms_changed', 409),
        'too little money': refused('insufficient_funds', 409, { params: { available: '47.00', currency: 'USD' } }),
        'moved on': refused('quote_expired', 409),
        refused: refused('forbidden', 403),
        ...failures,
      },
    },
    'exchange_all.status': {
      done: {
        open: told('open'),
        processing: told('processing'),
        completed: told('completed'),
        'completed but for a wallet': answered(sampleSomeFailed()),
        failed: told('failed'),
        cancelled: told('cancelled'),
        expired: told('expired'),
      },
      error: { refused: refused('forbidden', 403), ...failures },
    },
    'operation.read': {
      done: {
        open: told('open'),
        processing: told('processing'),
        completed: told('completed'),
        expired: told('expired'),
      },
      error: { refused: refused('forbidden', 403), ...failures },
    },
    'clock.ticks': operationModel.outcomes['clock.ticks'] ?? {},
    'page.life': operationModel.outcomes['page.life'] ?? {},
  },
  facet: (snapshot) => {
    const { leftBehind, trouble, operation, outcome } = contextOf(snapshot);
    const inPart = outcome?.reason === 'some_failed' ? 'in part' : '';
    return [leftBehind !== null, trouble?.code ?? '', operation !== null, inPart];
  },
  eventWords: {
    ...operationModel.eventWords,
    ...formModel.eventWords,
    'form.sent before': { en: 'this was confirmed before', ru: 'это уже подтверждали' },
    'user.again': { en: 'exchange what is there again', ru: 'обменяйте всё снова' },
    'user.printed': { en: 'print the receipt', ru: 'распечатайте квитанцию' },
    'user.left operation opened': { en: 'open the operation that was left', ru: 'откройте оставленную операцию' },
    'form.left out': { en: 'wallets are left out', ru: 'исключены кошельки' },
    'form.currency wanted': { en: 'another currency is wanted', ru: 'нужна другая валюта' },
    'operation.opened': { en: 'the operation has its id', ru: 'у операции появился номер' },
    'operation.confirming': { en: 'a step that nothing may cover', ru: 'шаг, который нельзя закрывать' },
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
    'finished.succeeded': { title: { en: 'Done: the receipt', ru: 'Готово: квитанция' }, sees: receipt },
    'finished.failed': {
      title: { en: 'Failed, the money is back', ru: 'Не выполнено, деньги вернулись' },
      sees: receipt,
    },
    'finished.cancelled': {
      title: { en: 'Cancelled, the money is back', ru: 'Отменено, деньги вернулись' },
      sees: receipt,
    },
    'finished.expired': {
      title: { en: 'The time ran out, nothing was sent', ru: 'Время вышло, ничего не отправлено' },
      sees: receipt,
    },
  },
});

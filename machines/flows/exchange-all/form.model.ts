import type { AnyMachineSnapshot } from 'xstate';
import { storageClosed } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import {
  choicesTold,
  currencyAsked,
  filterOfUsd,
  largeExchangeAllForm,
  nothingThere,
  sampleExchangeAllForm,
} from './exchange-all.samples.ts';
import {
  chosenWallets,
  closedOf,
  openWallets,
  partOf,
  previewOf,
  shownLack,
  tooMuchForAll,
  type FormContext,
  type FormInput,
} from './form.context.ts';
import { exchangeAllFormMachine } from './form.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as FormContext;

/** Each wallet with what it would bring or why it cannot, and what all of it comes to. */
function choosing(snapshot: AnyMachineSnapshot): Sight[] {
  const context = contextOf(snapshot);
  const { form, trouble, into } = context;
  if (!form) return [];
  const lack = shownLack(context);
  const preview = previewOf(context);
  return [
    ...says('exchange_all.title', 'exchange_all.into', 'exchange_all.wallets', 'exchange_all.submit'),
    ...form.wallets.flatMap((wallet): Sight[] => {
      const { currency, available, minimum, get, fee } = wallet;
      const closed = closedOf(context, wallet);
      const part = partOf(wallet);
      return [
        { amount: { amount: available, currency: currency.code }, scale: currency.scale },
        ...(part === null
          ? []
          : [
              {
                message: 'exchange_all.at_once',
                params: { maximum: { amount: { amount: part, currency: currency.code }, scale: currency.scale } },
              },
            ]),
        ...(closed
          ? [
              {
                message: `exchange_all.closed.${closed}`,
                params: { minimum: { amount: { amount: minimum, currency: currency.code }, scale: currency.scale } },
              },
            ]
          : []),
        ...(get && form.into
          ? [{ amount: { amount: get, currency: form.into.code }, scale: form.into.scale, approximate: true }]
          : []),
        ...(fee === undefined
          ? []
          : [
              {
                message: 'ui.row.fee',
                params: { amount: { amount: { amount: fee, currency: currency.code }, scale: currency.scale } },
              },
            ]),
      ];
    }),
    ...(preview
      ? [...says('exchange_all.total'), { amount: preview.total, scale: preview.into.scale, approximate: true }]
      : []),
    ...(lack === 'none' ? says('amount.top_up') : []),
    ...(lack ? says(`exchange_all.lack.${lack}`) : into === null ? says('exchange_all.into.help') : []),
    ...tells(trouble),
  ];
}

const input = (changes: Partial<FormInput> = {}): FormInput => ({
  ...{ account: 'A-1001', into: 'BTC', leftOut: null, taken: null, form: null, trouble: null },
  ...changes,
});

export default defineModel({
  name: 'exchange all form',
  title: { en: 'Form of an exchange of all', ru: 'Форма обмена всего' },
  machine: exchangeAllFormMachine,
  view: 'exchange-all/form',
  inputs: {
    'without a currency': input({ into: null }),
    'into a currency': input(),
    'back from the review': input({ form: largeExchangeAllForm, leftOut: ['USD'] }),
    'turned away': input({
      form: sampleExchangeAllForm,
      leftOut: [],
      trouble: { code: 'nothing_to_exchange' },
    }),
    'more than can be paid out': input({
      form: { ...sampleExchangeAllForm, reserve: '0.00200000' },
      leftOut: [],
      trouble: {
        code: tooMuchForAll,
        params: { reserve: { amount: { amount: '0.00200000', currency: 'BTC' }, scale: 8 } },
      },
    }),
    'without a connection': input({ form: sampleExchangeAllForm, leftOut: [], trouble: { code: 'network' } }),
    'another currency, and the filter is known': input({ leftOut: ['EUR'] }),
    'turned away from the review of an operation that was opened by its address': input({
      taken: ['EUR'],
      trouble: {
        code: 'insufficient_funds',
        params: { available: { amount: { amount: '47.00', currency: 'EUR' }, scale: 2 }, currency: 'EUR' },
      },
    }),
  },
  events: {
    'user.currency chosen': (snapshot) => [{ value: snapshot.hasTag('form') ? 'USD' : '' }],
    'user.wallet set': (snapshot) => {
      const context = contextOf(snapshot);
      const chosen = chosenWallets(context);
      return openWallets(context).map((wallet) => ({
        currency: wallet.currency.code,
        value: !chosen.includes(wallet),
      }));
    },
    'user.submitted': [{}],
    'user.retried': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
    'signal.wallets': [{ wallets: [], seq: 2 }],
  },
  outcomes: {
    'exchange_all.form': {
      done: { 'what there is': choicesTold, 'no wallet': answered(nothingThere) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'exchange_all.currency_form': {
      done: { 'the rates': currencyAsked, 'no wallet': answered(nothingThere) },
      error: {
        'no such currency': refused('unknown_currency', 422),
        'a currency that is none': refused('bad_request', 400),
        'a currency that nobody exchanges now': refused('pair_unavailable', 409),
        refused: refused('rate_limited', 429, { retryAfter: 3 }),
        ...failures,
      },
    },
    'draft.read': {
      done: {
        'nothing is left out': null,
        'a wallet is left out': filterOfUsd,
        'it was confirmed': { ...filterOfUsd, operation: 'opsample0000000000019' },
        'what it went into last': { into: 'EUR' },
      },
      error: { 'storage is closed': storageClosed },
    },
  },
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    return [
      context.trouble?.code ?? '',
      shownLack(context) ?? '',
      context.form === null ? 'no form' : context.into === null ? 'no currency' : '',
      context.last ?? '',
    ];
  },
  eventWords: {
    'user.currency chosen': { en: 'choose a currency', ru: 'выберите валюту' },
    'user.wallet set': { en: 'take a wallet in or leave it out', ru: 'включите или исключите кошелёк' },
    'user.submitted': { en: 'ask for the terms', ru: 'запросите условия' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  },
  states: {
    'loading.filter': {
      title: { en: 'What was left out is read', ru: 'Читается, что исключено' },
      sees: () => says('exchange_all.title', 'exchange_all.loading'),
    },
    'loading.last choice': {
      title: { en: 'What it went into last is read', ru: 'Читается, во что обменивали в прошлый раз' },
      sees: () => says('exchange_all.title', 'exchange_all.loading'),
    },
    'loading.choices': {
      title: { en: 'Currencies and wallets are read', ru: 'Читаются валюты и кошельки' },
      sees: () => says('exchange_all.title', 'exchange_all.loading'),
    },
    'loading.rates': {
      title: { en: 'Rates of the wallets are read', ru: 'Читаются курсы кошельков' },
      sees: () => says('exchange_all.title', 'exchange_all.loading'),
    },
    empty: {
      title: { en: 'There is no wallet to exchange', ru: 'Обменивать нечего' },
      sees: () => says('exchange_all.empty.title', 'exchange_all.empty.text', 'amount.top_up', 'form.retry'),
    },
    unavailable: {
      title: { en: 'There is no such currency', ru: 'Такой валюты нет' },
      sees: () => says('exchange_all.unavailable.title', 'exchange_all.unavailable.text', 'exchange_all.another'),
    },
    unread: {
      title: { en: 'The form could not be read', ru: 'Форма не загрузилась' },
      sees: (snapshot) => [...says('exchange_all.unread.title', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    'choosing.fresh': { title: { en: 'Wallets are chosen', ru: 'Выбираются кошельки' }, sees: choosing },
    'choosing.asking': {
      title: { en: 'Wallets are chosen, the rates are read again', ru: 'Выбираются кошельки, курсы обновляются' },
      sees: choosing,
    },
    'choosing.soon': {
      title: { en: 'Wallets are chosen, money has moved', ru: 'Выбираются кошельки, деньги переместились' },
      sees: choosing,
    },
    'choosing.renewing': {
      title: {
        en: 'Wallets are chosen, what is there is read again',
        ru: 'Выбираются кошельки, доступное перечитывается',
      },
      sees: choosing,
    },
    'choosing.stale': {
      title: { en: 'Wallets are chosen, the rates are old', ru: 'Выбираются кошельки, курсы не обновились' },
      sees: (snapshot) => [...choosing(snapshot), ...says('exchange.rate.stale', 'exchange.rate.refresh')],
    },
    asked: {
      title: { en: 'The wallets are to be checked', ru: 'Кошельки отправлены на расчёт' },
      unseen: 'the flow shows the operation by then',
    },
  },
});

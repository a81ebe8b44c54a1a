import type { AnyMachineSnapshot } from 'xstate';
import { limitScale } from '../form/limit-scale.ts';
import { says, tells } from '../form/sights.ts';
import { defineModel, neverTogether, type Asked, type Sight } from '../model.ts';
import { answered, at, failures, refused, sampleDeposit } from '../operation/operation.samples.ts';
import { wordsOf } from '../operation/operation.words.ts';
import type { PaymentKind } from '../payment/payment.context.ts';
import { sampleMethods, unpaid } from '../payment/payment.samples.ts';
import { currenciesOf, passedWords, shownMethods, type MethodsContext } from './methods.context.ts';
import { methodsMachine } from './methods.machine.ts';
import { otherLanguage, wordsOfLanguage } from '../words/words.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as MethodsContext;
const kindOf = ({ asker }: Asked) => contextOf(asker).kind as PaymentKind;
const titles = (snapshot: AnyMachineSnapshot): Sight[] =>
  says(`payment.title.${contextOf(snapshot).kind}`, `payment.choose.${contextOf(snapshot).kind}`);
const rows = (snapshot: AnyMachineSnapshot): Sight[] =>
  shownMethods(contextOf(snapshot)).flatMap(({ name, give, minimum, maximum, closed }): Sight[] => [
    { text: name },
    {
      message: 'exchange.limits',
      params: {
        minimum: { decimal: minimum, scale: limitScale(give) },
        maximum: { amount: { amount: maximum, currency: give.code }, scale: limitScale(give) },
      },
    },
    ...(closed ? says(`method.closed.${closed}`) : []),
    ...(closed === 'unverified' ? says('operation.verify') : []),
  ]);
/** Until the list is there orders have no place. */
const stand = (snapshot: AnyMachineSnapshot) => !snapshot.matches({ standing: 'open' });
const ending = ({ ended }: MethodsContext): Sight[] =>
  ended
    ? says(
        ...['operation.too_late.title', wordsOf.ended(ended), 'exchange.left_behind.open'],
        ...(ended.reason ? [wordsOf.reason(ended)] : []),
      )
    : [];
const orders = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { unpaid: waiting, refusal, cancelled, passed } = contextOf(snapshot);
  if (!stand(snapshot)) return [{ absent: { message: 'methods.orders.title' } }];
  return [
    ...(waiting.length > 0 ? says('methods.orders.title') : [{ absent: { message: 'methods.orders.title' } }]),
    ...(waiting.some(({ id }) => !snapshot.matches({ orders: 'asked' }) || id !== cancelled)
      ? says('methods.orders.open', 'methods.orders.cancel')
      : []),
    ...waiting.map(({ terms, give_currency }): Sight => ({ amount: terms.give, scale: give_currency.scale })),
    ...tells(refusal),
    ...(passed ? says(passedWords[passed]) : []),
    ...ending(contextOf(snapshot)),
  ];
};
const question = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...orders(snapshot),
  ...says(
    'operation.cancel_asked.title',
    `operation.cancel_asked.${contextOf(snapshot).kind}`,
    'operation.cancel_asked.keep',
    'operation.cancel',
  ),
];
const samplesOf = (values: string[]) => values.map((value) => ({ value }));

export default defineModel({
  name: 'methods',
  title: { en: 'Choice of a payment method', ru: 'Выбор способа оплаты' },
  machine: methodsMachine,
  view: 'methods/methods',
  inputs: {
    'for a withdrawal': { kind: 'withdraw', currency: '', orders: false },
    'for a deposit': { kind: 'deposit', currency: '', orders: true },
    'for a deposit of euro': { kind: 'deposit', currency: 'EUR', orders: true },
    'for a purchase of bitcoin': { kind: 'purchase', currency: 'BTC', orders: false },
  },
  events: {
    'user.currency chosen': (snapshot) =>
      samplesOf(['', ...currenciesOf(contextOf(snapshot)).map(({ code }) => code)].slice(0, 3)),
    'user.method chosen': (snapshot) => samplesOf(shownMethods(contextOf(snapshot)).map(({ id }) => id)),
    'user.order opened': (snapshot) =>
      samplesOf([...contextOf(snapshot).unpaid.map(({ id }) => id), 'gone'].slice(0, 2)),
    'user.order cancelled': (snapshot) =>
      samplesOf([...contextOf(snapshot).unpaid.map(({ id }) => id), 'gone'].slice(0, 2)),
    'user.cancel agreed': [{}],
    'user.order kept': [{}],
    'user.orders asked': (snapshot) => (stand(snapshot) ? [{}] : []),
    'user.retried': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
    'signal.wallets': [{ wallets: [], seq: 5 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    methods: {
      done: {
        'the methods': (asked: Asked) => answered({ items: sampleMethods(kindOf(asked)) }),
        'no methods': answered({ items: [] }),
      },
      error: {
        'no such currency': refused('not_found', 404),
        refused: refused('rate_limited', 429, { retryAfter: 3 }),
        ...failures,
      },
    },
    reworded: {
      done: {
        'the methods in other words': answered({
          items: sampleMethods('deposit').map((one) => ({ ...one, name: `${one.name} *` })),
        }),
        'no methods': answered({ items: [] }),
      },
      error: failures,
    },
    'operation.in_progress': {
      done: {
        'one is unpaid': answered({ items: unpaid('deposit') }),
        'none is unpaid': answered({ items: [] }),
        'it was paid': answered({ items: [sampleDeposit('processing')] }),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'operation.cancel': {
      done: {
        cancelled: answered(sampleDeposit('cancelled')),
        'it was credited before': answered(
          sampleDeposit('completed', { place: '/deposit/form/bitcoin_btc/opsample0000000000003' }),
        ),
        'it was paid before, and not confirmed': answered(
          sampleDeposit('failed', {
            reason: 'payment_not_confirmed',
            place: '/deposit/form/bitcoin_btc/opsample0000000000003',
          }),
        ),
      },
      error: { 'too late': refused('too_late', 409), ...failures },
    },
    'page.life': { next: { 'the page is seen': { type: 'port.shown', at: at + 2_000 } } },
  },
  facet: (snapshot) => {
    const { trouble, unpaid: waiting, refusal, ended, passed, currency, asked } = contextOf(snapshot);
    const waits = !snapshot.matches({ orders: 'none' }) && waiting.length > 0;
    return {
      trouble: snapshot.matches({ list: 'failed' }) ? (trouble?.code ?? '') : '',
      'an order waits': waits,
      refusal: waits ? (refusal?.code ?? '') : '',
      ended: ended?.status ?? '',
      payment: passed ?? '',
      currency: snapshot.matches({ list: 'shown' }) ? currency : '',
      asked,
    };
  },
  called: (snapshot) => Object.fromEntries(contextOf(snapshot).methods.map(({ id, name }) => [id, { text: name }])),
  eventWords: {
    ...wordsOfLanguage,
    'user.currency chosen': { en: 'narrow the choice to a currency', ru: 'выберите валюту' },
    'user.method chosen': { en: 'choose a method', ru: 'выберите способ' },
    'user.order opened': { en: 'open an order that is not paid', ru: 'откройте неоплаченный заказ' },
    'user.order cancelled': { en: 'cancel an order that is not paid', ru: 'отмените неоплаченный заказ' },
    'user.cancel agreed': { en: 'cancel it all the same', ru: 'всё же отмените' },
    'user.order kept': { en: 'do not cancel it', ru: 'не отменяйте' },
    'user.orders asked': { en: 'look for unpaid orders again', ru: 'проверьте неоплаченные заказы снова' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  },
  unreachable: {
    ...neverTogether(
      ['list.waiting'],
      [
        'orders.none',
        'orders.unread',
        'orders.known.told',
        'orders.known.reading again',
        'orders.asked.told',
        'orders.asked.reading again',
        'orders.cancelling',
      ],
      'the list waits only while the orders are read',
    ),
    ...neverTogether(
      ['list.shown', 'list.failed', 'list.empty'],
      ['standing.open'],
      'orders have their place once the list is there',
    ),
    ...neverTogether(['list.loading', 'list.waiting'], ['standing.below'], 'nothing is below a list that is not there'),
    ...neverTogether(
      ['orders.asked.told', 'orders.asked.reading again', 'orders.cancelling'],
      ['standing.open'],
      'what is not shown yet is not cancelled',
    ),
    ...neverTogether(['orders.none'], ['standing.below'], 'what there is not does not come late'),
  },
  states: {
    'list.loading': {
      title: { en: 'The methods are read', ru: 'Способы загружаются' },
      sees: (snapshot) => [...titles(snapshot), ...says('methods.loading')],
    },
    'list.waiting': {
      title: { en: 'The methods wait for unpaid orders', ru: 'Способы ждут неоплаченных заказов' },
      sees: (snapshot) => [...titles(snapshot), ...says('methods.loading')],
    },
    'list.failed': {
      title: { en: 'The methods could not be read', ru: 'Способы не загрузились' },
      sees: (snapshot) => [
        ...titles(snapshot),
        ...says('methods.failed.title', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'list.empty': {
      title: { en: 'There are no methods', ru: 'Способов нет' },
      sees: (snapshot) => [...titles(snapshot), ...says('methods.empty.title', 'methods.empty.text', 'form.retry')],
    },
    'list.shown': {
      title: { en: 'The methods', ru: 'Способы' },
      sees: (snapshot) => [...titles(snapshot), ...says('methods.currency'), ...rows(snapshot)],
    },
    'standing.open': {
      title: { en: 'where orders stand is open', ru: 'место заказов не выбрано' },
      silent: 'nothing is shown of them yet',
    },
    'standing.above': {
      title: { en: 'orders stand above the methods', ru: 'заказы стоят над способами' },
      silent: 'the orders themselves say what is seen',
    },
    'standing.below': {
      title: { en: 'orders stand below the methods', ru: 'заказы стоят под способами' },
      silent: 'the orders themselves say what is seen',
    },
    'orders.none': {
      title: { en: 'there are no orders here', ru: 'заказов здесь не бывает' },
      silent: 'nothing is shown of it',
    },
    'orders.asking': {
      title: { en: 'unpaid orders are read', ru: 'читаются неоплаченные заказы' },
      silent: 'those that are known stay',
    },
    'orders.unread': {
      title: { en: 'unpaid orders could not be read', ru: 'неоплаченные заказы не прочитаны' },
      sees: (snapshot) =>
        stand(snapshot)
          ? [...ending(contextOf(snapshot)), ...says('methods.orders.unread', 'methods.orders.again')]
          : [{ absent: { message: 'methods.orders.unread' } }],
    },
    'orders.known.told': { title: { en: 'unpaid orders', ru: 'неоплаченные заказы' }, sees: orders },
    'orders.known.reading again': {
      title: { en: 'unpaid orders are read again', ru: 'неоплаченные заказы обновляются' },
      sees: orders,
    },
    'orders.asked.told': {
      title: { en: 'whether an order is really to be cancelled', ru: 'точно ли отменить заказ' },
      sees: question,
    },
    'orders.asked.reading again': {
      title: { en: 'the order is read again under the question', ru: 'заказ под вопросом обновляется' },
      sees: question,
    },
    'orders.cancelling': {
      title: { en: 'an order is being cancelled', ru: 'заказ отменяется' },
      sees: orders,
    },
  },
});

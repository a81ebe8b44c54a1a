import type { AnyMachineSnapshot } from 'xstate';
import { defineModel, type Sight } from '../model.ts';
import type { Money } from '../../contract/money.ts';
import type { Operation } from '../../contract/operation.ts';
import { answered, at, failures, refused, sampleOperation } from './operation.samples.ts';
import { says, tells } from '../form/sights.ts';
import { troubleOf } from '../form/trouble.ts';
import { findingOut, isUnread, remaining, type OperationContext } from './operation.context.ts';
import { operationMachine } from './operation.machine.ts';

const fresh = sampleOperation('open', {
  id: 'opsample0000000000002',
  submit_path: '/exchange/confirm/opsample0000000000002',
  terms: {
    give: { amount: '100.00', currency: 'USD' },
    get: { amount: '0.00105069', currency: 'BTC' },
    fee: { amount: '1.00', currency: 'USD' },
    rate: '0.00001061306533',
  },
});
const overdue = sampleOperation('open', { expires_at: '2026-01-15T11:59:00.000Z' });

const statuses = {
  open: answered(sampleOperation('open')),
  'open but overdue': answered(overdue),
  'open for the last moment': answered(sampleOperation('open', { expires_at: '2026-01-15T12:00:00.001Z' })),
  'open until now': answered(sampleOperation('open', { expires_at: '2026-01-15T12:00:00.000Z' })),
  processing: answered(sampleOperation('processing')),
  'awaiting payment': answered(sampleOperation('awaiting_payment')),
  completed: answered(sampleOperation('completed')),
  failed: answered(sampleOperation('failed')),
  cancelled: answered(sampleOperation('cancelled')),
  expired: answered(sampleOperation('expired')),
  'replaced by fresh terms': answered(
    sampleOperation('expired', { reason: 'terms_changed', replaced_by: 'opsample0000000000002' }),
  ),
};

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as OperationContext;
const operationIn = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).current;
const scaleOf = (operation: Operation, money: Money) =>
  operation.give_currency.code === money.currency ? operation.give_currency.scale : operation.get_currency.scale;
/** Both sides of the exchange stand on every screen of an operation that is known. */
const pair = (operation: Operation | null): Sight[] =>
  operation
    ? [operation.terms.give, operation.terms.get].map((amount) => ({ amount, scale: scaleOf(operation, amount) }))
    : [];
const feeAndPair = (operation: Operation | null): Sight[] =>
  operation
    ? [...pair(operation), { amount: operation.terms.fee, scale: scaleOf(operation, operation.terms.fee) }]
    : [];
/** The whole receipt: what was agreed to the last digit, and which operation it is. */
const terms = (operation: Operation | null): Sight[] =>
  operation
    ? [
        ...feeAndPair(operation),
        { message: 'operation.fee' },
        { message: 'operation.rate' },
        {
          amount: { amount: operation.terms.rate, currency: operation.terms.get.currency },
          scale: operation.terms.rate.split('.')[1]?.length ?? 0,
        },
        { text: operation.id },
      ]
    : [];
const minutes = (ms: number) => {
  const seconds = Math.ceil(ms / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
};
const countdown = (snapshot: AnyMachineSnapshot): Sight[] => {
  const left = remaining(contextOf(snapshot));
  return left > 0 ? [{ message: 'operation.countdown', params: { time: minutes(left) } }] : says('operation.lapsed');
};
const reason = (operation: Operation | null): Sight[] =>
  operation?.reason ? [{ message: `operation.reason.${operation.reason}` }] : [];
const inDoubt = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says(...doubts[findingOut(contextOf(snapshot))]),
  ...terms(operationIn(snapshot)),
];
const doubts = {
  lost: ['operation.finding_out.title', 'operation.finding_out.text'],
  lapsed: ['operation.lapsing.title', 'operation.lapsing.text'],
  reading: ['operation.resuming.title', 'operation.reading.text'],
};
const compared = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says(
    'operation.terms_changed.title',
    'operation.terms_changed.text',
    'operation.terms_changed.old',
    'operation.terms_changed.new',
  ),
  ...countdown(snapshot),
  ...feeAndPair(operationIn(snapshot)),
  ...feeAndPair(contextOf(snapshot).previous),
];
const underWay = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { error, current } = contextOf(snapshot);
  return [
    ...says('operation.tracking.title', 'operation.refresh'),
    ...says(current?.status === 'processing' ? 'ui.step.processing.now' : 'operation.status.awaiting_payment'),
    ...(error ? says('operation.tracking.unread') : []),
    ...(current?.status === 'processing'
      ? [{ message: 'operation.tracking.next', params: { currency: current.terms.get.currency } }]
      : []),
    ...terms(current),
  ];
};

export default defineModel({
  name: 'operation',
  title: { en: 'Operation', ru: 'Операция' },
  machine: operationMachine,
  view: 'operation/operation',
  inputs: {
    'from a form': { ask: { src: 'USD', dst: 'BTC', side: 'give', amount: '100' } },
    'from an address': { id: 'opsample0000000000001' },
  },
  events: {
    'user.confirmed': [{}],
    'user.went back': [{}],
    'user.asked again': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
  },
  outcomes: {
    check: {
      done: { accepted: statuses.open },
      error: { refused: refused('above_maximum', 422, { fields: { amount: 'above_maximum' } }), ...failures },
    },
    submit: {
      done: { processing: statuses.processing, completed: statuses.completed },
      error: {
        'terms changed': refused('terms_changed', 409, { fresh }),
        'terms changed, and nobody says how': refused('terms_changed', 409),
        'too little money': refused('insufficient_funds', 422),
        'too often': refused('rate_limited', 429, { retryAfter: 3 }),
        'moved on': refused('quote_expired', 409),
        refused: refused('forbidden', 403),
        ...failures,
      },
    },
    status: { done: statuses, error: { refused: refused('forbidden', 403), ...failures } },
    'clock.ticks': {
      next: {
        'a second passes': { type: 'port.ticked', at: at + 1_000 } as never,
        'the last moment of the quote': { type: 'port.ticked', at: at + 59_999 } as never,
        'the quote ends': { type: 'port.ticked', at: at + 60_000 } as never,
        'the quote is over': { type: 'port.ticked', at: at + 60_500 } as never,
      },
    },
    'page.life': {
      next: {
        hidden: { type: 'port.hidden', at: at + 2_000 } as never,
        shown: { type: 'port.shown', at: at + 3_000 } as never,
        offline: { type: 'port.offline', at: at + 4_000 } as never,
        online: { type: 'port.online', at: at + 5_000 } as never,
      },
    },
  },
  facet: (snapshot) => {
    const { error, nothingSent, current } = contextOf(snapshot);
    const shown = snapshot.matches('reviewing') || snapshot.matches('tracking');
    const doubt = snapshot.matches('finding out') || snapshot.matches('unknown');
    return [
      shown ? (error?.code ?? '') : '',
      nothingSent,
      current?.status ?? '',
      current?.reason ?? '',
      doubt ? findingOut(contextOf(snapshot)) : '',
    ];
  },
  eventWords: {
    'user.confirmed': { en: 'press the confirm button', ru: 'нажмите кнопку подтверждения' },
    'user.went back': { en: 'go back to change the amounts', ru: 'вернитесь, чтобы изменить суммы' },
    'user.asked again': { en: 'ask for the status again', ru: 'запросите статус снова' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  },
  states: {
    checking: {
      title: { en: 'The server works out the terms', ru: 'Сервер рассчитывает условия' },
      sees: () => says('operation.checking.title'),
    },
    resuming: {
      title: { en: 'The operation of the address is read', ru: 'Читается операция из адреса' },
      sees: () => says('operation.resuming.title'),
    },
    unreadable: {
      title: { en: 'The operation could not be read', ru: 'Операцию не удалось прочитать' },
      sees: () => says('operation.unreadable.title', 'operation.unreadable.text'),
    },
    reviewing: {
      title: { en: 'The terms wait for a confirmation', ru: 'Условия ждут подтверждения' },
      sees: (snapshot) => {
        const { nothingSent, error } = contextOf(snapshot);
        return [
          ...says('operation.reviewing.title', 'ui.step.open.now'),
          ...terms(operationIn(snapshot)),
          ...countdown(snapshot),
          ...(nothingSent ? says('operation.nothing_sent') : []),
          ...(error ? tells(troubleOf(error)) : []),
        ];
      },
    },
    'terms changed.appearing': {
      title: { en: 'The terms changed: they have just appeared', ru: 'Условия изменились: они только что появились' },
      sees: compared,
    },
    'terms changed.compared': {
      title: { en: 'The terms changed: old and new side by side', ru: 'Условия изменились: старые и новые рядом' },
      sees: compared,
    },
    submitting: {
      title: { en: 'The confirmation is on its way', ru: 'Подтверждение отправляется' },
      sees: (snapshot) => [
        ...says('operation.submitting.title', 'operation.submitting.text', 'ui.step.sending'),
        ...terms(operationIn(snapshot)),
      ],
    },
    'finding out.asking': {
      title: { en: 'Nobody knows yet: the status is asked', ru: 'Пока неизвестно: запрашивается статус' },
      sees: inDoubt,
    },
    'finding out.waiting': {
      title: { en: 'Nobody knows yet: waiting to ask again', ru: 'Пока неизвестно: ожидание следующего запроса' },
      sees: inDoubt,
    },
    unknown: {
      title: { en: 'A minute later still no answer', ru: 'Минуту спустя ответа всё ещё нет' },
      sees: (snapshot) => [
        ...(findingOut(contextOf(snapshot)) === 'lost'
          ? says('operation.unknown.title', 'operation.unknown.text')
          : says('operation.unreadable.title', 'operation.unreadable.text')),
        ...pair(operationIn(snapshot)),
      ],
    },
    'signed out': {
      title: { en: 'The session ended in the middle', ru: 'Сеанс завершился посередине' },
      sees: () => says('operation.signed_out.title', 'operation.signed_out.text'),
    },
    'tracking.waiting': {
      title: { en: 'Under way', ru: 'Выполняется' },
      sees: underWay,
    },
    'tracking.asking': {
      title: { en: 'Under way: the status is being read', ru: 'Выполняется: читается статус' },
      sees: underWay,
    },
    'tracking.paused': {
      title: { en: 'Under way: the page is hidden or offline', ru: 'Выполняется: страница скрыта или нет сети' },
      sees: (snapshot) => [...underWay(snapshot), ...says('operation.tracking.paused')],
    },
    'changed mind': {
      title: { en: 'Back to the form', ru: 'Возврат к форме' },
      sees: (snapshot) =>
        isUnread(contextOf(snapshot)) ? says('operation.unreadable.title') : says('ui.operation.nothing_sent'),
    },
    'not found': {
      title: { en: 'No such operation in this account', ru: 'Такой операции в этом аккаунте нет' },
      sees: () => says('ui.operation.absent'),
    },
    rejected: {
      title: { en: 'The server said no before anything was sent', ru: 'Сервер отказал до отправки' },
      sees: () => says('ui.operation.nothing_sent'),
    },
    succeeded: {
      title: { en: 'Completed', ru: 'Выполнено' },
      sees: (snapshot) => [...says('operation.succeeded.title'), ...terms(operationIn(snapshot))],
    },
    failed: {
      title: { en: 'Failed, the money is back', ru: 'Не выполнено, деньги возвращены' },
      sees: (snapshot) => [
        ...says('operation.failed.title'),
        ...terms(operationIn(snapshot)),
        ...reason(operationIn(snapshot)),
      ],
    },
    cancelled: {
      title: { en: 'Cancelled, the money is back', ru: 'Отменено, деньги возвращены' },
      sees: (snapshot) => [
        ...says('operation.cancelled.title'),
        ...terms(operationIn(snapshot)),
        ...reason(operationIn(snapshot)),
      ],
    },
    expired: {
      title: { en: 'It did not happen, the money stayed', ru: 'Не состоялась, деньги остались' },
      sees: (snapshot) => [
        ...says('operation.expired.title'),
        ...terms(operationIn(snapshot)),
        ...reason(operationIn(snapshot)),
      ],
    },
  },
});

import type { AnyMachineSnapshot } from 'xstate';
import { defineModel, type Asked, type Sight } from '../model.ts';
import type { Operation, OperationStatus } from '../../contract/operation.ts';
import {
  answered,
  at,
  cameByItself,
  failures,
  refused,
  sampleBankDeposit,
  sampleDeposit,
  sampleExchangeAll,
  sampleFewer,
  sampleOperation,
  samplePurchase,
  sampleWithdrawal,
} from './operation.samples.ts';
import { says } from '../form/sights.ts';
import { findingOut, isUnread, remainingToPay, untilAnotherCode, type OperationContext } from './operation.context.ts';
import { dueBy, isSlow } from './due.ts';
import { operationMachine } from './operation.machine.ts';
import { wordsOfLanguage } from '../words/words.samples.ts';
import {
  askedToCancel,
  between,
  compared,
  contextOf,
  ended,
  inDoubt,
  operationIn,
  pair,
  reviewing,
  terms,
  underWay,
} from './operation.sights.ts';
import { wordsOf } from './operation.words.ts';

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

const freshOfAll = sampleFewer({ id: 'opsample0000000000012', submit_path: '/exchange/all' });
/** A rule of the charts asks what kind of error it is, and there is nobody who asks. */
const isOfAll = ({ asker }: Partial<Asked>): boolean =>
  asker !== undefined && contextOf(asker).current?.kind === 'exchange_all';

/** The sample of the operation that is asked about, by its id. */
const told =
  (status: OperationStatus, changes: Partial<Operation> = {}) =>
  ({ asker }: Asked) => {
    const { id } = asker.context as OperationContext;
    const sample = samplesById[id ?? ''] ?? sampleOperation;
    return answered(sample(status, changes));
  };
/** What only some kinds may become; any other goes on. */
const toldOf =
  (kinds: readonly Operation['kind'][], status: OperationStatus, changes: Partial<Operation> = {}) =>
  (asked: Asked) => {
    const { kind } = told('open')(asked).payload;
    return kinds.includes(kind) ? told(status, changes)(asked) : told('processing')(asked);
  };
/** Why another stands in the place of one, by its kind: fresh terms, a choice of the person, or what was paid in another way. */
const replacedFor: Partial<Record<Operation['kind'], { status: OperationStatus; reason: string }>> = {
  withdraw: { status: 'expired', reason: 'replaced' },
  deposit: { status: 'expired', reason: 'heard_late' },
  purchase: { status: 'cancelled', reason: 'wrong_amount' },
};
const toldReplaced = (asked: Asked) => {
  const { kind } = told('open')(asked).payload;
  const { status, reason } = replacedFor[kind] ?? { status: 'expired', reason: 'terms_changed' };
  return told(status, { reason, replaced_by: 'opsample0000000000002' })(asked);
};
const samplesById = Object.fromEntries(
  [sampleWithdrawal, sampleDeposit, samplePurchase, sampleExchangeAll].map((sample) => [sample('open').id, sample]),
);

const statuses = {
  open: told('open'),
  'open but overdue': told('open', { expires_at: '2026-01-15T11:59:00.000Z' }),
  'open for the last moment': told('open', { expires_at: '2026-01-15T12:00:00.001Z' }),
  'open until now': told('open', { expires_at: '2026-01-15T12:00:00.000Z' }),
  processing: told('processing'),
  'processing that takes longer': told('processing', { reason: 'taking_longer' }),
  'held until papers are looked at': toldOf(['deposit'], 'processing', {
    reason: 'needs_verification',
    ...cameByItself('processing'),
  }),
  'held, and on its way back': toldOf(['deposit'], 'failed', {
    reason: 'sent_back',
    ...cameByItself('processing', 'failed'),
  }),
  'held, and gone back': toldOf(['deposit'], 'failed', {
    reason: 'returned',
    facts: [
      { label: 'method', text: 'Bitcoin' },
      { label: 'sent_on', text: 'January 15, 2026' },
      { label: 'sent_as', text: '7d5a0f', exact: true },
    ],
    ...cameByItself('processing', 'failed'),
  }),
  'awaiting payment': toldOf(['deposit', 'purchase'], 'awaiting_payment'),
  'awaiting payment for days': toldOf(['deposit'], 'awaiting_payment', sampleBankDeposit()),
  'awaiting payment on a page that nobody published': toldOf(['purchase'], 'awaiting_payment', {
    payment: {
      until: '2026-01-15T12:15:00.000Z',
      facts: [],
      hand_over: { url: 'https://pay.example.org/start', fields: {} },
    },
  }),
  completed: told('completed'),
  failed: told('failed'),
  cancelled: told('cancelled'),
  expired: told('expired'),
  'another stands in its place': toldReplaced,
};

/** How much time there is to pay, as far as it is told in other words. */
const timeToPay = (context: OperationContext): 'none' | 'hours' | 'days' | 'over' => {
  if (context.payBy === null) return 'none';
  const left = remainingToPay(context);
  return left === 0 ? 'over' : left > 24 * 3_600_000 ? 'days' : 'hours';
};

const unreadable = () => says('operation.unreadable.title', 'operation.unreadable.text');
const unknown = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...(findingOut(contextOf(snapshot)) === 'lost'
    ? says('operation.unknown.title', 'operation.unknown.text')
    : unreadable()),
  ...pair(operationIn(snapshot)),
];

/** Where nothing is said by the kind of an operation; where nothing is said of an operation at all. */
const nameless = ['resuming', 'unreadable', 'reviewing', 'terms changed', 'submitting', 'finding out', 'unknown'];
const bare = ['changed mind', 'not found', 'rejected', 'signed out'];

export default defineModel({
  name: 'operation',
  title: { en: 'Operation', ru: 'Операция' },
  machine: operationMachine,
  view: 'operation/operation',
  inputs: {
    'from a form': { ask: { src: 'USD', dst: 'BTC', side: 'give', amount: '100' } },
    'from an address': { id: 'opsample0000000000001', kind: 'exchange' },
    'from an address of a withdrawal': { id: sampleWithdrawal('open').id, kind: 'withdraw' },
    'from an address of another kind': { id: sampleWithdrawal('open').id, kind: 'exchange' },
    'from an address of a deposit': { id: sampleDeposit('open').id, kind: 'deposit' },
    'from an address of an exchange of all': { id: sampleExchangeAll('open').id, kind: 'exchange_all' },
    'from an address of a purchase': {
      id: samplePurchase('open').id,
      kind: 'purchase',
      origins: ['https://pay.example.com'],
    },
  },
  events: {
    'user.confirmed': [{}],
    'user.went back': [{}],
    'user.asked again': [{}],
    'user.code typed': [{ value: '123456' }, { value: '1234' }],
    'user.code wanted': [{}],
    'user.cancelled': [{}],
    'user.cancel agreed': [{}],
    'user.order kept': [{}],
    'user.understood': [{}],
    'user.handed over': [{}],
    'user.copied': (snapshot) => (operationIn(snapshot)?.payment?.facts ?? []).map(({ text }) => ({ value: text })),
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    // Wherever it comes it does the same: told in one place it leads to nothing that is not looked at already.
    'words.read': (snapshot) => {
      const known = operationIn(snapshot);
      if (known?.kind !== 'withdraw' || !snapshot.matches({ reviewing: 'reading' })) return [];
      return [{ output: answered({ ...known, facts: [{ label: 'method', text: 'In other words' }] }) }];
    },
  },
  outcomes: {
    check: {
      done: { accepted: statuses.open },
      error: { refused: refused('above_maximum', 422, { fields: { amount: 'above_maximum' } }), ...failures },
    },
    submit: {
      done: { processing: statuses.processing, completed: statuses.completed },
      error: {
        'terms changed': (asked: Asked) =>
          refused('terms_changed', 409, { fresh: isOfAll(asked) ? freshOfAll : fresh }),
        'terms changed, and nobody says how': refused('terms_changed', 409),
        'too little money': refused('insufficient_funds', 409, { params: { available: '20.00', currency: 'USD' } }),
        'the code is wrong': refused('wrong_code', 422, { fields: { code: 'wrong_code' }, params: { left: 3 } }),
        'too often': refused('rate_limited', 429, { retryAfter: 3 }),
        'moved on': refused('quote_expired', 409),
        refused: refused('forbidden', 403),
        ...failures,
      },
    },
    status: { done: statuses, error: { refused: refused('forbidden', 403), ...failures } },
    read: { done: statuses, error: { refused: refused('forbidden', 403), ...failures } },
    code: {
      done: {
        'the letter is on its way': told('open', {
          second_step: { sent_to: 'd•••@example.com', tries_left: 4, again_at: '2026-01-15T12:01:00.000Z' },
        }),
        'it has ended meanwhile': statuses.expired,
      },
      error: { 'too often': refused('rate_limited', 429, { retryAfter: 30 }), ...failures },
    },
    cancel: {
      done: { cancelled: statuses.cancelled },
      error: { 'too late': refused('too_late', 409), refused: refused('forbidden', 403), ...failures },
    },
    'page.hand over': {
      done: { 'back from the payment page': null },
      error: { 'nobody leads there': { name: 'NotAllowed', message: 'not led there', code: 'not_allowed' } },
    },
    'clock.ticks': {
      next: {
        'a second passes': { type: 'port.ticked', at: at + 1_000 } as never,
        'the last moment of the quote': { type: 'port.ticked', at: at + 59_999 } as never,
        'the quote ends': { type: 'port.ticked', at: at + 60_000 } as never,
        'the quote is over': { type: 'port.ticked', at: at + 60_500 } as never,
        'the time to pay is over': { type: 'port.ticked', at: at + 1_800_000 } as never,
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
  stopsOfState: 10,
  moments: 12_000,
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    const { error, nothingSent, current, code } = context;
    // What leads back, or asks for a sign-in, shows nothing of an operation.
    if (bare.some((state) => snapshot.matches(state))) return [isUnread(context)];
    const reviewing = snapshot.matches('reviewing');
    const tracking = snapshot.matches('tracking');
    const doubt = snapshot.matches('finding out') || snapshot.matches('unknown');
    // What an operation is called by its kind stands where it waits, and at its ends.
    const told =
      !nameless.some((state) => snapshot.matches(state)) &&
      !snapshot.matches({ tracking: 'asking' }) &&
      !snapshot.matches({ tracking: 'paused' });
    return [
      (reviewing || tracking) && error !== null,
      reviewing && nothingSent,
      current?.status ?? '',
      told ? (current?.kind ?? '') : '',
      told ? (current?.reason ?? '') : '',
      reviewing && current?.second_step ? code !== '' : '',
      doubt ? findingOut(context) : '',
      current === null,
      current?.lines !== undefined,
      tracking && current && !current.reason && isSlow(context) ? [wordsOf.slow(current)] : '',
      tracking && told && dueBy(context) !== null,
      tracking && told ? timeToPay(context) : '',
      // What is said by kind alone, where no reason says more.
      tracking && told && current?.status === 'processing' && !current.reason ? [current.kind] : '',
      reviewing && untilAnotherCode(context) > 0,
    ];
  },
  eventWords: {
    ...wordsOfLanguage,
    'user.confirmed': { en: 'press the confirm button', ru: 'нажмите кнопку подтверждения' },
    'user.went back': { en: 'go back to change the amounts', ru: 'вернитесь, чтобы изменить суммы' },
    'user.asked again': { en: 'ask for the status again', ru: 'запросите статус снова' },
    'user.code typed': { en: 'type the code from the letter', ru: 'введите код из письма' },
    'user.code wanted': { en: 'ask for another letter', ru: 'запросите новое письмо' },
    'user.cancelled': { en: 'cancel the operation', ru: 'отмените операцию' },
    'user.cancel agreed': { en: 'cancel it all the same', ru: 'всё же отмените' },
    'user.order kept': { en: 'do not cancel it', ru: 'не отменяйте' },
    'user.understood': { en: 'take note of it', ru: 'примите к сведению' },
    'user.handed over': { en: 'go to the payment page', ru: 'перейдите на страницу оплаты' },
    'user.copied': { en: 'copy a detail', ru: 'скопируйте реквизит' },
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
    'unreadable.waiting': {
      title: { en: 'The operation could not be read', ru: 'Операцию не удалось прочитать' },
      sees: unreadable,
    },
    'unreadable.asking': {
      title: {
        en: 'The operation could not be read: it is tried again',
        ru: 'Операция не прочитана: ещё одна попытка',
      },
      sees: unreadable,
    },
    'reviewing.reading': {
      title: { en: 'The terms wait for a confirmation', ru: 'Условия ждут подтверждения' },
      sees: reviewing,
    },
    'reviewing.looking': {
      title: {
        en: 'The terms wait for a confirmation: it is read whether they are open',
        ru: 'Условия ждут подтверждения: читается, открыты ли они',
      },
      sees: reviewing,
    },
    'reviewing.looking on.waiting': {
      title: {
        en: 'Nothing was sent: the terms wait for a confirmation',
        ru: 'Ничего не отправлено: условия ждут подтверждения',
      },
      sees: reviewing,
    },
    'reviewing.looking on.asking': {
      title: {
        en: 'Nothing was sent: it is read once more whether that holds',
        ru: 'Ничего не отправлено: ещё раз читается, так ли это',
      },
      sees: reviewing,
    },
    'reviewing.corrected': {
      title: { en: 'The code is missing or wrong', ru: 'Кода нет или он неверный' },
      sees: reviewing,
    },
    'reviewing.sending a letter': {
      title: { en: 'Another letter with a code is sent', ru: 'Отправляется новое письмо с кодом' },
      sees: reviewing,
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
    'unknown.waiting': {
      title: { en: 'A minute later still no answer', ru: 'Минуту спустя ответа всё ещё нет' },
      sees: unknown,
    },
    'unknown.asking': {
      title: {
        en: 'A minute later still no answer: it is asked again',
        ru: 'Минуту спустя ответа нет: ещё один запрос',
      },
      sees: unknown,
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
      sees: () => says('error.no_operation'),
    },
    rejected: {
      title: { en: 'The server said no before anything was sent', ru: 'Сервер отказал до отправки' },
      sees: () => says('ui.operation.nothing_sent'),
    },
    'handing over': {
      title: { en: 'On the way to the payment page', ru: 'Переход на страницу оплаты' },
      sees: between('handing', false),
    },
    'not handed over': {
      title: { en: 'The payment page is not on the list', ru: 'Страницы оплаты нет в списке' },
      sees: between('not_handed', true),
    },
    'asked to cancel': {
      title: { en: 'Cancel, really?', ru: 'Точно отменить?' },
      sees: askedToCancel,
    },
    cancelling: {
      title: { en: 'The wish to cancel is on its way', ru: 'Отмена отправляется' },
      sees: between('cancelling', false),
    },
    'cancelled too late': {
      title: { en: 'Too late to cancel', ru: 'Отменять поздно' },
      sees: between('too_late', true),
    },
    succeeded: { title: { en: 'Completed', ru: 'Выполнено' }, sees: ended },
    failed: {
      title: { en: 'Failed, the money is back', ru: 'Не выполнено, деньги возвращены' },
      sees: ended,
    },
    cancelled: {
      title: { en: 'Cancelled, the money is back', ru: 'Отменено, деньги возвращены' },
      sees: ended,
    },
    expired: {
      title: { en: 'It did not happen, the money stayed', ru: 'Не состоялась, деньги остались' },
      sees: ended,
    },
  },
});

import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace, storageClosed } from '../../form/exchange.samples.ts';
import { calledIn, says, seesIn } from '../../form/sights.ts';
import { defineModel, type Asked, type Sight } from '../../model.ts';
import type { OperationContext } from '../../operation/operation.context.ts';
import operationModel from '../../operation/operation.model.ts';
import {
  answered,
  factsOfTransfer,
  failures,
  refused,
  sampleIncoming,
  sampleTransfer,
} from '../../operation/operation.samples.ts';
import { stageOf, terms } from '../../operation/operation.sights.ts';
import { wordsOf } from '../../operation/operation.words.ts';
import type { OperationStatus } from '../../../contract/operation.ts';
import formModel from './form.model.ts';
import type { TransferContext } from './transfer.context.ts';
import { transferMachine } from './transfer.machine.ts';
import { draftOfTransfer, formTold, noWallets } from './transfer.samples.ts';
import { wallets } from '../../root/house.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as TransferContext;
const id = sampleTransfer('open').id;

const place = (query: Record<string, string> = {}) => samplePlace('transfer', '/transfer', {}, query);
const input = (query: Record<string, string> = {}) => ({
  place: place(query),
  account: 'A-1001',
  site: null,
  email: null,
});

/** The terms of what was asked for: to whom and with which words as they were typed. */
const checked = ({ input: asked }: Asked) => {
  const { to, comment } = (asked as { body: { to: string; comment?: string } }).body;
  return answered(sampleTransfer('open', { facts: factsOfTransfer(to, comment) }));
};

/** The operation that is asked about: one's own as it was checked, or one that came, which nobody is told of before it is done. */
const told =
  (status: OperationStatus) =>
  ({ asker }: Asked) => {
    const { id: asked, current } = asker.context as OperationContext;
    if (asked === sampleIncoming('open').id) return answered(sampleIncoming('completed'));
    return answered(sampleTransfer(status, current ? { facts: current.facts } : {}));
  };

/** The notice about an operation that goes on, on every screen from which it can be opened. */
const left = (snapshot: AnyMachineSnapshot): Sight[] =>
  contextOf(snapshot).leftBehind ? says('exchange.left_behind', 'exchange.left_behind.open') : [];

const receipt = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { outcome } = contextOf(snapshot);
  if (!outcome) return [];
  return [
    ...says(wordsOf.ended(outcome), 'operation.print', 'operation.ask', 'operation.created', 'operation.number'),
    ...(outcome.incoming ? [] : says('transfer.again')),
    ...terms(outcome),
    ...(outcome.reason ? says(`operation.reason.${outcome.reason}`) : []),
  ];
};

export default defineModel({
  name: 'transfer',
  title: { en: 'Transfer', ru: 'Перевод' },
  machine: transferMachine,
  view: 'transfer/transfer',
  inputs: {
    'from the menu': input(),
    'by the address of an operation': input({ operation: id }),
    'by the address of a transfer that came': input({ operation: sampleIncoming('open').id }),
  },
  events: {
    ...operationModel.events,
    'user.recipient typed': [{ value: 'anna@example.com' }],
    'user.recipient chosen': [{ value: 'A-2002' }],
    'user.currency chosen': [{ value: 'BTC' }],
    'user.amount typed': [{ side: 'give', value: '10' }],
    'user.part chosen': [{ value: 'all' }],
    'user.comment typed': [{ value: 'Lunch' }],
    'user.submitted': [{}],
    'user.again': [{}],
    'user.retried': [{}],
    'user.printed': [{}],
    'user.left operation opened': [{}],
    'signal.wallets': [{ wallets, seq: 2 }],
    'port.online': [{ at: 0 }],
    'house.arrived': [{ place: place() }, { place: place({ operation: 'opsample0000000000019' }) }],
  },
  outcomes: {
    'transfer.form': {
      done: { 'the form': formTold, 'no wallet': noWallets, 'an answer of another shape': answered(null) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'draft.read': {
      done: {
        'no draft': null,
        'a draft': draftOfTransfer,
        'a draft that was confirmed': { ...draftOfTransfer, operation: 'opsample0000000000019' },
      },
      error: { 'storage is closed': storageClosed },
    },
    'transfer.check': {
      done: { 'the terms': checked, 'an answer of another shape': answered(null) },
      error: {
        'no such recipient': refused('recipient_not_found', 422, { fields: { to: 'recipient_not_found' } }),
        'their own account': refused('own_account', 422),
        'wrong in a field': refused('below_minimum', 422, { fields: { amount: 'below_minimum' } }),
        'the one before was sent after all': refused('already_submitted', 409),
        refused: refused('rate_limited', 429, { retryAfter: 3 }),
        ...failures,
      },
    },
    'transfer.submit': {
      done: { processing: told('processing'), completed: told('completed') },
      error: {
        'terms changed': refused('terms_changed', 409, {
          fresh: sampleTransfer('open', { id: 'opsample0000000000020' }),
        }),
        'too little money': refused('insufficient_funds', 409, { params: { available: '5.00', currency: 'USD' } }),
        'moved on': refused('quote_expired', 409),
        refused: refused('forbidden', 403),
        ...failures,
      },
    },
    'transfer.status': {
      done: {
        open: told('open'),
        processing: told('processing'),
        completed: told('completed'),
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
    const { leftBehind, trouble, refused: said, operation, outcome } = contextOf(snapshot);
    return [
      leftBehind !== null,
      trouble?.code ?? '',
      Object.values(said).map(({ code }) => code),
      operation !== null,
      outcome?.incoming === true,
      stageOf(snapshot),
    ];
  },
  called: calledIn({ form: formModel }),
  eventWords: {
    ...operationModel.eventWords,
    ...formModel.eventWords,
    'user.again': { en: 'repeat the transfer', ru: 'повторите перевод' },
    'user.printed': { en: 'print the receipt', ru: 'распечатайте квитанцию' },
    'user.left operation opened': { en: 'open the operation that was left', ru: 'откройте оставленную операцию' },
    'form.sent before': { en: 'this draft was confirmed before', ru: 'этот черновик уже подтверждали' },
    'form.holding': { en: 'an amount is put in or taken out', ru: 'в поле появилась или исчезла сумма' },
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

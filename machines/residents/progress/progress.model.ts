import type { AnyMachineSnapshot } from 'xstate';
import { sampleOrder } from '../../bank-card/bank-card.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import {
  answered,
  failures,
  refused,
  sampleDeposit,
  sampleExchangeAll,
  sampleHeld,
  sampleOperation,
  sampleSale,
  sampleTransfer,
  sampleWithdrawal,
} from '../../operation/operation.samples.ts';
import { isOutgoing, isPair, wordsOf } from '../../operation/operation.words.ts';
import { statusWords } from '../../operation/status.words.ts';
import { wallets } from '../../root/house.samples.ts';
import { progressMachine, type ProgressContext } from './progress.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ProgressContext;

const manyOf = ({ items }: ProgressContext): string => ['', 'one goes on'][items.length] ?? 'some go on';

/** Each with its state and its amount. */
const list = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { items } = contextOf(snapshot);
  return items.length === 0
    ? says('progress.none')
    : items.flatMap((operation): Sight[] => [
        ...(isPair(operation) ? [] : says(wordsOf.name(operation))),
        ...says(statusWords(operation)),
        isOutgoing(operation)
          ? { amount: operation.terms.give, scale: operation.give_currency.scale }
          : { amount: operation.terms.get, scale: operation.get_currency.scale },
      ]);
};

const some = answered({
  items: [
    sampleSale('processing'),
    sampleTransfer('processing'),
    sampleOrder('processing'),
    sampleDeposit('awaiting_payment', { place: '/deposit/form/btc/opsample0000000000004' }),
    sampleExchangeAll('processing'),
    sampleHeld({ id: 'opsample0000000000024', place: '/deposit/form/received/opsample0000000000024' }),
    sampleWithdrawal('open', { place: '/withdraw/form/bitcoin_btc/opsample0000000000003' }),
  ],
});

export default defineModel({
  name: 'progress',
  title: { en: 'Operations in progress', ru: 'Операции в работе' },
  machine: progressMachine,
  view: 'progress/progress',
  inputs: { 'at the start': undefined },
  events: {
    'house.signed in': [{ account: 'A-1001', again: false, need_set_password: false, seq: 1 }],
    'house.signed out': [{ why: 'asked' }],
    'signal.wallets': [{ wallets, seq: 2 }],
    'flow.confirming': [{ confirming: true }, { confirming: false }],
    'user.retried': [{}],
  },
  outcomes: {
    'operation.in_progress': {
      done: {
        'some go on': some,
        'one goes on': answered({ items: [sampleOperation('processing')] }),
        'nothing goes on': answered({ items: [] }),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'page.life': {
      next: {
        hidden: { type: 'port.hidden', at: 1_000 },
        shown: { type: 'port.shown', at: 2_000 },
        'the line is back': { type: 'port.online', at: 3_000 },
      },
    },
  },
  facet: (snapshot) => [manyOf(contextOf(snapshot)), contextOf(snapshot).trouble?.code ?? ''],
  elsewhere: {},
  eventWords: {
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'signal.wallets': { en: 'an answer tells the wallets', ru: 'ответ сообщает о кошельках' },
    'flow.confirming': {
      en: 'a step that nothing may cover begins or ends',
      ru: 'начался или закончился шаг, который нельзя закрывать',
    },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
  },
  states: {
    nobody: { title: { en: 'Nobody is here', ru: 'Никого нет' }, unseen: 'the tray is the person’s' },
    'here.none': {
      title: { en: 'Nothing goes on', ru: 'Ничего не выполняется' },
      sees: list,
    },
    'here.some': { title: { en: 'Operations go on', ru: 'Операции выполняются' }, sees: list },
    'here.asleep': { title: { en: 'Nobody looks at the operations', ru: 'На операции никто не смотрит' }, sees: list },
    'here.unread': {
      title: { en: 'Operations in progress could not be read', ru: 'Операции в работе прочитать не удалось' },
      sees: (snapshot) => [...says('progress.unread', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    soon: { title: { en: 'Operations will be asked about', ru: 'Сейчас будет запрос об операциях' }, sees: list },
    asking: { title: { en: 'Operations are asked about', ru: 'Идёт запрос об операциях' }, sees: list },
  },
});

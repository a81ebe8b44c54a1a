import type { AnyMachineSnapshot } from 'xstate';
import type { Notification } from '../../../contract/entities.ts';
import { says } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { portError } from '../../root/house.samples.ts';
import { paymentsMachine, type PaymentsContext } from './payments.machine.ts';

const notification = (id: string): Notification => ({
  notification_id: id,
  display: 'inner',
  type: 'success',
  title: 'You received a transfer',
  text: '10.00 USD from D••• E••• is in your wallet.',
  buttons: [],
  closable: true,
});
const first = 'payment:opsample0000000000010';
const second = 'payment:opsample0000000000011';
const shown = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { current } = snapshot.context as PaymentsContext;
  return current ? [{ text: current.title }, { text: current.text }, ...says('payments.open')] : [];
};

export default defineModel({
  name: 'payments',
  title: { en: 'Payment popups', ru: 'Сообщения о поступлениях' },
  machine: paymentsMachine,
  view: 'payments/payments',
  inputs: { 'at the start': undefined },
  events: {
    'house.signed in': [
      { account: 'A-1001', again: false, need_set_password: false, seq: 1 },
      { account: 'A-1001', again: true, need_set_password: false, seq: 9 },
      { account: 'A-2002', again: false, need_set_password: false, seq: 9 },
    ],
    'house.signed out': [{ why: 'asked' }],
    'house.messages': [{ kept: true }, { kept: false }],
    'signal.notifications': [
      { notifications: [notification(first), notification('news:1'), notification(second)], seq: 2 },
      { notifications: [notification('news:1')], seq: 3 },
    ],
    'tabs.payment': [
      { account: 'A-1001', notification: first, id: 'aaaa' },
      { account: 'A-1001', notification: first, id: 'zzzz' },
      { account: 'A-2002', notification: first, id: 'aaaa' },
    ],
    'user.popup held': [{}],
    'user.popup released': [{}],
    'user.popup closed': [{}],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'popup.chance': { done: { 'a face': { id: 'mmmm', avatar: 7 } }, error: { 'no chance': portError('not_allowed') } },
    'notify.close': {
      done: { closed: answered({}) },
      error: { refused: refused('not_found', 404), ...failures },
    },
    'page.life': {
      next: {
        hidden: { type: 'port.hidden', at: 1_000 } as never,
        shown: { type: 'port.shown', at: 2_000 } as never,
      },
    },
  },
  mayRepeat: {
    'notify.close': 'nobody clicks when its time is over, and what is closed twice is closed once',
  },
  facet: (snapshot) => {
    const { current, chance, unclosed, hidden } = snapshot.context as PaymentsContext;
    return [current?.notification ?? '', chance?.avatar ?? 0, unclosed.length, hidden];
  },
  elsewhere: {
    'user.popup held': 'the pointer or the focus on the popup',
    'user.popup released': 'the pointer and the focus leaving the popup',
  },
  eventWords: {
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'house.messages': { en: 'the person keeps messages, or lets them go', ru: 'человек меняет срок сообщений' },
    'signal.notifications': { en: 'an answer brings notifications', ru: 'ответ приносит уведомления' },
    'tabs.payment': { en: 'another tab shows it', ru: 'его показывает другая вкладка' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'user.popup held': { en: 'the pointer or the focus rests on it', ru: 'на сообщении указатель или фокус' },
    'user.popup released': { en: 'the pointer and the focus leave it', ru: 'указатель и фокус ушли с сообщения' },
    'user.popup closed': { en: 'the person closes it', ru: 'человек закрывает сообщение' },
  },
  states: {
    quiet: { title: { en: 'nothing to tell', ru: 'сообщать нечего' }, unseen: 'there is no popup' },
    drawing: { title: { en: 'a face is drawn', ru: 'выбирается лицо' }, unseen: 'there is no popup yet' },
    'showing.running': { title: { en: 'a payment is told', ru: 'показано поступление' }, sees: shown },
    'showing.paused': { title: { en: 'the popup waits for the reader', ru: 'сообщение ждёт читающего' }, sees: shown },
    'showing.unseen': {
      title: { en: 'nobody looks at the popup', ru: 'на сообщение никто не смотрит' },
      sees: shown,
    },
    closing: {
      title: { en: 'the server is told', ru: 'сервер узнаёт о показе' },
      unseen: 'there is no popup any more',
    },
  },
});

import type { AnyMachineSnapshot } from 'xstate';
import { says } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import { placeOf } from '../../root/house.samples.ts';
import { offerMachine, whoseIn, type OfferContext } from './offer.machine.ts';

/** Whose messages it tells of, and how many of them wait. */
const waitingIn = ({ context }: AnyMachineSnapshot) => {
  const whose = whoseIn(context as OfferContext) ?? 'support';
  return { whose, count: (context as OfferContext).counts[whose] };
};

export default defineModel({
  name: 'offer',
  title: { en: 'The way to waiting messages', ru: 'Предложение прочитать сообщения' },
  machine: offerMachine,
  view: 'offer/offer',
  inputs: {
    'at the start': {},
    'after it was put off': { kept: { account: 'A-1001', known: { private: 2, support: 3 } } },
  },
  events: {
    'house.signed in': [
      { account: 'A-1001', again: false, need_set_password: false, seq: 1 },
      { account: 'A-1001', again: true, need_set_password: false, seq: 5 },
    ],
    'house.signed out': [{ why: 'asked' }],
    'house.arrived': [
      { place: placeOf('exchanges', '/exchanges') },
      { place: placeOf('exchange-src-dst', '/exchange/USD/BTC') },
      ...(['chat', 'chat-support', 'chat-private-id', 'index-support'] as const).map((name) => ({
        place: placeOf(name, '/chat'),
      })),
    ],
    'flow.confirming': [{ confirming: true }, { confirming: false }],
    'house.modal opened': [{ flow: 'notice' }],
    'house.modal closed': [{}],
    'signal.unread_msgs': [
      { unread_msgs: { private: 0, support: 0 }, seq: 2 },
      { unread_msgs: { private: 0, support: 1 }, seq: 3 },
      { unread_msgs: { private: 2, support: 3 }, seq: 4 },
    ],
    'tabs.unread': [
      { account: 'A-1001', unread: { private: 1, support: 1 } },
      { account: 'A-2002', unread: { private: 5, support: 0 } },
    ],
    'tabs.offer put off': [
      { account: 'A-1001', known: { private: 2, support: 3 } },
      { account: 'A-2002', known: { private: 2, support: 3 } },
    ],
    'user.offer put off': [{}],
  },
  outcomes: {},
  facet: (snapshot) => {
    const { whose, count } = waitingIn(snapshot);
    return `${whose} ${count}`;
  },
  eventWords: {
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'house.arrived': { en: 'the page has moved', ru: 'страница сменилась' },
    'flow.confirming': {
      en: 'a step that nothing may cover begins or ends',
      ru: 'начался или закончился шаг, который нельзя закрывать',
    },
    'house.modal opened': { en: 'a modal stands over the page', ru: 'поверх экрана открылось окно' },
    'house.modal closed': { en: 'the modal is closed', ru: 'окно закрыто' },
    'signal.unread_msgs': { en: 'an answer tells the counts', ru: 'ответ сообщает количество' },
    'tabs.unread': { en: 'another tab tells the counts', ru: 'другая вкладка сообщает количество' },
    'tabs.offer put off': { en: 'it was put off in another tab', ru: 'отложено в другой вкладке' },
    'user.offer put off': { en: 'put it off', ru: 'отложите' },
  },
  states: {
    quiet: { title: { en: 'nothing is offered', ru: 'ничего не предлагается' }, unseen: 'there is no popup' },
    offered: {
      title: { en: 'the way to the chat is offered', ru: 'предложено перейти в чат' },
      sees: (snapshot) => {
        const { whose, count } = waitingIn(snapshot);
        return [
          { message: `offer.text.${whose}`, params: { count } },
          ...says(`offer.open.${whose}`, ...(whose === 'private' ? (['offer.also.support'] as const) : [])),
        ];
      },
    },
  },
});

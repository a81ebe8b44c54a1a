import type { AnyMachineSnapshot } from 'xstate';
import { says } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import { placeOf } from '../../root/house.samples.ts';
import { unsentMachine, type UnsentContext } from './unsent.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as UnsentContext;

export default defineModel({
  name: 'unsent',
  title: { en: 'Messages that may not have gone', ru: 'Сообщения, которые могли не уйти' },
  machine: unsentMachine,
  view: 'unsent/unsent',
  inputs: { 'at the start': undefined },
  events: {
    'house.signed in': [
      { account: 'A-1001', again: false, need_set_password: false, seq: 1 },
      { account: 'A-1001', again: true, need_set_password: false, seq: 5 },
    ],
    'house.signed out': [{ why: 'asked' }],
    'house.arrived': [
      { place: placeOf('exchanges', '/exchanges') },
      { place: placeOf('chat-support', '/chat/support') },
      { place: placeOf('index-support', '/support') },
      { place: placeOf('chat-private-id', '/chat/private/10000002', { id: '10000002' }) },
    ],
    'flow.confirming': [{ confirming: true }, { confirming: false }],
    'house.modal opened': [{ flow: 'notice' }],
    'house.modal closed': [{}],
    'port.unsent': [
      { count: 0, lacking: 0, thread: '' },
      { count: 1, lacking: 0, thread: 'support' },
      { count: 1, lacking: 1, thread: 'support' },
      { count: 3, lacking: 1, thread: 'opsample0000000000001' },
    ],
    'user.unsent put off': [{}],
  },
  outcomes: {},
  facet: (snapshot) => {
    const { count, lacking } = contextOf(snapshot);
    return [count, lacking];
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
    'port.unsent': { en: 'the device tells what waits to be sent', ru: 'устройство сообщает, что ждёт отправки' },
    'user.unsent put off': { en: 'put it off', ru: 'отложите' },
  },
  states: {
    away: {
      title: { en: 'nobody is here', ru: 'никого нет' },
      unseen: 'there is no popup',
    },
    'elsewhere.quiet': {
      title: { en: 'nothing is to be told', ru: 'сообщать не о чем' },
      unseen: 'there is no popup',
    },
    'elsewhere.waiting': {
      title: { en: 'another tab may be sending', ru: 'возможно, отправляет другая вкладка' },
      unseen: 'there is no popup',
    },
    'elsewhere.told': {
      title: { en: 'it is told that messages may not have gone', ru: 'сказано, что сообщения могли не уйти' },
      sees: (snapshot) => {
        const { count, lacking } = contextOf(snapshot);
        return [
          ...(count > lacking ? [{ message: 'unsent.text', params: { count: count - lacking } } as const] : []),
          ...(lacking > 0 ? [{ message: 'unsent.lacking', params: { count: lacking } } as const] : []),
          ...says('unsent.open'),
        ];
      },
    },
  },
});

import { defineModel } from '../../model.ts';
import { modalsMachine, type ModalsContext } from './modals.machine.ts';

export default defineModel({
  name: 'modals',
  title: { en: 'Modals', ru: 'Окна поверх экрана' },
  machine: modalsMachine,
  inputs: { 'at the start': undefined },
  events: {
    'user.logout wanted': [{}],
    'user.modal dismissed': [{}],
    'flow.confirming': [{ confirming: true }, { confirming: false }],
    'flow.dismissed': [{}],
    'flow.left': [{ flow: 'logout' }, { flow: 'login' }],
    'house.session lost': [{}],
    'house.signed in': [
      { account: 'A-1001', again: true, need_set_password: false, seq: 5 },
      { account: 'A-1001', again: false, need_set_password: false, seq: 6 },
    ],
    'house.signed out': [{ why: 'asked' }],
  },
  outcomes: {},
  states: {
    closed: { title: { en: 'nothing stands over the page', ru: 'поверх экрана ничего нет' } },
    'held back': { title: { en: 'a modal waits for a step to end', ru: 'окно ждёт конца шага' } },
    open: { title: { en: 'a modal stands over the page', ru: 'окно поверх экрана' } },
  },
  facet: (snapshot) => (snapshot.context as ModalsContext).open,
  eventWords: {
    'user.logout wanted': { en: 'the person wants to sign out', ru: 'человек хочет выйти' },
    'user.modal dismissed': { en: 'the person closes the modal', ru: 'человек закрывает окно' },
    'flow.confirming': {
      en: 'a step begins or ends that nothing may cover',
      ru: 'начался или кончился шаг, который нельзя закрывать',
    },
    'flow.dismissed': { en: 'the flow in the modal gives way', ru: 'сценарий в окне уступил' },
    'flow.left': { en: 'the flow in the modal has ended', ru: 'сценарий в окне закончился' },
    'house.session lost': { en: 'the session has ended in the middle', ru: 'сеанс прервался' },
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
  },
});

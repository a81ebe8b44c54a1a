import { defineModel } from '../../model.ts';
import { person, visitor } from '../../root/house.samples.ts';
import { newsMachine, type NewsContext } from './news.machine.ts';

export default defineModel({
  name: 'news',
  title: { en: 'What is new', ru: 'Что нового' },
  machine: newsMachine,
  inputs: { 'at the start': undefined },
  events: {
    'house.signed in': [{ account: 'A-1001', again: false, need_set_password: false, seq: 1 }],
    'house.signed out': [{ why: 'asked' }],
    'house.session lost': [{}],
    'signal.user': [
      { user: person, call: 'auth.check', seq: 2 },
      { user: person, call: 'auth.login_by_password', seq: 3 },
      { user: visitor, call: 'auth.check', seq: 4 },
    ],
    'signal.wallets': [{ wallets: [], seq: 5 }],
    'tabs.looked': [{ account: 'A-1001' }, { account: 'A-2002' }],
    'tabs.money moved': [{ account: 'A-1001' }, { account: 'A-2002' }],
  },
  outcomes: {
    'page.life': {
      next: {
        hidden: { type: 'port.hidden', at: 1_000 },
        shown: { type: 'port.shown', at: 2_000 },
        'the line is gone': { type: 'port.offline', at: 3_000 },
        'the line is back': { type: 'port.online', at: 4_000 },
      },
    },
  },
  facet: (snapshot) => {
    const { away, heard, cut, knows } = snapshot.context as NewsContext;
    return [away, heard, cut, knows];
  },
  states: {
    nobody: { title: { en: 'nobody is here', ru: 'никого нет' } },
    resting: { title: { en: 'until the next question', ru: 'до следующего запроса' } },
    'catching up': { title: { en: 'money moved in another tab', ru: 'деньги изменились в другой вкладке' } },
    offline: { title: { en: 'there is no network', ru: 'сети нет' } },
  },
  eventWords: {
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'house.session lost': { en: 'the session has ended', ru: 'сеанс прервался' },
    'signal.user': { en: 'an answer tells who is here', ru: 'ответ сообщает, кто здесь' },
    'signal.wallets': { en: 'balances come', ru: 'приходят балансы' },
    'tabs.money moved': { en: 'another tab has seen money move', ru: 'другая вкладка увидела движение денег' },
    'tabs.looked': { en: 'another tab has asked', ru: 'другая вкладка спросила' },
  },
});

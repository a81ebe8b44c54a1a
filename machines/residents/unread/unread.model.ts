import { says } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import { unreadMachine, type UnreadContext } from './unread.machine.ts';

const countIn = ({ counts }: UnreadContext): number => (counts?.private ?? 0) + (counts?.support ?? 0);

export default defineModel({
  name: 'unread',
  title: { en: 'Unread messages', ru: 'Непрочитанные сообщения' },
  machine: unreadMachine,
  view: 'unread/unread',
  inputs: { 'at the start': undefined },
  events: {
    'house.signed in': [{ account: 'A-1001', again: false, need_set_password: false, seq: 1 }],
    'house.signed out': [{ why: 'asked' }],
    'signal.unread_msgs': [
      { unread_msgs: { private: 0, support: 0 }, seq: 2 },
      { unread_msgs: { private: 2, support: 1 }, seq: 3 },
      { unread_msgs: { private: 99, support: 1 }, seq: 4 },
    ],
    'tabs.unread': [
      { account: 'A-1001', unread: { private: 0, support: 1 } },
      { account: 'A-2002', unread: { private: 5, support: 0 } },
    ],
  },
  outcomes: {},
  facet: ({ context }) => countIn(context as UnreadContext) > 99,
  states: {
    unknown: {
      title: { en: 'nobody has counted yet', ru: 'ещё не сосчитано' },
      unseen: 'nothing is said before it is known',
    },
    none: { title: { en: 'everything is read', ru: 'всё прочитано' }, sees: () => says('unread.none') },
    some: {
      title: { en: 'some messages wait', ru: 'есть непрочитанные' },
      sees: ({ context }) => {
        const count = countIn(context as UnreadContext);
        return [{ text: count > 99 ? '99+' : String(count) }, { message: 'unread.count', params: { count } }];
      },
    },
  },
  eventWords: {
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'signal.unread_msgs': { en: 'an answer tells the counts', ru: 'ответ сообщает количество' },
    'tabs.unread': { en: 'another tab tells the counts', ru: 'другая вкладка сообщает количество' },
  },
});

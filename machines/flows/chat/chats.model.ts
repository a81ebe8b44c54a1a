import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Asked, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { chatLifeOutcomes, earlierChats, movedChats, sampleChats } from '../../thread/thread.samples.ts';
import { chatsMachine, type ChatsContext } from './chats.machine.ts';
import { otherLanguage, wordsOfLanguage } from '../../words/words.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ChatsContext;

const begin = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says('chats.number', 'chats.begin'),
  ...tells(contextOf(snapshot).numberTrouble),
];
const list = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { items, trouble } = contextOf(snapshot);
  const named = items.flatMap(({ title, number }) => [title, ...(number ? [number] : [])]);
  return [...named.map((text) => ({ text })), ...tells(trouble), ...begin(snapshot)];
};

const isFurther = ({ input }: Asked): boolean => (input as { query?: { page?: string } }).query?.page !== undefined;

export const listOutcomes = {
  done: {
    'support and another person': answered({ items: sampleChats, older: null }),
    'support alone, a while later': {
      ...answered({ items: [{ id: 'support', title: 'Support', kind: 'support', unread_msgs: 0 }], older: null }),
      now: '2026-01-15T12:30:00.000Z',
    },
    'a page, and the one behind it': (asked: Asked): unknown =>
      answered(
        isFurther(asked)
          ? { items: earlierChats, older: null }
          : { items: sampleChats, older: 'before-1768474800000000-opsample0000000000031' },
      ),
    'a page of chats that all have moved': answered({
      items: movedChats,
      older: 'before-1768474900000000-opsample0000000000033',
    }),
  },
  error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
};

/** What other tabs tell; of so many chats that have moved nobody can tell what stands between. */
const toldChats = {
  'another tab has read the chats': { items: sampleChats, older: null },
  'another tab has read that all have moved': {
    items: movedChats,
    older: 'before-1768474900000000-opsample0000000000033',
  },
};
export const listNewsOutcomes = {
  next: Object.fromEntries(
    Object.entries(toldChats).map(([name, page]) => [
      name,
      { type: 'port.chats told', page, now: '2026-01-15T12:30:00.000Z' },
    ]),
  ),
};

export default defineModel({
  name: 'chat-list',
  title: { en: 'List of chats', ru: 'Список чатов' },
  machine: chatsMachine,
  view: 'chat/chats',
  inputs: { 'in the menu': { account: 'A-1001' } },
  events: {
    'user.retried': [{}],
    'user.older wanted': [{}],
    'user.recipient typed': [{ value: '1000 0002' }, { value: '12' }, { value: '' }],
    'user.chat begun': [{}],
    'chats.changed': [{}, { read: 'support' }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
  },
  outcomes: { 'chat.list': listOutcomes, 'page.life': chatLifeOutcomes, 'chats.news': listNewsOutcomes },
  facet: (snapshot) => {
    const { trouble, olderTrouble, numberTrouble, items, away, heard } = contextOf(snapshot);
    return {
      trouble: trouble?.code ?? '',
      older: olderTrouble?.code ?? '',
      number: numberTrouble?.code ?? '',
      chats: items.length,
      away,
      heard,
    };
  },
  eventWords: {
    ...wordsOfLanguage,
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.older wanted': { en: 'ask for earlier chats', ru: 'покажите более ранние чаты' },
    'user.recipient typed': { en: 'type the number of an account', ru: 'введите номер счёта' },
    'user.chat begun': { en: 'open the chat', ru: 'откройте чат' },
    'chats.changed': { en: 'something was written or read in a chat', ru: 'в чате что-то написано или прочитано' },
    'port.chats told': { en: 'another tab tells of the chats', ru: 'другая вкладка сообщает о чатах' },
    'port.hidden': { en: 'the page is hidden', ru: 'страница скрыта' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'port.offline': { en: 'the line is gone', ru: 'связь пропала' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  },
  states: {
    loading: {
      title: { en: 'The chats are read', ru: 'Чаты загружаются' },
      sees: () => says('chats.loading'),
    },
    failed: {
      title: { en: 'The chats could not be read', ru: 'Чаты не загрузились' },
      sees: (snapshot) => [
        ...says('chats.failed.title', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
        ...begin(snapshot),
      ],
    },
    'shown.news.listening': { title: { en: 'The chats are there', ru: 'Чаты на экране' }, sees: list },
    'shown.news.asking': { title: { en: 'The chats are read again', ru: 'Чаты читаются снова' }, sees: list },
    'shown.news.offline': { title: { en: 'There is no network', ru: 'Сети нет' }, sees: list },
    'shown.older.more': {
      title: { en: 'There are earlier chats', ru: 'Есть более ранние чаты' },
      sees: (snapshot) => [...list(snapshot), ...says('chats.older')],
    },
    'shown.older.reading': {
      title: { en: 'Earlier chats are read', ru: 'Читаются более ранние чаты' },
      sees: (snapshot) => [...list(snapshot), ...says('chats.older_loading')],
    },
    'shown.older.failed': {
      title: { en: 'Earlier chats could not be read', ru: 'Более ранние чаты не загрузились' },
      sees: (snapshot) => [
        ...list(snapshot),
        ...says('chats.older_failed', 'form.retry'),
        ...tells(contextOf(snapshot).olderTrouble),
      ],
    },
    'shown.older.all': { title: { en: 'All chats are there', ru: 'Все чаты на экране' }, sees: list },
  },
});

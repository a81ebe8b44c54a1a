import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../form/sights.ts';
import { defineModel, type Sight } from '../model.ts';
import { isUnread, type ThreadContext } from './thread.context.ts';
import { threadOf } from './thread.machine.ts';
import {
  chatFileOutcomes,
  chatLifeOutcomes,
  markOutcomes,
  messagesOutcomes,
  newsOutcomes,
  pictureOutcomes,
} from './thread.samples.ts';
import { otherLanguage, wordsOfLanguage } from '../words/words.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ThreadContext;

/** What stands in the chat, as far as it is in sight. */
const messagesSeen = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { items, trouble, fileTrouble, read } = contextOf(snapshot);
  const last = items.at(-1);
  return [
    ...(last ? [{ text: last.text }] : says('thread.empty')),
    ...(last?.side === 'own' ? says('thread.you', last.seq <= read.other ? 'thread.read' : 'thread.sent') : []),
    ...(trouble ? says('thread.lost') : []),
    ...tells(trouble),
    ...tells(fileTrouble),
  ];
};
const filesIn = (kinds: readonly string[]) => (snapshot: AnyMachineSnapshot) =>
  (contextOf(snapshot).items ?? [])
    .flatMap(({ files }) => files)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ id }) => ({ value: id }));

const open =
  (...keys: string[]) =>
  (snapshot: AnyMachineSnapshot): Sight[] => [...messagesSeen(snapshot), ...says(...keys)];

const threadWords = {
  'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
  'user.older wanted': { en: 'ask for earlier messages', ru: 'покажите более ранние сообщения' },
  'user.end left': { en: 'scroll away from the end', ru: 'прокрутите прочь от конца' },
  'user.end reached': { en: 'scroll to the end', ru: 'прокрутите к концу' },
  'user.file wanted': { en: 'save a file', ru: 'сохраните файл' },
  'user.picture opened': { en: 'open a picture', ru: 'откройте изображение' },
  'user.picture closed': { en: 'close the picture', ru: 'закройте изображение' },
  'outbox.sent': { en: 'a message was sent here', ru: 'отсюда отправлено сообщение' },
  'port.thread told': { en: 'another tab tells what it has read', ru: 'другая вкладка сообщает, что прочла' },
  'port.hidden': { en: 'the page is hidden', ru: 'страница скрыта' },
  'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
  'port.offline': { en: 'the line is gone', ru: 'связь пропала' },
  'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  ...wordsOfLanguage,
  'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
};

export default defineModel({
  name: 'thread',
  title: { en: 'What stands in a chat', ru: 'Сообщения чата' },
  machine: threadOf('support'),
  view: 'thread/thread',
  inputs: {
    'the chat with support': { account: 'A-1001', thread: 'support' },
    'a chat by the number of an account': { account: 'A-1001', thread: '10000002' },
  },
  events: {
    'user.retried': [{}],
    'user.older wanted': [{}],
    'user.end left': [{}],
    'user.end reached': [{}],
    'user.file wanted': filesIn(['document', 'picture']),
    'user.picture opened': filesIn(['picture']),
    'user.picture closed': [{}],
    'outbox.sent': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
  },
  outcomes: {
    'support.messages': messagesOutcomes,
    'support.read': markOutcomes,
    'chat.file': chatFileOutcomes,
    'picture.open': pictureOutcomes,
    'page.life': chatLifeOutcomes,
    'thread.news': newsOutcomes,
  },
  mayRepeat: {
    'support.read': 'how far somebody has read is said as they read on; said again it is the same',
  },
  elsewhere: {
    'user.end left': 'by scrolling',
    'user.end reached': 'by scrolling',
  },
  moments: 20_000,
  facet: (snapshot) => {
    const { trouble, olderTrouble, fileTrouble, items, away, heard, divider } = contextOf(snapshot);
    return {
      trouble: trouble?.code ?? '',
      older: olderTrouble?.code ?? '',
      file: fileTrouble?.code ?? '',
      empty: items.length === 0,
      new: divider !== null,
      unread: isUnread(contextOf(snapshot)),
      away,
      heard,
    };
  },
  eventWords: threadWords,
  states: {
    loading: {
      title: { en: 'The messages are read', ru: 'Сообщения загружаются' },
      sees: () => says('thread.loading'),
    },
    failed: {
      title: { en: 'The messages could not be read', ru: 'Сообщения не загрузились' },
      sees: (snapshot) => [...says('thread.failed.title', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    absent: {
      title: { en: 'There is no such chat', ru: 'Такого чата нет' },
      resting: 'the list of chats leads on',
      sees: (snapshot) => {
        const { trouble } = contextOf(snapshot);
        return [
          ...says('thread.absent.title', 'chats.all'),
          ...(trouble ? tells(trouble) : says('thread.absent.text')),
        ];
      },
    },
    'open.news.listening': {
      title: { en: 'What is new is awaited', ru: 'Ожидаются новые сообщения' },
      sees: open(),
    },
    'open.news.asking': { title: { en: 'What is new is read', ru: 'Читаются новые сообщения' }, sees: open() },
    'open.news.offline': { title: { en: 'There is no network', ru: 'Сети нет' }, sees: open() },
    'open.older.more': {
      title: { en: 'There are earlier messages', ru: 'Есть более ранние сообщения' },
      sees: open('thread.older'),
    },
    'open.older.reading': {
      title: { en: 'Earlier messages are read', ru: 'Читаются более ранние сообщения' },
      sees: open('thread.older_loading'),
    },
    'open.older.failed': {
      title: { en: 'Earlier messages could not be read', ru: 'Более ранние сообщения не загрузились' },
      sees: (snapshot) => [
        ...open('thread.older_failed', 'form.retry')(snapshot),
        ...tells(contextOf(snapshot).olderTrouble),
      ],
    },
    'open.older.all': {
      title: { en: 'The chat begins here', ru: 'Начало переписки' },
      sees: (snapshot) => open(...(contextOf(snapshot).items.length > 0 ? ['thread.start'] : []))(snapshot),
    },
    'open.marks.quiet': { title: { en: 'Nothing is to be marked', ru: 'Отмечать нечего' }, sees: open() },
    'open.marks.marking': {
      title: { en: 'What was read is marked', ru: 'Прочитанное отмечается' },
      sees: open(),
    },
    'open.marks.resting': {
      title: { en: 'The mark did not come through', ru: 'Отметка не дошла' },
      sees: open(),
    },
    'open.name.of the address': {
      title: { en: 'It is called as in the address', ru: 'Чат назван как в адресе' },
      sees: open(),
    },
    'open.name.of its own': { title: { en: 'It is called by its id', ru: 'У чата есть своё имя' }, sees: open() },
    'open.files.quiet': { title: { en: 'No file is opened', ru: 'Файлы не открыты' }, sees: open() },
    'open.files.saving': {
      title: { en: 'A file is saved', ru: 'Файл сохраняется' },
      sees: open('thread.file.saving'),
    },
    'open.files.opening': {
      title: { en: 'A picture is opened', ru: 'Изображение открывается' },
      sees: open('thread.picture.opening'),
    },
    'open.files.shown': {
      title: { en: 'A picture is shown', ru: 'Изображение открыто' },
      sees: open('thread.picture.close'),
    },
  },
});

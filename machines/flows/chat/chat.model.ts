import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, seesIn } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import outboxModel from '../../outbox/outbox.model.ts';
import { journalOutcomes, outboxOutcomes, postOutcomes } from '../../outbox/outbox.samples.ts';
import threadModel from '../../thread/thread.model.ts';
import { markOutcomes, messagesOutcomes } from '../../thread/thread.samples.ts';
import { chatMachine } from './chat.machine.ts';
import chatsModel, { listOutcomes } from './chats.model.ts';
import { otherLanguage, wordsOfLanguage } from '../../words/words.samples.ts';

const list = samplePlace('chat', '/chat');
const support = samplePlace('chat-support', '/chat/support');
const report = samplePlace('index-support', '/support?report=1', {}, { report: '1' });
const another = samplePlace('chat-private-id', '/chat/private/10000002', { id: '10000002' });
const input = (place: typeof list) => ({ place, account: 'A-1001', site: null, email: null });

/** The list, or on a narrow page the chat in its place. */
const inside = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...seesIn(threadModel, 'thread')(snapshot),
  // Nothing is written to a chat that is not there.
  ...(isAbsent(snapshot) ? [] : seesIn(outboxModel, 'outbox')(snapshot)),
];
function childIn({ children }: AnyMachineSnapshot, id: string): AnyMachineSnapshot | undefined {
  const child = (children as Record<string, AnyActorRef | undefined>)[id];
  return child?.getSnapshot() as AnyMachineSnapshot | undefined;
}
const isAbsent = (snapshot: AnyMachineSnapshot): boolean => childIn(snapshot, 'thread')?.matches('absent') ?? false;
const messages = {
  done: {
    'messages, and no more': messagesOutcomes.done['messages, and no more'],
    'an answer of another shape': answered(null),
  },
  error: { 'there is no such chat': refused('not_found', 404), ...failures },
};

export default defineModel({
  name: 'chat',
  title: { en: 'Chats', ru: 'Чаты' },
  machine: chatMachine,
  view: 'chat/chat',
  inputs: {
    'the list': input(list),
    support: input(support),
    'another person': input(another),
    'a problem to be told': input(report),
  },
  events: {
    'user.opened again': [{}],
    'user.end reached': [{}],
    'house.arrived': [{ place: support }, { place: another }, { place: report }, { place: list }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    // Both kinds of chats do the same, and each part of one is told whole by its own model.
    'house.language': (snapshot) =>
      snapshot.matches({ thread: 'private' }) && childIn(snapshot, 'thread')?.matches('loading')
        ? otherLanguage['house.language']
        : [],
    'flow.navigate': [{ to: '/chat/private/10000002' }],
  },
  outcomes: {
    'chat.list': {
      done: { ...listOutcomes.done, 'an answer of another shape': answered(null) },
      error: listOutcomes.error,
    },
    'support.messages': {
      ...messages,
      done: {
        ...messages.done,
        'messages, and older ones before them': messagesOutcomes.done['messages, and older ones before them'],
      },
    },
    'chat.messages': messages,
    'outbox.read': {
      done: { ...outboxOutcomes.done, 'something garbled': null },
      error: outboxOutcomes.error,
    },
    'support.read': { done: { 'it is noted': markOutcomes.done['it is noted'] } },
    'journal.take': journalOutcomes,
    'support.send': postOutcomes,
    'chat.send': postOutcomes,
  },
  mayRepeat: {
    ...outboxModel.mayRepeat,
    ...threadModel.mayRepeat,
    'chat.send': 'a message is sent under its own name until it is there: sent twice it is the same one',
  },
  elsewhere: { 'user.end reached': 'by scrolling' },
  facet: (snapshot) => ({
    list: childIn(snapshot, 'chats')?.matches('shown') ?? '',
    absent: isAbsent(snapshot),
    thread: childIn(snapshot, 'thread')?.matches('open') ?? '',
  }),
  eventWords: {
    ...wordsOfLanguage,
    'user.end reached': { en: 'scroll to the end', ru: 'прокрутите к концу' },
    'user.opened again': { en: 'open it again', ru: 'откройте ещё раз' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'flow.navigate': { en: 'the list leads to a chat', ru: 'список ведёт в чат' },
    'thread.written': { en: 'own messages stand in the chat', ru: 'свои сообщения уже в переписке' },
    'thread.named': { en: 'the id of the chat is known', ru: 'известно имя чата' },
    'outbox.sent': { en: 'a message was sent here', ru: 'отсюда отправлено сообщение' },
    'outbox.reported': { en: 'the record was asked for', ru: 'запись уже запрошена' },
    'thread.read': { en: 'the messages were read', ru: 'сообщения прочитаны' },
  },
  states: {
    'list.shown': {
      title: { en: 'The chats', ru: 'Чаты' },
      sees: (snapshot) =>
        snapshot.matches({ thread: 'none' })
          ? [...says('chats.title'), ...seesIn(chatsModel, 'chats')(snapshot)]
          : says('chats.all'),
    },
    'list.broken': {
      title: { en: 'The list fell over an answer', ru: 'Список не открылся' },
      sees: (snapshot) =>
        snapshot.matches({ thread: 'none' }) ? says('chats.broken', 'form.retry') : says('chats.all'),
    },
    'thread.none': { title: { en: 'No chat is open', ru: 'Чат не открыт' }, sees: () => says('chats.title') },
    'thread.support': { title: { en: 'The chat with support', ru: 'Чат с поддержкой' }, sees: inside },
    'thread.private': { title: { en: 'A private chat', ru: 'Личный чат' }, sees: inside },
    'thread.broken': {
      title: { en: 'The chat fell over an answer', ru: 'Чат не открылся' },
      sees: () => says('chats.broken', 'form.retry'),
    },
  },
});

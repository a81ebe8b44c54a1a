import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../form/sights.ts';
import { defineModel, neverTogether, together, type Sight } from '../model.ts';
import { codeOutcomes } from '../sign-in/sign-in.samples.ts';
import { lifeOutcomes } from '../thread/thread.samples.ts';
import { mayGoAgain, type OutboxContext, type OutboxInput } from './outbox.context.ts';
import { outboxOf } from './outbox.machine.ts';
import {
  journalOutcomes,
  leftOutcomes,
  lookedOutcomes,
  nameOf,
  nameOutcomes,
  outboxOutcomes,
  postOutcomes,
  progressOutcomes,
} from './outbox.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as OutboxContext;
const input = (changes: Partial<OutboxInput> = {}): OutboxInput => ({
  ...{ account: 'A-1001', kind: 'support', thread: 'support', reporting: false, about: null },
  ...changes,
});

/** What stands in the form, and what is on its way. */
const outboxSeen = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { trouble, messages, files } = contextOf(snapshot);
  return [
    ...says('outbox.label', 'outbox.send', 'outbox.attach'),
    ...tells(trouble),
    ...(files.length > 0 ? says('outbox.remove') : []),
    ...files.flatMap(({ kind, count = 0 }) =>
      kind === 'journal' ? [{ message: 'outbox.report.text', params: { count } }, ...says('outbox.report.look')] : [],
    ),
    ...messages.flatMap(({ id, text, is, trouble: why }) => [
      ...(text === '' ? [] : [{ text }]),
      ...(is === 'refused' ? [...says('outbox.refused', 'outbox.edit', 'outbox.drop'), ...tells(why)] : []),
      ...(mayGoAgain(contextOf(snapshot), id) ? says('outbox.again') : []),
      ...(is === 'sent' ? says('thread.sent') : []),
    ]),
  ];
};
const open =
  (...keys: string[]) =>
  (snapshot: AnyMachineSnapshot): Sight[] => [...outboxSeen(snapshot), ...says(...keys)];

const refusedIn = (snapshot: AnyMachineSnapshot) =>
  (contextOf(snapshot).messages ?? []).filter(({ is }) => is === 'refused').map(({ id }) => ({ value: id }));

const outboxWords = {
  'user.message typed': { en: 'type a message', ru: 'введите сообщение' },
  'user.file given': { en: 'choose a file', ru: 'выберите файл' },
  'user.attachment removed': { en: 'take a file out', ru: 'уберите файл' },
  'user.report wanted': { en: 'report a problem', ru: 'сообщите о проблеме' },
  'user.submitted': { en: 'send the message', ru: 'отправьте сообщение' },
  'user.message retried': { en: 'send one again', ru: 'отправьте сообщение ещё раз' },
  'user.message dropped': { en: 'delete one', ru: 'удалите сообщение' },
  'user.message taken back': { en: 'take one back into the form', ru: 'верните сообщение в форму' },
  'chat.report wanted': { en: 'the address asks for a record', ru: 'адрес просит запись действий' },
  'thread.written': { en: 'own messages stand in the chat', ru: 'свои сообщения уже в переписке' },
  'thread.named': { en: 'the id of the chat is known', ru: 'известно имя чата' },
  'port.messages left': { en: 'a tab that is gone left a message', ru: 'закрытая вкладка оставила сообщение' },
  'port.upload progressed': { en: 'a part of the file has gone', ru: 'часть файла отправлена' },
};

export default defineModel({
  name: 'outbox',
  title: { en: 'What is written for a chat', ru: 'Отправка сообщений' },
  machine: outboxOf('support'),
  view: 'outbox/outbox',
  inputs: {
    'for support': input(),
    'to report a problem': input({ reporting: true }),
    'to ask about an operation': input({ about: 'opsample0000000000001' }),
    'for another person': input({ kind: 'private', thread: '10000002' }),
  },
  events: {
    'user.message typed': [{ value: 'Where is my transfer?' }],
    'user.file given': (snapshot) => {
      const count = (contextOf(snapshot).files ?? []).length + 1;
      const along = count === 1 ? [{ value: 'file 1', handles: ['file 2'] }] : [];
      return [{ value: `file ${count}` }, ...along];
    },
    'user.attachment removed': (snapshot) =>
      (contextOf(snapshot).files ?? []).slice(0, 1).map(({ handle }) => ({ value: handle })),
    'user.report wanted': [{}],
    'user.submitted': [{}],
    'user.retried': [{}],
    'user.message retried': refusedIn,
    'user.message dropped': refusedIn,
    'user.message taken back': refusedIn,
    'chat.report wanted': [{}],
    'thread.written': [{ names: [nameOf(1), nameOf(11)] }],
    'thread.named': (snapshot) => [
      { id: contextOf(snapshot).kind === 'support' ? 'support' : 'opsample0000000000031' },
    ],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
  },
  outcomes: {
    'outbox.read': outboxOutcomes,
    'outbox.left': leftOutcomes,
    'message.name': nameOutcomes,
    'file.look': lookedOutcomes,
    'journal.take': journalOutcomes,
    'upload.progress': progressOutcomes,
    'clock.ticks': codeOutcomes['clock.ticks'],
    'page.life': { next: { 'the line is back': lifeOutcomes.next['the line is back'] } },
    'support.send': postOutcomes,
  },
  unreachable: {
    'open.form.writing | user.file given | 1': 'six files are chosen one by one, and no path is so long',
    'open.form.writing | always | 3': 'six files are chosen, and no path is so long',
    'guard another has no room | true': 'six files are chosen, and no path is so long',
    'guard there is room | false': 'six files are chosen one by one, and no path is so long',
    'open.form.writing | user.message taken back | 1': 'six files are chosen one by one, and no path is so long',
    'guard it fits into the form | false': 'six files are chosen one by one, and no path is so long',
    'guard it fits before what is written | false': 'six files are chosen one by one, and no path is so long',
    ...neverTogether(
      ['open.form.taking'],
      ['asking', 'hurrying', 'found', 'by its id', 'left as it is'].map((name) => `open.name.${name}`),
      'a record goes to support alone, which has one name',
    ),
    ...neverTogether(
      ['open.form.writing.light', 'open.form.writing.laden'],
      ['open.name.found'],
      'a form that is written takes it in at once, unless it has six files, and no path is so long',
    ),
    [together('open.form.writing.light', 'open.post.stuck')]: 'one waits there, and would be cut short',
  },
  mayRepeat: {
    'support.send': 'a message is sent under its own name until it is there: sent twice it is the same one',
  },
  stopsOfState: 8,
  facet: (snapshot) => {
    const { trouble, files, messages, lineTrouble, percent } = contextOf(snapshot);
    return {
      trouble: trouble?.code ?? '',
      line: lineTrouble?.code ?? '',
      files: files.map(({ kind }) => kind).join(),
      messages: messages.map(({ is, trouble: why }) => `${is} ${why?.code ?? ''}`).join(),
      'a part has gone': percent > 0,
      'a file goes along': messages.some((message) => message.is === 'waiting' && message.files.length > 0),
    };
  },
  elsewhere: { 'user.file given': 'in the window where the browser lets a file be chosen' },
  eventWords: {
    ...outboxWords,
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  },
  states: {
    'opening.asking': {
      title: { en: 'The draft is read', ru: 'Читается черновик' },
      sees: () => says('outbox.opening'),
    },
    'opening.hurrying': {
      title: {
        en: 'The draft is read without asking other pages',
        ru: 'Черновик читается без вопроса другим вкладкам',
      },
      sees: () => says('outbox.opening'),
    },
    'open.name.of the address': {
      title: { en: 'the chat is called as in its address', ru: 'чат назван как в адресе' },
      silent: 'nothing is shown of it',
    },
    'open.name.asking': {
      title: { en: 'what stands under the id of the chat is read', ru: 'читается записанное под именем чата' },
      silent: 'nothing is shown of it',
    },
    'open.name.hurrying': {
      title: {
        en: 'what stands under the id of the chat is read without asking other pages',
        ru: 'записанное под именем чата читается без вопроса другим вкладкам',
      },
      silent: 'nothing is shown of it',
    },
    'open.name.found': {
      title: { en: 'what stood under the id waits for the form', ru: 'записанное под именем чата ждёт формы' },
      silent: 'nothing is shown of it yet',
    },
    'open.name.by its id': {
      title: { en: 'the chat is called by its id', ru: 'чат назван по имени' },
      silent: 'the form shows what was there',
    },
    'open.name.left as it is': {
      title: { en: 'the device did not tell', ru: 'устройство не ответило' },
      silent: 'nothing is shown of it',
    },
    'open.form.writing.light': { title: { en: 'A message is written', ru: 'Пишется сообщение' }, sees: open() },
    'open.form.writing.laden': {
      title: {
        en: 'Something is here that a reload would lose',
        ru: 'Есть то, что пропало бы при обновлении страницы',
      },
      sees: open(),
    },
    'open.form.looking': {
      title: { en: 'A file is looked at', ru: 'Файл проверяется' },
      sees: open('upload.looking'),
    },
    'open.form.taking': {
      title: { en: 'The record of the page is prepared', ru: 'Готовится запись действий' },
      sees: open('outbox.taking'),
    },
    'open.form.naming': {
      title: { en: 'The message gets its name', ru: 'Сообщение получает имя' },
      sees: open('outbox.naming'),
    },
    'open.post.idle': { title: { en: 'Nothing is on its way', ru: 'Отправлять нечего' }, sees: open() },
    'open.post.sending.going': {
      title: { en: 'A message is sent', ru: 'Сообщение отправляется' },
      sees: (snapshot) => {
        const { messages, sending } = contextOf(snapshot);
        return open(...(messages.some(({ id }) => id === sending) ? ['outbox.sending'] : []))(snapshot);
      },
    },
    'open.post.resting': {
      title: { en: 'No answer came: a pause', ru: 'Ответа не было: пауза' },
      sees: open('outbox.resting'),
    },
    'open.post.stuck': {
      title: { en: 'No answer came several times', ru: 'Ответа не было несколько раз' },
      sees: (snapshot) => [
        ...open('outbox.stuck', 'outbox.once', 'form.retry')(snapshot),
        ...tells(contextOf(snapshot).lineTrouble),
      ],
    },
    'open.post.held': {
      title: { en: 'Too many messages: a wait', ru: 'Слишком много сообщений: ожидание' },
      sees: (snapshot) => [...open()(snapshot), ...tells(contextOf(snapshot).lineTrouble)],
    },
  },
});

import type { AnyMachineSnapshot } from 'xstate';
import { lengthOf } from '../../../contract/fields/length.ts';
import { longestNote } from '../../../contract/referral.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { emailProblem, noteProblem, type InviteContext } from './invite.context.ts';
import { inviteMachine } from './invite.machine.ts';
import { inviteOutcomes, referralWords } from './referral.samples.ts';
import { otherLanguage } from '../../words/words.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as InviteContext;
const troubleIn = (snapshot: AnyMachineSnapshot) => tells(contextOf(snapshot).trouble);

const letter = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { form } = contextOf(snapshot);
  return [...says('referral.letter.title'), { text: form?.letter.subject ?? '' }];
};
const form =
  (submit: string) =>
  (snapshot: AnyMachineSnapshot): Sight[] => {
    const context = contextOf(snapshot);
    const wrong = emailProblem(context, snapshot.hasTag('corrected'));
    return [
      ...says('referral.invite.title', 'referral.invite.email', submit, 'referral.letter.change'),
      ...(wrong ? tells(wrong) : [{ message: 'referral.invite.left', params: { count: context.form?.left ?? 0 } }]),
      ...troubleIn(snapshot),
      ...letter(snapshot),
    ];
  };
const editing =
  (submit: string) =>
  (snapshot: AnyMachineSnapshot): Sight[] => {
    const wrong = noteProblem(contextOf(snapshot));
    return [
      ...says('referral.invite.title', 'referral.letter.language', 'referral.letter.note', submit),
      ...says('referral.letter.drop'),
      ...(wrong ? tells(wrong) : [{ message: 'referral.letter.note.help', params: { most: longestNote } }]),
      ...troubleIn(snapshot),
    ];
  };
const sent = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { sentTo } = contextOf(snapshot);
  return sentTo === '' ? [] : [{ message: 'referral.invite.sent', params: { email: sentTo } }];
};

export default defineModel({
  name: 'invite',
  title: { en: 'Letters that invite', ru: 'Письма с приглашением' },
  machine: inviteMachine,
  view: 'referral/invite',
  inputs: { 'at the start': undefined },
  events: {
    'user.email typed': [{ value: 'anna@example.com' }, { value: 'anna' }],
    'user.submitted': [{}],
    'user.letter opened': [{}],
    'user.note typed': [{ value: 'Try it, I like it' }, { value: 'Much. '.repeat(longestNote / 5) }],
    'user.letter language chosen': [{ value: 'ru' }, { value: 'en' }],
    'user.letter saved': [{}],
    'user.letter put aside': [{}],
    'user.invite wanted': [{}],
    'user.another address wanted': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
    'port.online': [{ at: 0 }],
  },
  outcomes: inviteOutcomes,
  facet: (snapshot) => {
    const { refused, trouble, locale, note, sentTo } = contextOf(snapshot);
    return [
      refused.email?.code,
      refused.note?.code,
      trouble?.code,
      locale,
      lengthOf(note) > longestNote,
      sentTo !== '',
    ];
  },
  eventWords: referralWords,
  states: {
    reading: {
      title: { en: 'The letter is read', ru: 'Письмо загружается' },
      sees: () => says('referral.invite.title', 'referral.invite.reading'),
    },
    unread: {
      title: { en: 'The letter could not be read', ru: 'Письмо не загрузилось' },
      sees: (snapshot) => [
        ...says('referral.invite.title', 'referral.invite.unread', 'form.retry'),
        ...troubleIn(snapshot),
      ],
    },
    'form.empty': {
      title: { en: 'An address is asked for', ru: 'Нужен адрес' },
      sees: form('referral.invite.submit'),
    },
    'form.entering': {
      title: { en: 'An address is typed', ru: 'Вводится адрес' },
      sees: form('referral.invite.submit'),
    },
    'form.corrected': {
      title: { en: 'The address is to be corrected', ru: 'Адрес нужно исправить' },
      sees: form('referral.invite.submit'),
    },
    'form.sent': {
      title: { en: 'An invitation was taken', ru: 'Приглашение принято' },
      sees: (snapshot) => [...form('referral.invite.submit')(snapshot), ...sent(snapshot)],
    },
    sending: {
      title: { en: 'An invitation is sent', ru: 'Приглашение отправляется' },
      sees: form('referral.invite.sending'),
    },
    unknown: {
      title: { en: 'Nobody knows whether it was sent', ru: 'Неизвестно, ушло ли приглашение' },
      sees: (snapshot) => [
        { message: 'referral.invite.unknown', params: { email: contextOf(snapshot).email } },
        ...says('referral.invite.title', 'form.retry', 'referral.invite.another'),
        ...troubleIn(snapshot),
      ],
    },
    enough: {
      title: { en: 'No letters left for now', ru: 'Пока писем больше нет' },
      sees: (snapshot) => [
        ...says('referral.invite.title', 'referral.invite.enough', 'referral.invite.check'),
        ...sent(snapshot),
      ],
    },
    'letter.entering': {
      title: { en: 'The letter is changed', ru: 'Письмо меняется' },
      sees: editing('referral.letter.save'),
    },
    'letter.corrected': {
      title: { en: 'The note is to be corrected', ru: 'Приписку нужно исправить' },
      sees: editing('referral.letter.save'),
    },
    saving: { title: { en: 'The letter is saved', ru: 'Письмо сохраняется' }, sees: editing('referral.letter.saving') },
  },
});

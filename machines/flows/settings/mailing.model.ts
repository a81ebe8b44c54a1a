import type { AnyMachineSnapshot } from 'xstate';
import { letterKinds } from '../../../contract/mailing.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { mailingMachine, type MailingContext } from './mailing.machine.ts';
import { mailingOutcomes, settingsWords } from './settings.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as MailingContext;
const troubleIn = (snapshot: AnyMachineSnapshot) => tells(contextOf(snapshot).trouble);
const shown = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says('mailing.title', 'mailing.security.why', ...letterKinds.map((kind) => `mailing.${kind}`)),
  ...troubleIn(snapshot),
];

export default defineModel({
  name: 'mailing',
  title: { en: 'Which letters are sent', ru: 'Какие письма приходят' },
  machine: mailingMachine,
  view: 'settings/mailing',
  inputs: { 'at the start': undefined },
  events: {
    'user.letters chosen': [
      { field: 'operations', value: false },
      { field: 'operations', value: true },
    ],
    'user.letters wanted': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: mailingOutcomes,
  mayRepeat: {
    'config.save_mailing': 'a choice is saved until it is known to be: saved twice it is the same',
  },
  unreachable: { 'guard it can be chosen | false': 'letters of security have no control that works' },
  facet: (snapshot) => {
    const { items, wish, trouble } = contextOf(snapshot);
    return {
      on: items
        ?.filter(({ on }) => on)
        .map(({ kind }) => kind)
        .join(' '),
      wish: wish?.kind,
      trouble: trouble?.code,
    };
  },
  called: () => Object.fromEntries(letterKinds.map((kind) => [kind, { message: `mailing.${kind}` }])),
  eventWords: settingsWords,
  states: {
    reading: {
      title: { en: 'The letters are read', ru: 'Настройки писем загружаются' },
      sees: (snapshot) =>
        contextOf(snapshot).items === null ? says('mailing.title', 'mailing.reading') : shown(snapshot),
    },
    unread: {
      title: { en: 'The letters could not be read', ru: 'Настройки писем не загрузились' },
      sees: (snapshot) => [...says('mailing.title', 'mailing.unread', 'form.retry'), ...troubleIn(snapshot)],
    },
    shown: { title: { en: 'Kinds of letters', ru: 'Виды писем' }, sees: shown },
    saving: { title: { en: 'A choice is saved', ru: 'Выбор сохраняется' }, sees: shown },
    unsaved: {
      title: { en: 'A choice may not have been saved', ru: 'Выбор мог не сохраниться' },
      sees: (snapshot) => [...says('mailing.unsaved', 'mailing.save_again'), ...shown(snapshot)],
    },
    'finding out': { title: { en: 'Finding out whether it was saved', ru: 'Проверяем, сохранилось ли' }, sees: shown },
  },
});

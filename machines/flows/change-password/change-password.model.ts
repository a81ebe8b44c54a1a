import type { AnyMachineSnapshot } from 'xstate';
import { added } from '../../../contract/limits.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { changeOutcomes, codeOutcomes, signInWords } from '../../sign-in/sign-in.samples.ts';
import { fieldProblem, fieldsOf, type ChangePasswordContext, type PasswordField } from './change-password.context.ts';
import { changePasswordMachine } from './change-password.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ChangePasswordContext;
const problemOf = (snapshot: AnyMachineSnapshot, field: PasswordField) =>
  fieldProblem(contextOf(snapshot), field, snapshot.hasTag('corrected'));
const settings = (auth_type: string) => ({ logo_url: '/logo.svg', auth_type });
const input = (auth_type: string, more: Record<string, unknown> = {}) => ({
  ...{ place: samplePlace('settings-change-password', '/settings/change-password'), account: 'A-1001' },
  ...{ site: settings(auth_type), email: 'person@example.com' },
  ...more,
});

const ways = {
  change: ['change_password.title', 'change_password.text', 'change_password.submit', 'change_password.old'],
  first: ['change_password.required.title', 'change_password.required.text', 'change_password.required.submit'],
};

/** The rules stand at the new password until something is wrong with it. An account that has none is asked for no old one. */
function form(snapshot: AnyMachineSnapshot): Sight[] {
  const context = contextOf(snapshot);
  const wrong = problemOf(snapshot, 'password');
  return [
    ...says(...(context.required ? [...ways.first, 'change_password.put_off'] : ways.change), 'change_password.new'),
    ...(context.required ? says('change_password.old').map((absent) => ({ absent })) : []),
    ...(wrong ? tells(wrong) : [{ message: 'password.rules', params: { minimum: added.passwordShortest } }]),
    ...fieldsOf(context).flatMap((field) => tells(problemOf(snapshot, field))),
    ...tells(context.trouble),
  ];
}

export default defineModel({
  name: 'change-password',
  title: { en: 'Change of the password', ru: 'Смена пароля' },
  machine: changePasswordMachine,
  view: 'change-password/change-password',
  inputs: {
    'an account with a password': input('password'),
    'an account that has to set one': input('password', { needsPassword: true }),
    'where passwords are off': input('passwordless'),
  },
  events: {
    'user.old password typed': [{ value: 'the old long phrase' }],
    'user.password typed': [{ value: 'a long quiet phrase' }, { value: 'short' }, { value: 'the old long phrase' }],
    'user.password toggled': [{}],
    'user.submitted': [{}],
    'user.put off': [{}],
    'house.session lost': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'signal.site_settings': [
      { site_settings: settings('passwordless'), seq: 3 },
      { site_settings: settings('password'), seq: 4 },
    ],
  },
  outcomes: { ...changeOutcomes, 'clock.ticks': codeOutcomes['clock.ticks'] },
  facet: (snapshot) =>
    snapshot.hasTag('form')
      ? {
          trouble: contextOf(snapshot).trouble?.code ?? '',
          required: contextOf(snapshot).required,
          revealed: contextOf(snapshot).revealed,
          wrong: [problemOf(snapshot, 'old_password')?.code, problemOf(snapshot, 'password')?.code]
            .filter(Boolean)
            .join(' '),
        }
      : undefined,
  eventWords: {
    ...signInWords,
    'house.session lost': { en: 'the session has ended in the middle', ru: 'сеанс прервался' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  },
  states: {
    'form.entering': { title: { en: 'Passwords are typed', ru: 'Вводятся пароли' }, sees: form },
    'form.corrected': { title: { en: 'A password needs a correction', ru: 'Пароль нужно исправить' }, sees: form },
    'form.unknown': {
      title: { en: 'The new password may hold already', ru: 'Новый пароль, возможно, уже действует' },
      sees: form,
    },
    saving: {
      title: { en: 'The password is saved', ru: 'Пароль сохраняется' },
      sees: () => says('change_password.saving'),
    },
    held: {
      title: { en: 'Too many tries: a wait', ru: 'Слишком много попыток: ожидание' },
      sees: (snapshot) => [...says('login.held.title'), ...tells(contextOf(snapshot).trouble)],
    },
    closed: {
      title: { en: 'No password is needed', ru: 'Пароль не нужен' },
      sees: () => says('change_password.closed.title', 'change_password.closed.text', 'change_password.onward'),
    },
    changed: {
      title: { en: 'The password is changed', ru: 'Пароль изменён' },
      sees: () => says('change_password.changed.title', 'change_password.changed.text', 'change_password.onward'),
    },
    set: {
      title: { en: 'The first password is set', ru: 'Первый пароль задан' },
      unseen: 'the person has gone on by then',
    },
    'put off': { title: { en: 'Put off', ru: 'Отложено' }, unseen: 'the person has gone on by then' },
  },
});

import type { AnyMachineSnapshot } from 'xstate';
import { added } from '../../../contract/limits.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { codeOutcomes, resetOutcomes, signInWords, token } from '../../sign-in/sign-in.samples.ts';
import { passwordProblem, type ResetPasswordContext } from './reset-password.context.ts';
import { resetPasswordMachine } from './reset-password.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ResetPasswordContext;
const problemOf = (snapshot: AnyMachineSnapshot) => passwordProblem(contextOf(snapshot), snapshot.hasTag('corrected'));
const settings = (auth_type: string) => ({ logo_url: '/logo.svg', auth_type });
const place = (query: Record<string, string>) => samplePlace('reset-password', '/reset-password', {}, query);
const input = (auth_type: string, query: Record<string, string> = {}, account: string | null = null) => ({
  ...{ place: place(query), account, site: settings(auth_type), email: null },
});

/** The rules stand at the password until something is wrong with it. */
function form(snapshot: AnyMachineSnapshot): Sight[] {
  const wrong = problemOf(snapshot);
  const { email, trouble } = contextOf(snapshot);
  return [
    ...says('reset_password.title', 'change_password.new', 'change_password.required.submit'),
    { message: 'reset_password.text', params: { email } },
    ...(wrong ? tells(wrong) : [{ message: 'password.rules', params: { minimum: added.passwordShortest } }]),
    ...tells(trouble),
  ];
}

function changed(snapshot: AnyMachineSnapshot): Sight[] {
  const { signedIn, email } = contextOf(snapshot);
  return [
    ...says('change_password.changed.title'),
    ...(signedIn
      ? [{ message: 'reset_password.changed.signed_in', params: { email } }, ...says('change_password.onward')]
      : says('reset_password.changed.text', 'reset_password.sign_in')),
  ];
}

export default defineModel({
  name: 'reset-password',
  title: { en: 'A new password by a link', ru: 'Новый пароль по ссылке' },
  machine: resetPasswordMachine,
  view: 'reset-password/reset-password',
  inputs: {
    'a link': input('password', { token }),
    'a link, by somebody who is signed in': input('password', { token }, 'A-1001'),
    'without a link': input('password'),
    'where passwords are off': input('passwordless', { token }),
  },
  events: {
    'user.password typed': [{ value: 'a long quiet phrase' }, { value: 'short' }],
    'user.password toggled': [{}],
    'user.submitted': [{}],
    'user.retried': [{}],
    'port.online': [{ at: 0 }],
    'house.arrived': [{ place: place({}) }, { place: place({ token: 'anothertoken000000000' }) }],
    'signal.site_settings': [
      { site_settings: settings('passwordless'), seq: 3 },
      { site_settings: settings('password'), seq: 4 },
    ],
  },
  outcomes: { ...resetOutcomes, 'clock.ticks': codeOutcomes['clock.ticks'] },
  facet: (snapshot) => ({
    trouble: contextOf(snapshot).trouble?.code ?? '',
    wrong: problemOf(snapshot)?.code ?? '',
    revealed: contextOf(snapshot).revealed,
    'signed in': contextOf(snapshot).signedIn,
  }),
  eventWords: signInWords,
  states: {
    reading: {
      title: { en: 'The link is read', ru: 'Ссылка читается' },
      sees: () => says('reset_password.title', 'login.link.reading'),
    },
    'form.entering': { title: { en: 'The new password is typed', ru: 'Вводится новый пароль' }, sees: form },
    'form.corrected': {
      title: { en: 'The password needs a correction', ru: 'Пароль нужно исправить' },
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
    unread: {
      title: { en: 'The link could not be checked', ru: 'Ссылку не удалось проверить' },
      sees: (snapshot) => [
        ...says('login.link.unread.title', 'frame.retry', 'reset_password.ask_again'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    over: {
      title: { en: 'The link no longer works', ru: 'Ссылка больше не действует' },
      sees: (snapshot) => [
        ...says('login.link.over.title', 'reset_password.over.text', 'reset_password.ask_again'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    missing: {
      title: { en: 'Opened without a link', ru: 'Открыто без ссылки' },
      sees: () => says('reset_password.missing.title', 'reset_password.missing.text', 'reset_password.ask_again'),
    },
    closed: {
      title: { en: 'No password is needed', ru: 'Пароль не нужен' },
      sees: () => says('change_password.closed.title', 'change_password.closed.text'),
    },
    changed: {
      title: { en: 'The password is changed', ru: 'Пароль изменён' },
      sees: changed,
    },
  },
});

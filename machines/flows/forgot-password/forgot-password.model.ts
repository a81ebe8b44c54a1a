import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, seesIn, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import puzzleModel from '../../sign-in/puzzle.model.ts';
import {
  codeOutcomes,
  puzzleEvents,
  puzzleOutcomesInside,
  puzzleRepeats,
  resetLetterOutcomes,
  signInWords,
} from '../../sign-in/sign-in.samples.ts';
import { isTooSoon } from '../../sign-in/wait.ts';
import { emailProblem, secondsToResend, type ForgotPasswordContext } from './forgot-password.context.ts';
import { forgotPasswordMachine } from './forgot-password.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ForgotPasswordContext;
const problemOf = (snapshot: AnyMachineSnapshot) => emailProblem(contextOf(snapshot), snapshot.hasTag('corrected'));
const settings = (auth_type: string) => ({ logo_url: '/logo.svg', auth_type });
const input = (auth_type: string, email: string | null = null) => ({
  ...{ place: samplePlace('forgot-password', '/forgot-password'), account: null },
  ...{ site: settings(auth_type), email },
});

const form = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says('forgot_password.title', 'forgot_password.text', 'login.email', 'forgot_password.submit'),
  ...says('forgot_password.back'),
  ...tells(problemOf(snapshot)),
  ...tells(contextOf(snapshot).trouble),
];

function sent(snapshot: AnyMachineSnapshot): Sight[] {
  const context = contextOf(snapshot);
  return [
    ...says('forgot_password.sent.title', 'forgot_password.sent.spam', 'login.other_address', 'forgot_password.back'),
    { message: 'forgot_password.sent.text', params: { to: context.sent?.to ?? '' } },
    ...(secondsToResend(context) > 0 ? [] : says('forgot_password.resend')),
    ...tells(context.trouble),
  ];
}

function held(snapshot: AnyMachineSnapshot): Sight[] {
  const { trouble } = contextOf(snapshot);
  const title = isTooSoon(trouble) ? 'forgot_password.held.title' : 'login.held.title';
  return [...says(title, 'forgot_password.back'), ...tells(trouble)];
}

export default defineModel({
  name: 'forgot-password',
  title: { en: 'A forgotten password', ru: 'Забытый пароль' },
  machine: forgotPasswordMachine,
  view: 'forgot-password/forgot-password',
  inputs: {
    'a visitor': input('password'),
    'whose address was typed before': input('password', 'person@example.com'),
    'where passwords are off': input('passwordless'),
  },
  events: {
    ...puzzleEvents,
    'user.email typed': [{ value: 'person@example.com' }, { value: 'person' }],
    'user.submitted': [{}],
    'user.resent': [{}],
    'user.other address wanted': [{}],
    'port.online': [{ at: 0 }],
    'signal.site_settings': [
      { site_settings: settings('passwordless'), seq: 3 },
      { site_settings: settings('password'), seq: 4 },
    ],
  },
  outcomes: { ...puzzleOutcomesInside, 'auth.reset': resetLetterOutcomes, 'clock.ticks': codeOutcomes['clock.ticks'] },
  facet: (snapshot) => ({
    trouble: contextOf(snapshot).trouble?.code ?? '',
    wrong: problemOf(snapshot)?.code ?? '',
    sent: contextOf(snapshot).sent !== null,
    again: contextOf(snapshot).sent !== null && secondsToResend(contextOf(snapshot)) === 0,
  }),
  mayRepeat: {
    ...puzzleRepeats,
    'auth.reset': 'what was refused for want of a puzzle did nothing, and goes once more when it is solved',
  },
  eventWords: { ...signInWords, 'user.resent': { en: 'ask for another letter', ru: 'запросите ещё одно письмо' } },
  states: {
    'form.entering': { title: { en: 'The address of the account', ru: 'Адрес аккаунта' }, sees: form },
    'form.corrected': { title: { en: 'The address needs a correction', ru: 'Адрес нужно исправить' }, sees: form },
    asking: {
      title: { en: 'The letter is asked for', ru: 'Письмо запрашивается' },
      sees: (snapshot) =>
        says(
          'forgot_password.asking',
          contextOf(snapshot).sent === null ? 'forgot_password.title' : 'forgot_password.sent.title',
        ),
    },
    sent: { title: { en: 'The letter is on its way', ru: 'Письмо отправлено' }, sees: sent },
    puzzled: {
      title: { en: 'A puzzle first', ru: 'Сначала картинка' },
      sees: seesIn(puzzleModel, 'puzzle'),
    },
    held: { title: { en: 'Asked too often: a wait', ru: 'Слишком частые просьбы: ожидание' }, sees: held },
    closed: {
      title: { en: 'There is no password to forget', ru: 'Паролей здесь нет' },
      sees: () => says('change_password.closed.title', 'change_password.closed.text', 'login.title'),
    },
  },
});

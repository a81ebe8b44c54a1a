import type { AnyMachineSnapshot } from 'xstate';
import { added } from '../../../contract/limits.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, seesIn, tells } from '../../form/sights.ts';
import { heldTitle } from '../../sign-in/code.context.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered } from '../../operation/operation.samples.ts';
import codeModel from '../../sign-in/code.model.ts';
import puzzleModel from '../../sign-in/puzzle.model.ts';
import {
  codeEvents,
  codeOutcomes,
  letterRead,
  puzzleEvents,
  puzzleOutcomesInside,
  puzzleRepeats,
  registerOutcomes,
  signInWords,
} from '../../sign-in/sign-in.samples.ts';
import { fieldProblem, type SignupContext, type SignupField } from './signup.context.ts';
import { signupMachine } from './signup.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as SignupContext;
const problemOf = (snapshot: AnyMachineSnapshot, field: SignupField) =>
  fieldProblem(contextOf(snapshot), field, snapshot.hasTag('corrected'));
const settings = (auth_type: string, telegram_bot = '') => ({
  ...{ logo_url: '/logo.svg', auth_type },
  ...(telegram_bot && { telegram_bot }),
});
const input = (auth_type: string, email: string | null = null, bot = '') => ({
  ...{ place: samplePlace('index-signup', '/signup'), account: null },
  ...{ site: settings(auth_type, bot), email },
});

function byTelegram(snapshot: AnyMachineSnapshot): Sight[] {
  const [offer] = says('telegram.button');
  return offer ? [contextOf(snapshot).telegram ? offer : { absent: offer }] : [];
}

/** The rules stand at the password until something is wrong with it. */
function form(snapshot: AnyMachineSnapshot): Sight[] {
  const wrong = problemOf(snapshot, 'password');
  return [
    ...says('signup.title', 'signup.text', 'login.email', 'login.password', 'signup.submit', 'signup.have_account'),
    ...(wrong ? tells(wrong) : [{ message: 'password.rules', params: { minimum: added.passwordShortest } }]),
    ...byTelegram(snapshot),
    ...tells(problemOf(snapshot, 'email')),
    ...tells(contextOf(snapshot).trouble),
  ];
}

const closed = (): Sight[] => says('signup.closed.title', 'signup.closed.text', 'login.title');

function held(snapshot: AnyMachineSnapshot): Sight[] {
  const { trouble } = contextOf(snapshot);
  return [...says(heldTitle(trouble), 'signup.have_account'), ...tells(trouble)];
}

export default defineModel({
  name: 'signup',
  title: { en: 'A new account', ru: 'Новый аккаунт' },
  machine: signupMachine,
  view: 'signup/signup',
  inputs: {
    'a visitor': input('password', null, 'statera_bot'),
    'whose address was typed before': input('password', 'person@example.com'),
    'where passwords are off': input('passwordless'),
  },
  events: {
    ...codeEvents,
    ...puzzleEvents,
    'user.email typed': [{ value: 'person@example.com' }, { value: 'person' }],
    'user.password typed': [{ value: 'a long quiet phrase' }, { value: 'short' }],
    'user.password toggled': [{}],
    'port.online': [{ at: 0 }],
    'signal.site_settings': [
      { site_settings: settings('passwordless'), seq: 3 },
      { site_settings: settings('password'), seq: 4 },
    ],
  },
  outcomes: {
    ...codeOutcomes,
    ...puzzleOutcomesInside,
    ...letterRead('signup'),
    'auth.register': {
      ...registerOutcomes,
      done: { ...registerOutcomes.done, 'an answer of another shape': answered(null) },
    },
  },
  facet: (snapshot) =>
    snapshot.hasTag('form') || snapshot.hasTag('countdown')
      ? {
          trouble: contextOf(snapshot).trouble?.code ?? '',
          revealed: contextOf(snapshot).revealed,
          wrong: [problemOf(snapshot, 'email')?.code, problemOf(snapshot, 'password')?.code].filter(Boolean).join(' '),
        }
      : undefined,
  mayRepeat: {
    ...puzzleRepeats,
    'auth.register': 'what was refused for want of a puzzle did nothing, and goes once more when it is solved',
  },
  eventWords: signInWords,
  states: {
    opening: {
      title: { en: 'Whether a letter is on its way', ru: 'Нет ли письма в пути' },
      sees: (snapshot) => (contextOf(snapshot).passwords ? form(snapshot) : closed()),
    },
    'form.entering': { title: { en: 'Address and password', ru: 'Адрес и пароль' }, sees: form },
    'form.corrected': {
      title: { en: 'Address or password needs a correction', ru: 'Адрес или пароль нужно исправить' },
      sees: form,
    },
    registering: {
      title: { en: 'The letter is asked for', ru: 'Письмо запрашивается' },
      sees: () => says('signup.title', 'signup.sending'),
    },
    puzzled: {
      title: { en: 'A puzzle first', ru: 'Сначала картинка' },
      sees: seesIn(puzzleModel, 'puzzle'),
    },
    held: { title: { en: 'Asked too often: a wait', ru: 'Слишком частые просьбы: ожидание' }, sees: held },
    coded: { title: { en: 'The code of the letter', ru: 'Код из письма' }, sees: seesIn(codeModel, 'code') },
    closed: {
      title: { en: 'There is nothing to sign up for', ru: 'Регистрация не нужна' },
      sees: closed,
    },
    'signed in': { title: { en: 'Signed in', ru: 'Вход выполнен' }, sees: () => says('login.done') },
  },
});

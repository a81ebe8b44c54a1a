import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, seesIn, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered } from '../../operation/operation.samples.ts';
import { fieldProblem, type LoginContext, type LoginField } from './login.context.ts';
import codeModel from '../../sign-in/code.model.ts';
import puzzleModel from '../../sign-in/puzzle.model.ts';
import linkModel from './link.model.ts';
import { loginMachine } from './login.machine.ts';
import {
  codeEvents,
  codeOutcomes,
  letterOutcomes,
  letterRead,
  linkEvents,
  linkOutcomes,
  passwordOutcomes,
  puzzleEvents,
  puzzleOutcomesInside,
  puzzleRepeats,
  signInWords,
  token,
} from '../../sign-in/sign-in.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as LoginContext;
const settings = (auth_type: string, telegram_bot = 'statera_bot') => ({
  ...{ logo_url: '/logo.svg', auth_type },
  ...(telegram_bot && { telegram_bot }),
});
const place = (query: Record<string, string> = {}) => samplePlace('index-login', '/login', {}, query);
const input = (auth_type: string, more: Record<string, unknown> = {}) => ({
  ...{ place: place(), account: null, site: settings(auth_type), email: null },
  ...more,
});
const broken = { 'an answer of another shape': answered(null) };

const form =
  (field: LoginField[], ...keys: string[]) =>
  (snapshot: AnyMachineSnapshot): Sight[] => {
    const context = contextOf(snapshot);
    const corrected = snapshot.hasTag('corrected');
    return [
      ...says(...(context.over ? ['login.dismiss'] : ['login.title']), ...keys),
      ...(context.doubt ? [{ message: 'login.doubt', params: { ...context.doubt } }] : []),
      ...tells(context.trouble),
      ...field.flatMap((name) => tells(fieldProblem(context, name, corrected))),
    ];
  };
/** Another password is offered beside a password, and not over a flow. */
function forgot(snapshot: AnyMachineSnapshot): Sight[] {
  const [offer] = says('login.forgot');
  return offer ? [contextOf(snapshot).over ? { absent: offer } : offer] : [];
}
/** A new account is offered where there is something to sign up with, and not over a flow. */
function noAccount(snapshot: AnyMachineSnapshot): Sight[] {
  const { over, passwords } = contextOf(snapshot);
  const [offer] = says('login.no_account');
  return offer ? [passwords && !over ? offer : { absent: offer }] : [];
}
/** Telegram is a page elsewhere: over a flow everything that was typed would be left, and a code does the same. */
function byTelegram(snapshot: AnyMachineSnapshot): Sight[] {
  const { over, telegram } = contextOf(snapshot);
  const [offer] = says('telegram.button');
  return offer ? [telegram && !over ? offer : { absent: offer }] : [];
}
const password = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...form(['email', 'password'], 'login.email', 'login.password', 'login.submit', 'login.code_instead')(snapshot),
  ...forgot(snapshot),
  ...noAccount(snapshot),
  ...byTelegram(snapshot),
];
const email = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...form(['email'], 'login.email', 'login.email.text', 'login.send_code')(snapshot),
  ...noAccount(snapshot),
  ...byTelegram(snapshot),
];

export default defineModel({
  name: 'login',
  title: { en: 'Sign-in', ru: 'Вход' },
  machine: loginMachine,
  view: 'login/login',
  inputs: {
    'by password': input('password'),
    'by code': input('passwordless'),
    'by a link': input('password', { place: place({ link: token }) }),
    'over a change of the address': input('passwordless', {
      ...{ email: 'person@example.com', over: true },
      doubt: { email: 'new.address@example.org', former: 'person@example.com' },
    }),
    'over a flow': input('password', { email: 'person@example.com', over: true }),
  },
  events: {
    ...codeEvents,
    ...linkEvents,
    ...puzzleEvents,
    'user.email typed': [{ value: 'person@example.com' }, { value: 'person' }],
    'user.password typed': [{ value: 'demo-password-1' }],
    'user.password toggled': [{}],
    'user.code wanted': [{}],
    'user.password wanted': [{}],
    'user.dismissed': [{}],
    'house.arrived': [{ place: place() }, { place: place({ link: 'anothertoken000000000' }) }],
    'signal.site_settings': [{ site_settings: settings('passwordless', ''), seq: 3 }],
  },
  outcomes: {
    ...codeOutcomes,
    ...linkOutcomes,
    ...passwordOutcomes,
    ...puzzleOutcomesInside,
    ...letterRead('login'),
    'auth.login': { ...letterOutcomes, done: { ...letterOutcomes.done, ...broken } },
    'auth.link_info': {
      ...linkOutcomes['auth.link_info'],
      done: { ...linkOutcomes['auth.link_info'].done, ...broken },
    },
  },
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    const corrected = snapshot.hasTag('corrected');
    return [
      context.trouble?.code ?? '',
      context.revealed,
      `${fieldProblem(context, 'email', corrected)?.code ?? ''} ${fieldProblem(context, 'password', corrected)?.code ?? ''}`,
    ];
  },
  mayRepeat: {
    ...puzzleRepeats,
    'auth.login_by_password': 'what was refused for want of a puzzle did nothing, and goes once more when it is solved',
    'auth.login': 'what was refused for want of a puzzle did nothing, and goes once more when it is solved',
  },
  eventWords: signInWords,
  states: {
    linked: { title: { en: 'The page of the link', ru: 'Страница ссылки' }, sees: seesIn(linkModel, 'link') },
    coded: { title: { en: 'The code of the letter', ru: 'Код из письма' }, sees: seesIn(codeModel, 'code') },
    recalling: {
      title: { en: 'Whether a letter is on its way', ru: 'Нет ли письма в пути' },
      sees: (snapshot) => (contextOf(snapshot).passwords ? password(snapshot) : email(snapshot)),
    },
    'password.entering': { title: { en: 'Address and password', ru: 'Адрес и пароль' }, sees: password },
    'password.corrected': {
      title: { en: 'Address or password needs a correction', ru: 'Адрес или пароль нужно исправить' },
      sees: password,
    },
    checking: {
      title: { en: 'The password is checked', ru: 'Пароль проверяется' },
      sees: () => says('login.checking'),
    },
    puzzled: {
      title: { en: 'A puzzle first', ru: 'Сначала картинка' },
      sees: seesIn(puzzleModel, 'puzzle'),
    },
    held: {
      title: { en: 'Too many tries: a wait', ru: 'Слишком много попыток: ожидание' },
      sees: (snapshot) => [...says('login.held.title', 'login.code_instead'), ...tells(contextOf(snapshot).trouble)],
    },
    'email.entering': { title: { en: 'The address for the letter', ru: 'Адрес для письма' }, sees: email },
    'email.corrected': { title: { en: 'The address needs a correction', ru: 'Адрес нужно исправить' }, sees: email },
    'signed in': { title: { en: 'Signed in', ru: 'Вход выполнен' }, sees: () => says('login.done') },
    dismissed: { title: { en: 'Not now', ru: 'Не сейчас' }, unseen: 'the house has closed the modal by then' },
  },
});

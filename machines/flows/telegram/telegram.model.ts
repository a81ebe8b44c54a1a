import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, seesIn, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import codeModel from '../../sign-in/code.model.ts';
import {
  codeEvents,
  codeOutcomes,
  letterOutcomes,
  puzzleEvents,
  puzzleOutcomesInside,
  puzzleRepeats,
  signInWords,
  telegramState,
} from '../../sign-in/sign-in.samples.ts';
import { emailProblem, type TelegramContext } from './telegram.context.ts';
import { telegramMachine } from './telegram.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as TelegramContext;
const problemOf = (snapshot: AnyMachineSnapshot) => emailProblem(contextOf(snapshot), snapshot.hasTag('corrected'));

const page = 'https://oauth.telegram.org';
const settings = (bot: boolean) => ({
  ...{ logo_url: '/logo.svg', auth_type: 'password', origins: [page] },
  ...(bot && { telegram_bot: 'statera_bot' }),
});
const input = (query: Record<string, string>, bot = true, email: string | null = null) => ({
  ...{ place: samplePlace('login-telegram', '/login/telegram', {}, query), account: null },
  ...{ site: settings(bot), email },
});
const address = (origin: string) =>
  `${origin}/auth?bot_id=1&origin=https://statera.example&return_to=https://statera.example/login/telegram%3Fstate=${telegramState}`;
const wait = refused('wait_before_retry', 429, { retryAfter: 30 });
const off = refused('telegram_off', 403);

const ready = (...keys: string[]): Sight[] => says('telegram.title', 'telegram.text', 'telegram.otherwise', ...keys);
const turned =
  (title: string, ...keys: string[]) =>
  (snapshot: AnyMachineSnapshot): Sight[] => [
    ...says(title, 'telegram.again', 'telegram.otherwise', ...keys),
    ...(keys.length > 0 ? [] : tells(contextOf(snapshot).trouble)),
  ];

function email(snapshot: AnyMachineSnapshot): Sight[] {
  const { name, trouble } = contextOf(snapshot);
  return [
    ...says('telegram.email.title', 'telegram.email.text', 'login.email', 'login.send_code', 'telegram.otherwise'),
    ...(name ? [{ message: 'telegram.email.name', params: { name } }] : []),
    ...tells(trouble),
    ...tells(problemOf(snapshot)),
  ];
}

/** Nobody may be told that an account is needed first. */
function coded(snapshot: AnyMachineSnapshot): Sight[] {
  const sights = seesIn(codeModel, 'code')(snapshot);
  return sights.map((sight) =>
    'message' in sight && sight.message === 'login.code.text' ? { ...sight, message: 'signup.code.text' } : sight,
  );
}

export default defineModel({
  name: 'telegram',
  title: { en: 'Sign-in with Telegram', ru: 'Вход через Telegram' },
  machine: telegramMachine,
  view: 'telegram/telegram',
  inputs: {
    'by its address': input({}),
    'from a form, to be remembered': input({ remember: '1' }),
    'back from Telegram': input({ state: telegramState }),
    'back from Telegram, whose address was typed before': input({ state: telegramState }, true, 'person@example.com'),
    'where there is no bot': input({}, false),
  },
  events: {
    ...codeEvents,
    ...puzzleEvents,
    'user.confirmed': [{}],
    'user.retried': [{}],
    'port.online': [{ at: 0 }],
    'user.email typed': [{ value: 'person@example.com' }, { value: 'person' }],
    'signal.site_settings': [
      { site_settings: settings(false), seq: 3 },
      { site_settings: settings(true), seq: 4 },
    ],
  },
  outcomes: {
    ...codeOutcomes,
    ...puzzleOutcomesInside,
    'auth.telegram_start': {
      done: {
        'its page': answered({ url: address(page) }),
        'a page that nobody published': answered({ url: address('https://telegram.example') }),
      },
      error: { 'a wait': wait, 'there is no bot': off, ...failures },
    },
    'page.leave': {
      done: { 'back through the history': null },
      error: { 'the browser does not go': { name: 'PortError', code: 'unavailable', message: 'no way' } },
    },
    'telegram.answer': {
      done: {
        agreed: { kind: 'answered', answer: 'tgAuthResult=sample' },
        declined: { kind: 'declined', answer: '' },
        'loaded anew': { kind: 'missing', answer: '' },
      },
      error: { 'it cannot be read': { name: 'PortError', code: 'unavailable', message: 'no way' } },
    },
    'auth.telegram': {
      done: {
        'signed in': answered({ signed_in: true }),
        'somebody new': answered({ signed_in: false, name: 'Max Novak' }),
      },
      error: {
        'another browser asked': refused('telegram_elsewhere', 403),
        'a wrong signature': refused('telegram_refused', 403),
        'too old': refused('telegram_stale', 409),
        'there is no bot': off,
        'a wait': wait,
        ...failures,
      },
    },
    'auth.telegram_email': {
      done: { ...letterOutcomes.done, 'an answer of another shape': answered(null) },
      error: { ...letterOutcomes.error, 'too late': refused('telegram_stale', 409) },
    },
  },
  facet: (snapshot) =>
    snapshot.hasTag('attention') || snapshot.hasTag('form')
      ? { trouble: contextOf(snapshot).trouble?.code ?? '', wrong: problemOf(snapshot)?.code ?? '' }
      : undefined,
  mayRepeat: {
    ...puzzleRepeats,
    'auth.telegram': 'the press was on the page of Telegram, whose answer is sent as it came back',
    'auth.telegram_email': 'what was refused for want of a puzzle did nothing, and goes once more when it is solved',
  },
  eventWords: {
    ...signInWords,
    'user.confirmed': { en: 'go to Telegram', ru: 'перейдите в Telegram' },
    'user.retried': { en: 'have the answer checked again', ru: 'проверьте ответ ещё раз' },
  },
  states: {
    ready: {
      title: { en: 'What Telegram will tell', ru: 'Что сообщит Telegram' },
      sees: () => ready('telegram.go', 'login.remember'),
    },
    asking: {
      title: { en: 'The way to Telegram is asked for', ru: 'Запрашивается переход в Telegram' },
      sees: () => ready('telegram.opening'),
    },
    leaving: { title: { en: 'On to Telegram', ru: 'Переход в Telegram' }, sees: () => ready('telegram.opening') },
    stopped: {
      title: { en: 'Telegram was not asked', ru: 'Telegram не открылся' },
      sees: turned('telegram.stopped.title'),
    },
    held: {
      title: { en: 'Asked too often: a wait', ru: 'Слишком частые просьбы: ожидание' },
      sees: (snapshot) => [...says('login.held.title', 'telegram.otherwise'), ...tells(contextOf(snapshot).trouble)],
    },
    taking: {
      title: { en: 'The answer is taken out of the address', ru: 'Ответ убирается из адреса' },
      sees: () => says('telegram.title', 'telegram.checking'),
    },
    checking: {
      title: { en: 'The answer is checked', ru: 'Ответ проверяется' },
      sees: () => says('telegram.title', 'telegram.checking'),
    },
    unread: {
      title: { en: 'The answer could not be checked', ru: 'Ответ не удалось проверить' },
      sees: (snapshot) => [...turned('telegram.unread.title')(snapshot), ...says('frame.retry')],
    },
    declined: {
      title: { en: 'Declined at Telegram', ru: 'Отказ в Telegram' },
      sees: turned('telegram.declined.title', 'telegram.declined.text'),
    },
    unanswered: {
      title: { en: 'Back without an answer', ru: 'Возвращение без ответа' },
      sees: turned('telegram.unanswered.title', 'telegram.unanswered.text'),
    },
    elsewhere: {
      title: { en: 'Another browser has asked', ru: 'Вход запрошен не здесь' },
      sees: turned('telegram.elsewhere.title'),
    },
    refused: {
      title: { en: 'The signature is not of Telegram', ru: 'Подпись не от Telegram' },
      sees: turned('telegram.refused.title'),
    },
    stale: {
      title: { en: 'The answer is too old', ru: 'Ответ устарел' },
      sees: turned('telegram.stale.title'),
    },
    'email.entering': { title: { en: 'Somebody new: the address', ru: 'Новый человек: адрес почты' }, sees: email },
    'email.corrected': { title: { en: 'The address needs a correction', ru: 'Адрес нужно исправить' }, sees: email },
    coded: { title: { en: 'The code of the letter', ru: 'Код из письма' }, sees: coded },
    closed: {
      title: { en: 'There is no bot', ru: 'Бота нет' },
      sees: () => says('telegram.title', 'error.telegram_off', 'telegram.otherwise'),
    },
    'signed in': { title: { en: 'Signed in', ru: 'Вход выполнен' }, sees: () => says('login.done') },
  },
});

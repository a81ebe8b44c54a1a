import type { AnyMachineSnapshot } from 'xstate';
import type { MailAsked, PersonalInfo } from '../../../contract/calls/user.ts';
import { samplePlace, storageClosed } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, at, failures, refused } from '../../operation/operation.samples.ts';
import { heldTitle } from '../../sign-in/code.context.ts';
import { signInWords } from '../../sign-in/sign-in.samples.ts';
import {
  addressNow,
  codeProblem,
  doubtOf,
  fieldProblem,
  fieldsOf,
  secondsToResend,
  type ChangeMailContext,
} from './change-mail.context.ts';
import { changeMailMachine } from './change-mail.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ChangeMailContext;
const problemsIn = (snapshot: AnyMachineSnapshot) => {
  const [context, corrected] = [contextOf(snapshot), snapshot.hasTag('corrected')];
  return context.sent
    ? (['old_code', 'new_code'] as const).map((field) => codeProblem(context, field, corrected))
    : fieldsOf(context).map((field) => fieldProblem(context, field, corrected));
};
const input = (more: Record<string, unknown> = {}) => ({
  ...{ place: samplePlace('settings-mail', '/settings/mail'), account: 'A-1001' },
  ...{ site: { logo_url: '/logo.svg', auth_type: 'password' }, email: 'person@example.com' },
  ...more,
});

const asked: MailAsked = {
  ...{ email: 'person@example.com', sent_to: 'new.address@example.org' },
  ...{ expires_at: '2026-01-15T12:10:00.000Z', again_at: '2026-01-15T12:01:00.000Z' },
};
const begunBefore = {
  ...{ email: asked.sent_to, expires_at: '2026-01-15T12:10:00.000Z', again_at: '2026-01-15T12:01:00.000Z' },
};
const settings = (auth_type: string) => ({ logo_url: '/logo.svg', auth_type });
const info = (email: string): PersonalInfo => ({
  ...{ display_name: '', phone: '', country: '', birthday: '', email, edition: 0 },
});
const tooSoon = refused('rate_limited', 429, { retryAfter: 30 });
const wait = refused('wait_before_retry', 429, { retryAfter: 30 });

const form = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says('change_mail.title', 'change_mail.text', 'change_mail.email', 'change_mail.submit'),
  ...(contextOf(snapshot).passwords ? says('login.password') : []),
  { text: contextOf(snapshot).old },
  ...problemsIn(snapshot).flatMap(tells),
  ...tells(contextOf(snapshot).trouble),
];
const codes = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { sent, trouble } = contextOf(snapshot);
  return [
    ...says('change_mail.codes.title', 'change_mail.old_code', 'change_mail.new_code', 'change_mail.confirm'),
    ...says('change_mail.other_address'),
    { message: 'change_mail.codes.text', params: { from: sent?.from ?? '', to: sent?.to ?? '' } },
    ...problemsIn(snapshot).flatMap(tells),
    ...tells(trouble),
  ];
};

export default defineModel({
  name: 'change-mail',
  title: { en: 'Change of the e-mail address', ru: 'Смена адреса почты' },
  machine: changeMailMachine,
  view: 'change-mail/change-mail',
  inputs: {
    'an account with a password': input(),
    'an account without one': input({ needsPassword: true }),
  },
  events: {
    'user.email typed': [{ value: 'new.address@example.org' }, { value: 'new.address' }],
    'user.password typed': [{ value: 'a long quiet phrase' }],
    'user.password toggled': [{}],
    'user.old code typed': [{ value: '123 456' }, { value: '12' }],
    'user.new code typed': [{ value: '654 321' }],
    'user.submitted': [{}],
    'user.resent': [{}],
    'user.other address wanted': [{}],
    'user.retried': [{}],
    'house.session lost': [{}],
    'signal.site_settings': [
      { site_settings: settings('passwordless'), seq: 3 },
      { site_settings: settings('password'), seq: 4 },
    ],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'draft.read': {
      done: {
        'no draft': null,
        'a change was begun': begunBefore,
        'its codes are over': { ...begunBefore, expires_at: '2026-01-15T11:00:00.000Z' },
        'a draft that nobody typed': { ...begunBefore, email: 7 },
        'only an address was typed': { email: asked.sent_to },
      },
      error: { 'storage is closed': storageClosed },
    },
    'user.change_mail': {
      done: { 'two letters were sent': answered(asked) },
      error: {
        'a wrong password': refused('wrong_password', 422, { fields: { password: 'wrong_password' } }),
        'a password is needed': refused('invalid', 422, { fields: { password: 'required' } }),
        'the same address': refused('same_email', 422, { fields: { email: 'same_email' } }),
        'too soon': tooSoon,
        'a wait': wait,
        ...failures,
      },
    },
    'user.confirm_mail': {
      done: {
        changed: answered({ email: asked.sent_to }),
        'changed to the address of another tab': answered({ email: 'other@example.com' }),
        'changed, by a server that says no more': answered({}),
      },
      error: {
        'a wrong code of the old address': refused('wrong_code', 422, {
          fields: { old_code: 'wrong_code' },
          params: { left: 4 },
        }),
        'two wrong codes': refused('wrong_code', 422, { fields: { old_code: 'wrong_code', new_code: 'wrong_code' } }),
        'too late': refused('code_expired', 409),
        'too many tries': refused('too_many_tries', 409),
        'it was used': refused('code_used', 409),
        'the address is somebody’s': refused('email_taken', 409),
        'a wait': wait,
        ...failures,
      },
    },
    'user.info': {
      done: { 'the new address': answered(info(asked.sent_to)), 'the old address': answered(info(asked.email)) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'clock.ticks': {
      next: {
        'a second passes': { type: 'port.ticked', at: at + 1_000 },
        'a minute has passed': { type: 'port.ticked', at: at + 60_500 },
      },
    },
  },
  facet: (snapshot) => {
    const { trouble, passwords, revealed, sent } = contextOf(snapshot);
    const wrong = problemsIn(snapshot).map((problem) => problem?.code ?? '');
    return snapshot.hasTag('form') || snapshot.matches('over')
      ? {
          ...{ trouble: trouble?.code ?? '', passwords, revealed, wrong: wrong.join(' ').trim() },
          again: sent !== null && secondsToResend(contextOf(snapshot)) === 0,
        }
      : trouble?.code;
  },
  eventWords: {
    ...signInWords,
    'user.email typed': { en: 'type the new address', ru: 'введите новый адрес' },
    'user.old code typed': { en: 'type the code sent to the old address', ru: 'введите код из письма на старый адрес' },
    'user.new code typed': { en: 'type the code sent to the new address', ru: 'введите код из письма на новый адрес' },
    'user.resent': { en: 'ask for new codes', ru: 'запросите новые коды' },
    'house.session lost': { en: 'the session has ended in the middle', ru: 'сеанс прервался' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  },
  states: {
    'opening.draft': {
      title: { en: 'A change that was begun is looked for', ru: 'Ищется начатая смена адреса' },
      sees: () => says('change_mail.title', 'change_mail.opening'),
    },
    'opening.info': {
      title: { en: 'Whether its codes are awaited is asked', ru: 'Проверяем, ждут ли ещё кодов' },
      sees: () => says('change_mail.title', 'change_mail.opening'),
    },
    unread: {
      title: { en: 'Whether its codes are awaited could not be asked', ru: 'Не удалось узнать, ждут ли ещё кодов' },
      sees: (snapshot) => [
        ...says('change_mail.unread.title', 'form.retry', 'change_mail.other_address'),
        { message: 'change_mail.unread.text', params: { to: contextOf(snapshot).draft?.to ?? '' } },
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'form.entering': { title: { en: 'The new address is typed', ru: 'Вводится новый адрес' }, sees: form },
    'form.corrected': { title: { en: 'The form needs a correction', ru: 'Форму нужно исправить' }, sees: form },
    asking: {
      title: { en: 'Two letters are sent', ru: 'Отправляются два письма' },
      sees: (snapshot) =>
        contextOf(snapshot).sent ? says('change_mail.codes.title') : says('change_mail.title', 'change_mail.sending'),
    },
    'codes.entering': { title: { en: 'Both codes are typed', ru: 'Вводятся оба кода' }, sees: codes },
    'codes.corrected': { title: { en: 'A code needs a correction', ru: 'Код нужно исправить' }, sees: codes },
    confirming: {
      title: { en: 'The codes are checked', ru: 'Коды проверяются' },
      sees: () => says('change_mail.codes.title', 'login.checking'),
    },
    'finding out': {
      title: { en: 'Finding out whether it was changed', ru: 'Проверяем, сменился ли адрес' },
      sees: () => says('change_mail.finding.title', 'change_mail.finding.text'),
    },
    unknown: {
      title: { en: 'It could not be found out yet', ru: 'Пока не удалось узнать' },
      sees: (snapshot) => [
        ...says('change_mail.unknown.title', 'change_mail.unknown.text', 'form.retry'),
        { message: 'change_mail.unknown.sign_in', params: { ...doubtOf(contextOf(snapshot)) } },
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    over: {
      title: { en: 'These codes are spent', ru: 'Эти коды больше не действуют' },
      sees: (snapshot) => [
        ...says('change_mail.over.title', 'change_mail.again'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    held: {
      title: { en: 'Asked too often: a wait', ru: 'Слишком частые просьбы: ожидание' },
      sees: (snapshot) => {
        const { trouble } = contextOf(snapshot);
        return [...says(heldTitle(trouble), 'change_mail.other_address'), ...tells(trouble)];
      },
    },
    changed: {
      title: { en: 'The address is changed', ru: 'Адрес сменён' },
      sees: (snapshot) => [
        ...says('change_mail.changed.title', 'change_mail.onward'),
        { message: 'change_mail.changed.text', params: { to: addressNow(contextOf(snapshot)) } },
      ],
    },
  },
});

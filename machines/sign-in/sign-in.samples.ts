import type { CodeSent, LinkInfo } from '../../contract/calls/auth.ts';
import type { Puzzle } from '../../contract/calls/puzzle.ts';
import { keptOf, type Letter } from './letter.ts';
import { answered, at, failures, refused } from '../operation/operation.samples.ts';

/** Sample answers that the charts of sign-in share. */
const sent: CodeSent = {
  sent_to: 'person@example.com',
  expires_at: '2026-01-15T12:10:00.000Z',
  again_at: '2026-01-15T12:01:00.000Z',
};
const info: LinkInfo = {
  same_browser: true,
  device: 'Firefox, Linux',
  place: 'Riga',
  requested_at: '2026-01-15T11:58:00.000Z',
  expires_at: '2026-01-15T12:08:00.000Z',
};

export const token = 'sampletoken0000000000';
export const telegramState = 's'.repeat(43);
const tooSoon = refused('rate_limited', 429, { retryAfter: 30 });
const puzzled = refused('captcha_required', 403);
const wait = refused('wait_before_retry', 429, { retryAfter: 30 });

export const letterSent = answered(sent);

/** The same letter, when some of its time has passed. */
export const letterOnItsWay = (flow: Letter['flow']): Letter => ({
  ...{ flow, email: sent.sent_to, to: sent.sent_to, expiresAt: at + 540_000, againAt: at + 30_000 },
});
export const letterRead = (flow: Letter['flow']) => ({
  'letter.read': {
    done: {
      'no letter': { kept: null, at },
      'a letter is on its way': { kept: keptOf(letterOnItsWay(flow)), at },
      'its code has lapsed': { kept: keptOf(letterOnItsWay(flow)), at: at + 540_000 },
    },
    error: { 'the storage is blocked': failures.broken },
  },
});

/** How asking for a letter may end, whichever call asks. */
export const letterOutcomes = {
  done: { 'a letter was sent': letterSent },
  error: {
    'a wait': wait,
    'too soon': tooSoon,
    'a puzzle first': puzzled,
    refused: refused('invalid', 422, { fields: { email: 'bad_email' } }),
    ...failures,
  },
};

export const codeOutcomes = {
  'auth.code': {
    done: { 'signed in': answered({}) },
    error: {
      'a wrong code': refused('wrong_code', 422, { params: { left: 4 } }),
      'a wrong code, and the page counts': refused('wrong_code', 422),
      'too late': refused('code_expired', 409),
      'it was asked for in another browser': refused('code_elsewhere', 409),
      'a code that was used': refused('code_used', 409),
      'nobody has the address': refused('no_account', 409),
      'too many tries': refused('too_many_tries', 429),
      'a wait': wait,
      ...failures,
    },
  },
  'auth.send_confirmation_instructions': {
    done: {
      'another letter was sent': answered({
        expires_at: '2026-01-15T12:12:00.000Z',
        again_at: '2026-01-15T12:02:00.000Z',
      }),
      'another tab had asked for another address': answered({ ...sent, sent_to: 'other@example.com' }),
    },
    error: { 'a wait': wait, 'no request is open': refused('code_expired', 409), ...failures },
  },
  'clock.ticks': {
    next: {
      'a second passes': { type: 'port.ticked', at: at + 1_000 },
      'a minute has passed': { type: 'port.ticked', at: at + 60_500 },
    },
  },
};

export const linkOutcomes = {
  'auth.link_info': {
    done: {
      'this browser asked': answered(info),
      'another browser asked': answered({ ...info, same_browser: false, code: '123456' }),
    },
    error: { 'a dead link': refused('link_invalid', 404), ...failures },
  },
  'auth.link': {
    done: { 'signed in': answered({}) },
    error: { 'a dead link': refused('code_used', 409), ...failures },
  },
};

export const passwordOutcomes = {
  'auth.login_by_password': {
    done: { 'signed in': answered({}) },
    error: {
      'a wrong password': refused('wrong_credentials', 422),
      'a field': refused('invalid', 422, { fields: { email: 'bad_email', password: 'too_long' } }),
      'a wait': wait,
      'a puzzle first': puzzled,
      'passwords are off': refused('password_disabled', 403),
      ...failures,
    },
  },
};

/** How a change of the password may end. */
export const changeOutcomes = {
  'auth.change': {
    done: { changed: answered({}) },
    error: {
      'a wrong old password': refused('wrong_password', 422, { fields: { old_password: 'wrong_password' } }),
      'the same password': refused('same_password', 422, { fields: { password: 'same_password' } }),
      'a password that many have': refused('invalid', 422, { fields: { password: 'too_simple' } }),
      'an old password is needed': refused('invalid', 422, { fields: { old_password: 'required' } }),
      'a wait': wait,
      'passwords are off': refused('password_disabled', 403),
      ...failures,
    },
  },
};

/** How asking for the letter of a forgotten password may end. */
export const resetLetterOutcomes = {
  done: letterOutcomes.done,
  error: { ...letterOutcomes.error, 'passwords are off': refused('password_disabled', 403) },
};

/** How the link of that letter may be read, and used. */
export const resetOutcomes = {
  'auth.reset_info': {
    done: {
      'the link is good': answered({ email: 'person@example.com', expires_at: '2026-01-15T13:00:00.000Z' }),
    },
    error: {
      'a dead link': refused('link_invalid', 404),
      'passwords are off': refused('password_disabled', 403),
      ...failures,
    },
  },
  'auth.reset_by_token': {
    done: { changed: answered({}) },
    error: {
      'a dead link': refused('link_invalid', 404),
      'a weak password': refused('invalid', 422, { fields: { password: 'too_simple' } }),
      'a wait': wait,
      'passwords are off': refused('password_disabled', 403),
      ...failures,
    },
  },
};

/** How asking for an account may end. */
export const registerOutcomes = {
  done: letterOutcomes.done,
  error: {
    ...letterOutcomes.error,
    'a weak password': refused('invalid', 422, { fields: { password: 'too_simple' } }),
    'passwords are off': refused('password_disabled', 403),
  },
};

/** The smallest picture there is. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const puzzle: Puzzle = {
  ...{ id: 'p'.repeat(43), picture: dot, piece: dot, width: 280, height: 140, side: 48, top: 40 },
  ...{ expires_at: '2026-01-15T12:02:00.000Z', patient_at: '2026-01-15T12:00:30.000Z' },
};

/** How a puzzle may go, whoever asks for it. */
export const puzzleOutcomes = {
  'auth.puzzle': {
    done: { 'a puzzle': answered(puzzle) },
    error: { 'a wait': wait, ...failures },
  },
  'auth.puzzle_answer': {
    done: { 'it fits': answered({}) },
    error: {
      'it does not fit': refused('wrong_place', 422, { params: { left: 2 } }),
      'it is over': refused('puzzle_over', 409),
      'a wait': wait,
      ...failures,
    },
  },
};
/** The same for whoever invokes it: an answer that breaks it is theirs to hear. */
export const puzzleOutcomesInside = {
  ...puzzleOutcomes,
  'auth.puzzle': {
    ...puzzleOutcomes['auth.puzzle'],
    done: { ...puzzleOutcomes['auth.puzzle'].done, 'a puzzle of another shape': answered(null) },
  },
};
/** Why a puzzle asks by itself. */
export const puzzleRepeats = {
  'auth.puzzle': 'it fetches a picture when a call was refused for want of it, and changes nothing of anybody',
};
export const puzzleEvents = {
  'user.piece moved': [{ value: 120 }],
  'user.puzzle wanted': [{}],
  'user.wait chosen': [{}],
  'user.turned back': [{}],
};

export const codeEvents = {
  'user.code typed': [{ value: '123 456' }, { value: '12' }],
  'user.remember chosen': [{ value: true }],
  'user.submitted': [{}],
  'user.resent': [{}],
  'user.other address wanted': [{}],
  'port.online': [{ at: 0 }],
};

export const linkEvents = {
  'port.online': [{ at: 0 }],
  'user.confirmed': [{}],
  'user.remember chosen': [{ value: true }],
  'user.retried': [{}],
  'user.form wanted': [{}],
};

export const signInWords = {
  'user.email typed': { en: 'type the e-mail address', ru: 'введите адрес почты' },
  'user.password typed': { en: 'type the password', ru: 'введите пароль' },
  'user.old password typed': { en: 'type the old password', ru: 'введите старый пароль' },
  'user.password toggled': { en: 'show the password, or hide it', ru: 'покажите или скройте пароль' },
  'user.put off': { en: 'set it later', ru: 'задайте позже' },
  'user.code typed': { en: 'type the code', ru: 'введите код' },
  'user.remember chosen': { en: 'ask to be remembered', ru: 'попросите запомнить вас' },
  'user.submitted': { en: 'press the main button', ru: 'нажмите главную кнопку' },
  'user.code wanted': { en: 'ask for a code', ru: 'запросите код' },
  'user.password wanted': { en: 'go back to the password', ru: 'вернитесь к паролю' },
  'user.resent': { en: 'ask for a new code', ru: 'запросите новый код' },
  'user.piece moved': { en: 'move the piece', ru: 'передвиньте фрагмент' },
  'user.puzzle wanted': { en: 'ask for another picture', ru: 'попросите другую картинку' },
  'user.wait chosen': { en: 'wait instead', ru: 'подождите вместо этого' },
  'user.turned back': { en: 'go back', ru: 'вернитесь назад' },
  'user.other address wanted': { en: 'use another address', ru: 'укажите другой адрес' },
  'user.dismissed': { en: 'not now', ru: 'не сейчас' },
  'user.confirmed': { en: 'sign in by the link', ru: 'войдите по ссылке' },
  'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
  'user.form wanted': { en: 'sign in in this browser', ru: 'войдите в этом браузере' },
  'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
  'signal.site_settings': { en: 'the site changes its settings', ru: 'сайт меняет настройки' },
};

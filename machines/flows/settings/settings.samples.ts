import type { LetterSetting } from '../../../contract/mailing.ts';
import type { SignedInBrowser, TelegramTie } from '../../../contract/calls/settings.ts';
import type { Outcomes } from '../../model.ts';
import { answered, failures, now, refused } from '../../operation/operation.samples.ts';

/** Sample answers that the overview and its parts share. */
const letters = (operations: boolean): LetterSetting[] => [
  { kind: 'security', on: true, locked: true },
  { kind: 'operations', on: operations, locked: false },
];
const wait = refused('rate_limited', 429, { retryAfter: 3 });

export const mailingOutcomes: Record<string, Outcomes> = {
  'config.mailing': {
    done: {
      'the letters': answered({ items: letters(true) }),
      'without operations': answered({ items: letters(false) }),
    },
    error: { refused: wait, ...failures },
  },
  'config.save_mailing': {
    done: { 'without operations': answered({ items: letters(false) }) },
    error: { refused: wait, ...failures },
  },
};

const here: SignedInBrowser = {
  ...{ id: 'BRWSRSAMPLE000000001', device: 'Firefox, Linux', place: '203.0.113.*' },
  ...{ since: '2026-01-15T11:30:00.000Z', seen_at: now, current: true },
};
export const there: SignedInBrowser = {
  ...{ id: 'BRWSRSAMPLE000000002', device: 'Chrome, Android', place: '198.51.100.*' },
  ...{ since: '2026-01-02T09:00:00.000Z', seen_at: '2026-01-14T18:20:00.000Z', current: false },
};
const lately: SignedInBrowser = { ...there, seen_at: '2026-01-15T11:58:00.000Z' };
const alone = answered({ items: [here] });

export const browsersOutcomes: Record<string, Outcomes> = {
  'user.browsers': {
    done: {
      'two browsers': answered({ items: [here, there] }),
      'another one in use': answered({ items: [here, lately] }),
      'this one alone': alone,
    },
    error: { refused: wait, ...failures },
  },
  'user.end_browser': {
    done: { ended: alone },
    error: { 'it had ended': refused('not_found', 404), refused: wait, ...failures },
  },
  'user.end_browsers': { done: { ended: alone }, error: { refused: wait, ...failures } },
};

const tie = (tied: TelegramTie['tied'], offered = true) => answered({ tied, offered });
const tied = tie({ since: '2026-01-02T09:00:00.000Z' });

export const telegramOutcomes: Record<string, Outcomes> = {
  'user.telegram': {
    done: {
      tied,
      'tied, where there is no bot': tie(tied.payload.tied, false),
      'no tie': tie(null),
      'no tie, where there is no bot': tie(null, false),
    },
    error: { refused: wait, ...failures },
  },
  'user.untie_telegram': { done: { untied: tie(null) }, error: { refused: wait, ...failures } },
};

export const settingsWords = {
  'user.letters chosen': { en: 'turn a kind of letter on or off', ru: 'включите или выключите вид писем' },
  'user.letters wanted': {
    en: 'ask for the letters again, or save the choice again',
    ru: 'загрузите настройки писем снова или сохраните выбор ещё раз',
  },
  'user.browser ended': { en: 'end a browser', ru: 'завершите сеанс в браузере' },
  'user.others ended': { en: 'end all the others', ru: 'завершите все остальные сеансы' },
  'user.browsers wanted': {
    en: 'ask for the browsers again, or end them again',
    ru: 'загрузите список браузеров снова или завершите сеансы ещё раз',
  },
  'user.telegram untied': { en: 'untie Telegram', ru: 'отвяжите Telegram' },
  'user.telegram wanted': {
    en: 'ask for the tie again, or untie again',
    ru: 'проверьте связь с Telegram снова или отвяжите его ещё раз',
  },
  'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
};

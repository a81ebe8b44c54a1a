import { added, limits } from '../../contract/limits.ts';
import { pageCookieDays, themeCookie, timeZoneCookie } from '../../contract/page-cookies.ts';
import { recruitDays } from '../../contract/referral.ts';
import type { Ctx } from '../area.ts';
import { attemptKept, codeLimit, guessLimit, limitOfPlace, puzzleFrom } from '../auth/attempts.ts';
import { rememberDays, sessionHours } from '../auth/sessions.ts';
import { againSeconds } from '../auth/sign-in-requests.ts';
import { depositKind } from '../deposit/kind.ts';
import { expectedWithin } from '../exchange/kind.ts';
import { cookieName, cookieNames, requestKept } from '../http/cookies.ts';
import { say } from '../http/words.ts';
import { keptSeconds } from '../puzzle/guard.ts';
import { keptDays } from '../janitor.ts';
import { readCurrencies } from '../money/currencies.ts';
import { botName } from '../telegram/bot.ts';
import { transferKind } from '../transfer/kind.ts';
import { feeFacts } from './fee-facts.ts';
import { paymentFacts } from './payment-facts.ts';
import { escapeHtml, type Facts } from './fill.ts';

type Unit = 'second' | 'minute' | 'hour' | 'day';

/**
 * What the texts of the site say in figures, read where the server itself reads them: a text never names one on its
 * own. Everything is written in the language that the page shows.
 */
export const factsOf = (ctx: Pick<Ctx, 'db' | 'shownLocale' | 'authType' | 'house'>): Facts => {
  const { db, shownLocale: locale, house } = ctx;
  const https = house.config.publicUrl?.startsWith('https:') ?? false;
  const number = new Intl.NumberFormat(locale);
  const count = (value: number) => () => number.format(value);
  const span = (value: number, unit: Unit) => () =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  const text = (value: string) => () => escapeHtml(value);
  const fees = feeFacts(db, locale);
  return {
    conditions: {
      sandbox: () => house.config.providers === 'sandbox',
      password: () => ctx.authType === 'password',
      https: () => https,
      telegram: () => botName(house) !== undefined,
      language_is_kept: () => house.config.localeCookie !== null,
      ...fees.conditions,
    },
    words: {
      product: text(house.config.productName),
      quote: span(added.quoteLifetime / 1000, 'second'),
      rate_refresh: span(added.rateRefresh / 1000, 'second'),
      transfer_terms: span(transferKind.lifetime / 60_000, 'minute'),
      payment_terms: span(depositKind.lifetime / 60_000, 'minute'),
      settles: span(expectedWithin, 'second'),
      code_lifetime: span(added.codeLifetime / 60_000, 'minute'),
      code_tries: count(added.codeTries),
      code_again: span(againSeconds, 'second'),
      remember: span(rememberDays, 'day'),
      session: span(sessionHours, 'hour'),
      wrong_passwords: count(puzzleFrom),
      many_wrong_passwords: count(guessLimit.stopAt),
      password_wait: span(guessLimit.stopSeconds / 60, 'minute'),
      puzzle_wait: span(added.puzzlePatience / 1000, 'second'),
      reset_lifetime: span(added.resetLifetime / 3_600_000, 'hour'),
      wrong_codes: count(codeLimit.most),
      wrong_codes_wait: span(codeLimit.seconds / 60, 'minute'),
      place_tries: count(limitOfPlace.most),
      place_time: span(limitOfPlace.seconds / 60, 'minute'),
      tries_kept: span(attemptKept / 3600, 'hour'),
      draft_kept: span(added.draft / 86_400_000, 'day'),
      place_kept: span(added.kept / 60_000, 'minute'),
      ended_kept: span(keptDays.ended * 24, 'hour'),
      mail_kept: span(keptDays.mail, 'day'),
      language_kept: span(limits.languageCookieDays, 'day'),
      page_kept: span(pageCookieDays, 'day'),
      theme_cookie: text(themeCookie),
      zone_cookie: text(timeZoneCookie),
      recruit_kept: span(recruitDays, 'day'),
      recruit_cookie: text(cookieName(cookieNames.recruit, https)),
      session_cookie: text(cookieName(cookieNames.session, https)),
      remember_cookie: text(cookieName(cookieNames.remember, https)),
      request_kept: span(requestKept / 3600, 'hour'),
      request_cookie: text(cookieName(cookieNames.request, https)),
      puzzle_kept: span(keptSeconds / 3600, 'hour'),
      puzzle_cookie: text(cookieName(cookieNames.puzzle, https)),
      telegram_fresh: span(added.telegramFresh / 60_000, 'minute'),
      telegram_cookie: text(cookieName(cookieNames.telegram, https)),
      language_cookie: text(house.config.localeCookie ?? ''),
      held_words: text(say(locale, 'wallets.held').replace(/:$/, '')),
      currencies: async () => {
        const names = [...(await readCurrencies(db)).values()].map(({ code }) => code);
        return escapeHtml(new Intl.ListFormat(locale, { type: 'conjunction' }).format(names));
      },
      ...fees.words,
      ...paymentFacts(db, locale),
    },
  };
};

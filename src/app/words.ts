import type { LocaleCode } from '../../contract/entities.ts';
import { changeLanguage, startI18n, type Messages } from '../i18n/i18n.ts';
import { markLanguage, rememberLanguage } from '../platform/language.ts';
import { portError } from '../platform/port-error.ts';
import { loadMessages } from '../transport/load-messages.ts';

/** Messages that were loaded and are not on the screen yet; one language at a time is kept. */
let waiting: { locale: LocaleCode; messages: Messages } | undefined;

/** The first language of a visit: remembered, so that the server answers in it from the first call on. */
export const startWords = async (locale: LocaleCode): Promise<void> => {
  rememberLanguage(locale);
  markLanguage(locale);
  await startI18n(locale, await loadMessages(locale));
};

/** Fetches a language and keeps it until `showLanguage` puts it on the screen; one that comes too late is not kept. */
export const loadLanguage = async (
  { locale }: { locale: LocaleCode },
  signal: AbortSignal,
): Promise<{ locale: LocaleCode }> => {
  try {
    const messages = await loadMessages(locale);
    if (!signal.aborted) waiting = { locale, messages };
    return { locale };
  } catch (error) {
    throw portError('language_not_loaded', error);
  }
};

export const showLanguage = ({ locale }: { locale: LocaleCode }): void => {
  rememberLanguage(locale);
  markLanguage(locale);
  if (waiting?.locale === locale) void changeLanguage(locale, waiting.messages);
  waiting = undefined;
};

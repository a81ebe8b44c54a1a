import i18next from 'i18next';
import type { Words } from '../machines/model.ts';
import en from '../contract/messages/en.json' with { type: 'json' };
import ru from '../contract/messages/ru.json' with { type: 'json' };
import { startI18n } from '../src/i18n/i18n.ts';

export type Locale = keyof Words;

/** The product's messages, both languages, as the server would hand them out. */
export const messages: Record<Locale, Record<string, string>> = { ru, en };

/** Keys that a screen asked for and no message has, since they were last forgotten. */
export const missingKeys = new Set<string>();

let started: Promise<unknown> | undefined;

/** Puts a language on every screen that stands outside the product. The first call starts the words. */
export async function speak(locale: Locale): Promise<void> {
  started ??= startI18n(locale, messages[locale]).then((words) => {
    words.options.parseMissingKeyHandler = (key: string) => {
      missingKeys.add(`${words.language}: ${key}`);
      return key;
    };
    for (const [other, its] of Object.entries(messages)) words.addResourceBundle(other, 'translation', its, true, true);
  });
  await started;
  if (i18next.language !== locale) await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
}

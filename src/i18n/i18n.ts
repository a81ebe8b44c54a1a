import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { forgetFound } from './words.ts';

export type Messages = Readonly<Record<string, string>>;

/**
 * Starts the words with one language's messages, handed in by whoever fetched them. Keys are flat: a dot or a colon
 * in a key is a letter like any other.
 */
export async function startI18n(locale: string, messages: Messages): Promise<i18n> {
  forgetFound();
  await i18next.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: { translation: messages } },
    keySeparator: false,
    nsSeparator: false,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return i18next;
}

/** More messages of the language that is on the screen. */
export const addMessages = (locale: string, messages: Messages): void => {
  i18next.addResourceBundle(locale, 'translation', messages, true, true);
};

/** Puts another language in the place of the one that is there; screens follow by themselves. */
export async function changeLanguage(locale: string, messages: Messages): Promise<void> {
  const last = i18next.language;
  forgetFound();
  i18next.addResourceBundle(locale, 'translation', messages, true, true);
  await i18next.changeLanguage(locale);
  if (last !== locale) i18next.removeResourceBundle(last, 'translation');
}

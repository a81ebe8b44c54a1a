import { limits } from '../../contract/limits.ts';
import type { LocaleCode } from '../../contract/entities.ts';
import { firstPageHere } from './first-page.ts';
import { languageOfAddress, nameLanguage } from './history.ts';
import { configOfPage } from './page-config.ts';
import { keepCookie } from './page-cookie.ts';

const isLocale = (code: string | undefined): code is LocaleCode =>
  (limits.languages as readonly (string | undefined)[]).includes(code);

/** A browser may refuse cookies by throwing: then nothing is remembered. */
const cookie = (name: string): string | undefined => {
  try {
    return document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  } catch {
    return undefined;
  }
};

/** The person's last choice on this device. */
const keptLanguage = (): string | undefined => {
  const { locale_cookie } = configOfPage();
  return locale_cookie === null ? undefined : cookie(locale_cookie);
};

/**
 * What the page was rendered in, else what the address names, else the person's last choice, else the first language of
 * the browser that we speak, else the default one.
 */
export const firstLanguage = (): LocaleCode => {
  const { detect_language } = configOfPage();
  const spoken = detect_language ? navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()) : [];
  const inOrder = [firstPageHere()?.locale, languageOfAddress(), keptLanguage(), ...spoken];
  return inOrder.find(isLocale) ?? limits.defaultLanguage;
};

/** Chosen in another tab while this page stood as it was rendered; an address that names a language has the last word. */
export const chosenMeanwhile = (): LocaleCode | undefined => {
  const [rendered, kept] = [firstPageHere()?.locale, keptLanguage()];
  return rendered && languageOfAddress() === undefined && isLocale(kept) && kept !== rendered ? kept : undefined;
};

export const rememberLanguage = (locale: LocaleCode): void => {
  const { locale_cookie } = configOfPage();
  if (locale_cookie === null) return;
  keepCookie(locale_cookie, locale, limits.languageCookieDays);
};

export const markLanguage = (locale: LocaleCode): void => {
  document.documentElement.lang = locale;
  nameLanguage();
};

export const shownLanguage = (): string => document.documentElement.lang;

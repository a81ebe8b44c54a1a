import { limits } from '../../contract/limits.ts';
import type { LocaleCode } from '../../contract/entities.ts';

const isLocale = (code: string | undefined): code is LocaleCode =>
  (limits.languages as readonly (string | undefined)[]).includes(code);

const cookie = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${limits.languageCookie}=`))
    ?.slice(limits.languageCookie.length + 1);

/** The person's last choice, else the first language of the browser that we speak, else the default one. */
export const firstLanguage = (): LocaleCode =>
  [cookie(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())].find(isLocale) ??
  limits.defaultLanguage;

export const rememberLanguage = (locale: LocaleCode): void => {
  const seconds = limits.languageCookieDays * 24 * 60 * 60;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${limits.languageCookie}=${locale}; path=/; max-age=${seconds}; samesite=lax${secure}`;
};

export const markLanguage = (locale: LocaleCode): void => {
  document.documentElement.lang = locale;
};

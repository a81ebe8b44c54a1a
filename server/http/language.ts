import { localeCode, type LocaleCode } from '../../contract/entities.ts';
import { headers } from '../../contract/envelope.ts';
import { limits } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import { readCookies } from './cookies.ts';

const ours = (code: string | null | undefined): LocaleCode | undefined => localeCode.safeParse(code).data;

/** `en-GB, ru;q=0.9` → `['en', 'ru']`, the one that is liked most first; what is refused is left out. */
const acceptedLanguages = (header: string): string[] =>
  header
    .slice(0, 1_000)
    .split(',')
    .flatMap((part) => {
      const [, code = '', , q = '1'] =
        /^\s*([A-Za-z]{2,3})(-[\w-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/.exec(part) ?? [];
      return code !== '' && Number(q) > 0 ? [{ code: code.toLowerCase(), q: Number(q) }] : [];
    })
    .toSorted((a, b) => b.q - a.q)
    .map(({ code }) => code);

/** The language that the page of this request shows, as it says itself. */
export const shownLanguage = (request: Request): LocaleCode | undefined => ours(request.headers.get(headers.locale));

/** The language of a browser before its page says one: its cookie, what it asks for, the default, as configured. */
export const languageOf = (request: Request, config: Pick<Config, 'localeCookie' | 'localeDetection'>): LocaleCode => {
  const kept =
    config.localeCookie === null
      ? undefined
      : ours(readCookies(request.headers.get('cookie') ?? undefined).get(config.localeCookie));
  const asked = config.localeDetection ? acceptedLanguages(request.headers.get('accept-language') ?? '') : [];
  return kept ?? asked.map(ours).find((code) => code !== undefined) ?? limits.defaultLanguage;
};

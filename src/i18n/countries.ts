import { countries } from '../../contract/countries.ts';

const kept = new Map<string, readonly { code: string; name: string }[]>();

/** Every country in the words of a language, in its alphabet. */
export function countriesIn(locale: string): readonly { code: string; name: string }[] {
  const found = kept.get(locale);
  if (found) return found;
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const all = countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => compare(one.name, other.name));
  kept.set(locale, all);
  return all;
}

/** A code that is none stands for itself. */
export const countryName = (code: string, locale: string): string =>
  countriesIn(locale).find((country) => country.code === code)?.name ?? code;

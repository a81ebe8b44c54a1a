import type { Currency } from '../../contract/money.ts';

const names = new Map<string, Intl.DisplayNames>();

/** `доллар США`: the language's own name where it has one, the server's where it has none. */
export function currencyName({ code, name }: Pick<Currency, 'code' | 'name'>, locale: string): string {
  if (!/^[A-Z]{3}$/.test(code)) return name;
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });
  names.set(locale, known);
  return known.of(code) ?? name;
}

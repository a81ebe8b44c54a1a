import i18next from 'i18next';
import type { Currency } from '../../contract/money.ts';

const names = new Map<string, Intl.DisplayNames>();

/**
 * `доллар США`: the language's own name where it has one, ours where we have one, the server's for all others. The
 * server's stands in the language in which the list was asked for, and stays behind when that changes.
 */
export function currencyName({ code, name }: Pick<Currency, 'code' | 'name'>, locale: string): string {
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });
  names.set(locale, known);
  return (/^[A-Z]{3}$/.test(code) && known.of(code)) || i18next.t(`currency.${code}`, name);
}

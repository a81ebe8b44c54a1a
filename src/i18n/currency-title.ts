import type { Currency } from '../../contract/money.ts';
import { currencyName } from './currency.ts';

/** `Доллар США`: a currency's name where it begins a line. */
export const currencyTitle = (currency: Pick<Currency, 'code' | 'name'>, locale: string): string => {
  const name = currencyName(currency, locale);
  return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
};

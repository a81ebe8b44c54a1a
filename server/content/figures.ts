import { plain } from '../money/decimal.ts';

export type Locale = 'ru' | 'en';

/** A decimal string in the language's way of writing, every digit of it. */
const decimal = (value: string, locale: Locale): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(plain(value) as Intl.StringNumericLiteral);

/** `0,4 %`, `1 234,5 USD`: the number and what stands behind it never part. */
export const percent = (value: string, locale: Locale): string =>
  `${decimal(value, locale)}${locale === 'ru' ? '\u{a0}' : ''}%`;
export const money = (value: string, code: string, locale: Locale): string => `${decimal(value, locale)}\u{a0}${code}`;

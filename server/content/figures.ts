import { leastDecimals } from '../../contract/money.ts';
import type { CurrencyRow } from '../money/currencies.ts';
import { plain } from '../money/decimal.ts';

export type Locale = 'ru' | 'en';

/** A decimal string in the language's way of writing, every digit of it. */
const decimal = (value: string, locale: Locale, least = 0): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: 20 }).format(
    plain(value) as Intl.StringNumericLiteral,
  );

/** `0,4 %`, `1 234,50 USD`: the number and what stands behind it never part. */
export const percent = (value: string, locale: Locale): string =>
  `${decimal(value, locale)}${locale === 'ru' ? '\u{a0}' : ''}%`;
export const money = (value: string, { code, scale }: Pick<CurrencyRow, 'code' | 'scale'>, locale: Locale): string =>
  `${decimal(value, locale, leastDecimals(scale))}\u{a0}${code}`;

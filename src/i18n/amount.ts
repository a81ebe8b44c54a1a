import { leastDecimals, type Money } from '../../contract/money.ts';

/** Thin enough for every locale: the number and its currency never part at a line's end. */
const nbsp = '\u00a0';
const minus = '\u2212';

const formats = new Map<string, Intl.NumberFormat>();

/** Made once for each locale and use: making one is slow. */
const formatFor = (locale: string, use: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${locale} ${use}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
};

/** `Intl` formats a decimal string exactly, without a float in between; its own minus is a hyphen in most locales. */
const write = (format: Intl.NumberFormat, decimal: string): string =>
  format.format(decimal as Intl.StringNumericLiteral).replace('-', minus);

/**
 * `('1234.5', 2, 'ru')` → `1 234,50`, `('0.100000', 6, 'ru')` → `0,1`. Zeros are added up to three decimals, as money of a state is
 * written; those of a finer currency say nothing. No other digit is ever dropped: a number with more digits than its currency
 * has would be a fault of ours, and is shown rather than rounded.
 */
export const formatAmount = (amount: string, scale: number, locale: string, useGrouping = true): string => {
  const least = leastDecimals(scale);
  const most = Math.max(least, (amount.split('.')[1] ?? '').length);
  const options = { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping };
  return write(formatFor(locale, `${least} ${most} ${useGrouping}`, options), amount);
};

/** The same to be corrected by hand: `12,345` of one digit more would be read as twelve and a part, `12345` has one reading. */
export const amountToEdit = (amount: string, scale: number, locale: string): string =>
  formatAmount(amount, scale, locale, false);

/** `1 234,50 USD`; a number that only foretells is marked: `≈ 1 234,50 USD`. */
export const formatMoney = (
  { amount, currency }: Money,
  scale: number,
  locale: string,
  { approximate = false }: { approximate?: boolean | undefined } = {},
): string => `${approximate ? `≈${nbsp}` : ''}${formatAmount(amount, scale, locale)}${nbsp}${currency}`;

/** A rate has no scale: six digits that mean something in a list, every digit where it is a promise (`exact`). */
export const formatRate = (
  rate: string,
  locale: string,
  { exact = false }: { exact?: boolean | undefined } = {},
): string => {
  if (exact) return formatAmount(trimmed(rate), 0, locale);
  return write(formatFor(locale, 'rate', { maximumSignificantDigits: 6 }), rate);
};

const trimmed = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** A change in per cent, always signed: `+1,24 %`. */
export const formatChange = (percent: string, locale: string): string =>
  write(
    formatFor(locale, 'change', {
      style: 'unit',
      unit: 'percent',
      signDisplay: 'exceptZero',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }),
    percent,
  );

/** A share such as a fee: `0,5 %`, no sign and no zeros. */
export const formatPercent = (percent: string, locale: string): string =>
  write(formatFor(locale, 'percent', { style: 'unit', unit: 'percent', maximumFractionDigits: 4 }), percent);

/** The sign between whole and fraction: `,` in Russian. */
export const decimalSeparator = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** What stands in a hidden balance's place: its width says nothing about the amount. */
export const amountMask = '••••••';

/** `•••••• USD`. */
export const maskedMoney = (currency: string): string => `${amountMask}${nbsp}${currency}`;

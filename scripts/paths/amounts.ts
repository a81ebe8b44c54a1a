import type { Money } from '../../contract/money.ts';
import type { Language as Locale } from '../../machines/paths/words.ts';

const marks: Record<Locale, { group: string; point: string }> = {
  ru: { group: ' ', point: ',' },
  en: { group: ',', point: '.' },
};

/** A number as a person of the language reads it, written without `Intl` and without the product's own formatter. */
export function numberText(decimal: string, scale: number, locale: Locale): string {
  const { group, point } = marks[locale];
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  // Of money of a state its few decimals are always written, of anything finer no zero at the end; no other digit is ever dropped.
  const least = scale > 3 ? 0 : scale;
  const digits = `${fraction.slice(0, least).padEnd(least, '0')}${fraction.slice(least).replace(/0+$/, '')}`;
  return `${decimal.startsWith('-') ? '\u2212' : ''}${groups.join(group)}${digits ? point + digits : ''}`;
}

/** As it stands in a field, where it can be corrected: a group's sign would be one more thing to read there. */
export const withoutGroups = (text: string, locale: Locale): string => text.replaceAll(marks[locale].group, '');

/** `1 234,50 USD`, `≈ 1,234.50 USD`: plain spaces where the screen has those that do not break. */
export const moneyText = ({ amount, currency }: Money, scale: number, locale: Locale, approximate = false): string =>
  `${approximate ? '≈ ' : ''}${numberText(amount, scale, locale)} ${currency}`;

const withoutZeros = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
const asItIs = (decimal: string, locale: Locale): string =>
  numberText(decimal, decimal.split('.')[1]?.length ?? 0, locale);

/** Six digits that mean something, or every digit. */
export function rateText(rate: string, locale: Locale, exact = false): string {
  if (exact) return asItIs(withoutZeros(rate), locale);
  const digits = rate.replace('.', '').replace(/^0+/, '').length;
  return asItIs(withoutZeros(digits > 6 ? Number(rate).toPrecision(6) : rate), locale);
}

/** `0,5 %`, `0.5%`. */
export const percentText = (percent: string, locale: Locale): string =>
  `${asItIs(withoutZeros(percent), locale)}${locale === 'ru' ? ' ' : ''}%`;

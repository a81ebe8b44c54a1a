import { leastDecimals } from '../../contract/money.ts';
import { plain } from './decimal.ts';

/** Made once: that takes longer than all that it is asked. */
const formats = new Map<string, Intl.NumberFormat>();

const formatOf = (scale: number, locale: 'ru' | 'en'): Intl.NumberFormat => {
  const key = `${locale} ${scale}`;
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: leastDecimals(scale), maximumFractionDigits: 20 });
  formats.set(key, made);
  return made;
};

/**
 * `1 000,00 RUB`, `0.1 ETH`: an amount as the screen writes it, in the language's way; `scale` are the decimals of its currency. Zeros
 * are added up to three decimals, those of a finer currency say nothing; no other digit is ever dropped.
 */
export const onScreen = (
  amount: string,
  { code, scale }: { code: string; scale: number },
  locale: 'ru' | 'en',
): string => `${formatOf(scale, locale).format(plain(amount) as Intl.StringNumericLiteral)}\u{a0}${code}`;

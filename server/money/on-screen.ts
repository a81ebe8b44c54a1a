import { leastDecimals } from '../../contract/money.ts';
import { plain } from './decimal.ts';

/**
 * `1 000,00 RUB`, `0.1 ETH`: an amount as the screen writes it, in the language's way; `scale` are the decimals of its currency. Zeros
 * are added up to three decimals, those of a finer currency say nothing; no other digit is ever dropped.
 */
export const onScreen = (
  amount: string,
  { code, scale }: { code: string; scale: number },
  locale: 'ru' | 'en',
): string => {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: leastDecimals(scale),
    maximumFractionDigits: 20,
  });
  return `${format.format(plain(amount) as Intl.StringNumericLiteral)}\u{a0}${code}`;
};

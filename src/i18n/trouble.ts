import { ownMoney, type Shown, type Trouble } from '../../machines/form/trouble.ts';
import { amountMask, formatMoney, maskedMoney } from './amount.ts';
import type { Say } from './words.ts';

const written = (value: Shown, locale: string): string | number =>
  typeof value === 'object' ? formatMoney(value.amount, value.scale, locale) : value;

/** A mask of fixed width; of the amount only its currency is left. */
const masked = (value: Shown): string => (typeof value === 'object' ? maskedMoney(value.amount.currency) : amountMask);

/** Seconds from which a wait is told in minutes; a shorter one is over before it is read, or counted down beside the words. */
const long = 60;

/**
 * What went wrong, in words; amounts inside are written as the language writes them, and masked where they are the
 * person's own and `concealed`. A server may know of more than this page has words for.
 */
export const tellTrouble = ({ code, params = {} }: Trouble, t: Say, locale: string, concealed = false): string => {
  const { seconds } = params;
  if (code === 'wait_before_retry' && typeof seconds === 'number' && seconds >= long)
    return t('error.wait_minutes', { minutes: Math.ceil(seconds / 60) });
  const key = `error.${code}`;
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    concealed && ownMoney.includes(name) ? masked(value) : written(value, locale),
  ]);
  const text = t(key, Object.fromEntries(shown));
  return text === key ? t('error.unavailable') : text;
};

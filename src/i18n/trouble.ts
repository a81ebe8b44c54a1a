import type { Shown, Trouble } from '../../machines/form/trouble.ts';
import { formatMoney } from './amount.ts';
import type { Say } from './words.ts';

const written = (value: Shown, locale: string): string | number =>
  typeof value === 'object' ? formatMoney(value.amount, value.scale, locale) : value;

/** What went wrong, in words; amounts inside are written as the language writes them. */
export const tellTrouble = ({ code, params = {} }: Trouble, t: Say, locale: string): string =>
  t(`error.${code}`, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, written(value, locale)])));

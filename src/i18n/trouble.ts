import { ownMoney, type Shown, type Trouble } from '../../machines/form/trouble.ts';
import { amountMask, formatMoney, maskedMoney } from './amount.ts';
import type { Say } from './words.ts';

const written = (value: Shown, locale: string): string | number =>
  typeof value === 'object' ? formatMoney(value.amount, value.scale, locale) : value;

/** A mask of fixed width; of the amount only its currency is left. */
const masked = (value: Shown): string => (typeof value === 'object' ? maskedMoney(value.amount.currency) : amountMask);

/**
 * What went wrong, in words; amounts inside are written as the language writes them, and masked where they are the
 * person's own and `concealed`.
 */
export const tellTrouble = ({ code, params = {} }: Trouble, t: Say, locale: string, concealed = false): string =>
  t(
    `error.${code}`,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        concealed && ownMoney.includes(name) ? masked(value) : written(value, locale),
      ]),
    ),
  );

import type { Money } from '../../../contract/money.ts';
import type { Operation } from '../../../contract/operation.ts';

/** How many digits after the point an amount of this operation has. */
export const scaleIn = (
  { give_currency, get_currency }: Pick<Operation, 'give_currency' | 'get_currency'>,
  { currency }: Money,
): number => (currency === give_currency.code ? give_currency.scale : get_currency.scale);

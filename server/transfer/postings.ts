import type { Line } from '../ledger/movements.ts';
import { Big } from '../money/decimal.ts';
import type { OperationRow } from '../operations/row.ts';

type Terms = Pick<OperationRow, 'give_currency' | 'give' | 'get' | 'fee'>;

/** What was set aside goes out: the fee to the house, the rest to the other person. */
export const transferLines = (
  { give_currency: currency, give, get, fee }: Terms,
  from: string,
  into: string,
): Line[] => [
  { to: { wallet: from, part: 'held' }, currency, amount: new Big(give).neg(), note: 'give' },
  { to: { house: 'fees' }, currency, amount: new Big(fee), note: 'fee' },
  { to: { wallet: into, part: 'available' }, currency, amount: new Big(get), note: 'transfer' },
];

import type { Line } from '../ledger/movements.ts';
import { Big } from '../money/decimal.ts';
import type { OperationRow } from '../operations/row.ts';

type Terms = Pick<OperationRow, 'give_currency' | 'give' | 'get' | 'fee'>;

/** What is in this part of a wallet goes out: the fee to the house, the rest to the other person. */
export const transferLines = (
  { give_currency: currency, give, get, fee }: Terms,
  from: { wallet: string; part: 'available' | 'held' },
  into: string,
): Line[] => [
  { to: from, currency, amount: new Big(give).neg(), note: 'give' },
  { to: { house: 'fees' }, currency, amount: new Big(fee), note: 'fee' },
  { to: { wallet: into, part: 'available' }, currency, amount: new Big(get), note: 'transfer' },
];

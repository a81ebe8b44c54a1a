import type { Line } from '../ledger/movements.ts';
import { Big } from '../money/decimal.ts';
import type { OperationRow } from '../operations/row.ts';

/** What was set aside leaves the house: the fee to it, the rest to whoever was named outside. */
export const withdrawLines = (
  { give_currency: currency, give, get, fee }: Pick<OperationRow, 'give_currency' | 'give' | 'get' | 'fee'>,
  wallet: string,
): Line[] => [
  { to: { wallet, part: 'held' }, currency, amount: new Big(give).neg(), note: 'give' },
  { to: { house: 'fees' }, currency, amount: new Big(fee), note: 'fee' },
  { to: { house: 'outside' }, currency, amount: new Big(get), note: 'withdraw' },
];

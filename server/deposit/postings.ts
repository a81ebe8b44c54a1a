import { Big } from '../money/decimal.ts';
import type { Line } from '../ledger/movements.ts';
import type { OperationRow } from '../operations/row.ts';

/** What came from outside: the fee to the house, the rest into the wallet. */
export const depositLines = (
  row: Pick<OperationRow, 'give' | 'get' | 'fee' | 'give_currency'>,
  wallet: string,
): Line[] => {
  const currency = row.give_currency;
  return [
    { to: { house: 'outside' }, currency, amount: new Big(row.give).neg(), note: 'deposit' },
    { to: { house: 'fees' }, currency, amount: new Big(row.fee), note: 'fee' },
    { to: { wallet, part: 'available' }, currency, amount: new Big(row.get), note: 'deposit' },
  ];
};

import { Big } from '../money/decimal.ts';
import type { Line } from '../ledger/movements.ts';
import type { OperationRow } from '../operations/row.ts';

type Terms = Pick<OperationRow, 'give_currency' | 'give' | 'get_currency' | 'get' | 'fee' | 'rate'>;

/**
 * What was paid outside comes in, its fee to the house; what is bought goes into the wallet. As in an exchange the house
 * pays exactly what the rest is worth, and keeps what rounding left of it.
 */
export const purchaseLines = (terms: Terms, into: string): Line[] => {
  const [give, get, fee] = [new Big(terms.give), new Big(terms.get), new Big(terms.fee)];
  const net = give.minus(fee);
  const worth = net.times(terms.rate);
  const given = terms.give_currency;
  const got = terms.get_currency;
  return [
    { to: { house: 'outside' }, currency: given, amount: give.neg(), note: 'purchase' },
    { to: { house: 'fees' }, currency: given, amount: fee, note: 'fee' },
    { to: { house: 'exchange' }, currency: given, amount: net, note: 'net' },
    { to: { house: 'exchange' }, currency: got, amount: worth.neg(), note: 'price' },
    { to: { house: 'exchange' }, currency: got, amount: worth.minus(get), note: 'remainder' },
    { to: { wallet: into, part: 'available' }, currency: got, amount: get, note: 'purchase' },
  ];
};

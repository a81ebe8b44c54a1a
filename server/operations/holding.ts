import type { Line } from '../ledger/movements.ts';
import { Big } from '../money/decimal.ts';
import type { OperationRow } from './row.ts';

type Given = Pick<OperationRow, 'give_currency' | 'give'>;

/** What is given is set aside: still the person's, no longer to be spent. */
export const holdLines = ({ give_currency: currency, give }: Given, wallet: string): Line[] => [
  { to: { wallet, part: 'available' }, currency, amount: new Big(give).neg(), note: 'hold' },
  { to: { wallet, part: 'held' }, currency, amount: new Big(give), note: 'hold' },
];

/** What was set aside goes back. */
export const releaseLines = ({ give_currency: currency, give }: Given, wallet: string): Line[] => [
  { to: { wallet, part: 'held' }, currency, amount: new Big(give).neg(), note: 'release' },
  { to: { wallet, part: 'available' }, currency, amount: new Big(give), note: 'release' },
];

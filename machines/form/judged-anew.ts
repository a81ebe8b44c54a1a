import type { Trouble } from './trouble.ts';

const byNumbers = ['below_minimum', 'above_maximum', 'above_day_maximum', 'insufficient_funds', 'reserve_too_low'];

/** What was said of the amount by older numbers than those of the form goes: it says by its own what is true now. */
export const judgedAnew = <Said extends { amount?: Trouble }>(said: Said): Said => {
  if (!byNumbers.includes(said.amount?.code ?? '')) return said;
  const { amount: _amount, ...others } = said;
  return others as Said;
};

import { isOfLine, type Trouble } from './trouble.ts';

const byNumbers = ['below_minimum', 'above_maximum', 'above_day_maximum', 'insufficient_funds', 'reserve_too_low'];

/** Said of an amount by numbers of a form: once it has newer ones, they say by themselves what is true. */
export const isByNumbers = (said: Trouble | null | undefined): boolean => byNumbers.includes(said?.code ?? '');

/** Whether nobody was there who could answer. */
export const isUnanswered = (trouble: Trouble | null): boolean => isOfLine(trouble) || trouble?.code === 'unavailable';

/** What is left of it once an answer has come. */
export const afterAnswer = (trouble: Trouble | null): Trouble | null => (isUnanswered(trouble) ? null : trouble);

/** What was said of the amount by older numbers than those of the form goes: it says by its own what is true now. */
export const judgedAnew = <Said extends { amount?: Trouble }>(said: Said): Said => {
  if (!isByNumbers(said.amount)) return said;
  const { amount: _amount, ...others } = said;
  return others as Said;
};

import { isCallError } from '../../contract/errors.ts';
import type { Currency, Money } from '../../contract/money.ts';
import type { AmountProblem } from './read-amount.ts';

/** What fills the words of a message: an amount is formatted by the view, for its language. */
export type Shown = string | number | { amount: Money; scale: number };

/** What went wrong, as the person is told: words at `error.<code>`. */
export interface Trouble {
  code: string;
  params?: Record<string, Shown>;
}

export const late: Trouble = { code: 'late' };

/** Whether it was for want of a line: one that dies without a word is noticed by the answer that does not come. */
export const isOfLine = (trouble: Trouble | null): boolean => trouble?.code === 'network' || trouble?.code === 'late';

/**
 * A failed call in one sentence. Only a refusal is told by its own code; of the rest the person needs to know that the
 * line failed, the answer was late, or the server is out of order. `Retry-After` fills `seconds`.
 */
export function troubleOf(error: unknown): Trouble {
  if (!isCallError(error)) return { code: 'internal' };
  const params = { ...error.params, ...(error.retryAfter === undefined ? {} : { seconds: error.retryAfter }) };
  const code = codeOf(error.kind, error.code);
  return Object.keys(params).length > 0 ? { code, params } : { code };
}

function codeOf(kind: string, code: string): string {
  if (kind === 'refused' || code === 'site_blocked') return code;
  if (kind === 'network' || kind === 'late' || kind === 'unreadable') return kind;
  return kind === 'failed' && code !== 'unavailable' ? 'internal' : 'unavailable';
}

/** Whether it is said of what stands in a form: that an address names no operation is not. */
export const isOfForm = (trouble: Trouble | null): boolean => trouble !== null && trouble.code !== 'no_operation';

/** What a refusal says about one field; null when it says nothing about it. */
export function fieldTrouble(error: unknown, field: string): Trouble | null {
  const code = isCallError(error) ? error.fields?.[field] : undefined;
  return code === undefined ? null : { ...troubleOf(error), code };
}

/** Words that cannot do without what fills them; without it the general word is said. */
export const needs: Readonly<Record<string, string>> = {
  below_minimum: 'minimum',
  above_maximum: 'maximum',
  above_maximum_a_day: 'maximum',
  above_day_maximum: 'left',
  insufficient_funds: 'available',
  reserve_too_low: 'reserve',
  too_precise: 'scale',
};

/**
 * What a refusal says about the amount: at a field of that name, or in words that are of nothing else. Of an operation that was
 * read it is told in the currencies of its sides.
 */
export function amountTrouble(error: unknown, of: Sides | null): Trouble | null {
  const field = fieldTrouble(error, 'amount');
  const trouble = field ?? troubleOf(error);
  if (!field && !(trouble.code in needs)) return null;
  return of ? withCurrencies(trouble, of.give_currency, of.get_currency) : trouble;
}

/** So many characters more than there may be. */
export const tooLong = (count: number): Trouble => ({ code: 'too_long_by', params: { count } });

/** Why a typed amount cannot be read, for a currency of so many decimals. */
export const unreadable = (problem: AmountProblem, scale: number): Trouble => {
  if (problem !== 'too_precise') return { code: problem };
  return scale === 0 ? { code: 'whole_only' } : { code: problem, params: { scale } };
};

type Sides = Record<'give_currency' | 'get_currency', Currency>;

/** Which of them is money of the person's own: a screen that hides balances hides it in words too. */
export const ownMoney: readonly string[] = ['available'];

/** Limits come from the server as bare numbers: their currencies are known to the form that was refused. */
export function withCurrencies(
  { code, params }: Trouble,
  src: Currency | undefined,
  dst: Currency | undefined,
): Trouble {
  const of: Record<string, Currency | undefined> = {
    minimum: src,
    maximum: src,
    left: src,
    available: src,
    reserve: dst,
  };
  const filled = Object.entries(params ?? {}).flatMap(([name, value]): [string, Shown][] => {
    const currency = of[name];
    if (!(name in of) || typeof value === 'object') return [[name, value]];
    return currency
      ? [[name, { amount: { amount: String(value), currency: currency.code }, scale: currency.scale }]]
      : [];
  });
  const need = needs[code];
  const lacks = need !== undefined && !filled.some(([name]) => name === need);
  return { code: lacks ? 'invalid' : code, ...(filled.length > 0 ? { params: Object.fromEntries(filled) } : {}) };
}

/** Problems that more typing may cure are not shown before the form was submitted. */
const curedByTyping = ['required', 'not_positive', 'below_minimum'];
export const isPremature = (trouble: Trouble): boolean => curedByTyping.includes(trouble.code);

import type { ErrorCode } from '../../contract/error-codes.ts';
import { problemsOfFields, type FieldValue } from '../../contract/fields/problem-of-field.ts';
import type { Field, PaymentAsk } from '../../contract/payment.ts';
import { Refusal } from '../http/refusal.ts';
import { Big, fits, larger, unit, written, type Decimal } from '../money/decimal.ts';
import { quoteGet, quoteGive, type Price, type Quote } from '../money/quote.ts';
import type { Method } from './methods.ts';

/** What limits and costs there are. */
type Limited = Pick<Method, 'give' | 'get' | 'maximum'> & {
  row: Pick<Method['row'], 'percent' | 'fee_minimum' | 'minimum'>;
};

/** `rate`: how much of what is got one unit of what is given buys. `available`: what can be spent, where it is a wallet's. */
interface Offer {
  method: Limited;
  rate: string;
  available?: Decimal;
}

const priceOf = ({ row, give, get }: Limited, rate: string): Price => ({
  ...{ rate, percent: row.percent, feeMinimum: row.fee_minimum },
  ...{ giveScale: give.scale, getScale: get.scale },
});

/** The least that may be given: the way's minimum, or what brings the smallest amount where that is more. As the page reckons. */
export const leastGive = (method: Limited, rate: string): Decimal =>
  larger(new Big(method.row.minimum), quoteGet(unit(method.get.scale), priceOf(method, rate)).give);

const wrong = (code: ErrorCode, params: Record<string, string | number>) =>
  new Refusal(422, code, { fields: { amount: code }, params });

/**
 * Prices what was asked. Limits are amounts of what is given, whichever side was typed.
 * @throws Refusal 422 with a code for the field `amount`, and `params` that fill its words: minimum, maximum, available
 * and currency, or scale and currency.
 */
export const priceAsk = ({ method, rate, available }: Offer, ask: Pick<PaymentAsk, 'side' | 'amount'>): Quote => {
  const { row, give, get } = method;
  const typed = ask.side === 'give' ? give : get;
  const amount = new Big(ask.amount);
  if (!fits(amount, typed.scale)) throw wrong('too_precise', { scale: typed.scale, currency: typed.code });
  if (!amount.gt('0')) throw wrong('not_positive', { currency: typed.code });
  const price = priceOf(method, rate);
  const quote = ask.side === 'give' ? quoteGive(amount, price) : quoteGet(amount, price);
  const limits = {
    minimum: written(row.minimum, give.scale),
    maximum: written(method.maximum, give.scale),
    ...(available && { available: written(available, give.scale) }),
    currency: give.code,
  };
  if (quote.give.lt(row.minimum) || !quote.get.gt('0')) throw wrong('below_minimum', limits);
  if (quote.give.gt(method.maximum)) throw wrong('above_maximum', limits);
  if (available && quote.give.gt(available)) throw wrong('insufficient_funds', limits);
  return quote;
};

/** What was sent for each described field; whatever else was sent is left. */
export const valuesOf = (fields: Field[], ask: PaymentAsk): Record<string, FieldValue> =>
  Object.fromEntries(fields.map(({ name }) => [name, ask[name]]));

/**
 * The price of a form without a mistake; every mistake is said at once.
 * @throws Refusal 422: `invalid` with a code a field, or the one of the amount where that is all.
 */
export const priceForm = (offer: Offer, fields: Field[], ask: PaymentAsk): Quote => {
  const problems = problemsOfFields(fields, valuesOf(fields, ask));
  try {
    const quote = priceAsk(offer, ask);
    if (Object.keys(problems).length === 0) return quote;
    throw new Refusal(422, 'invalid', { fields: problems });
  } catch (error) {
    if (!(error instanceof Refusal) || Object.keys(problems).length === 0) throw error;
    throw new Refusal(422, 'invalid', { ...error.details, fields: { ...error.details.fields, ...problems } });
  }
};

import createBig from 'big.js';

/**
 * Decimal arithmetic for money. Our own constructor: strict (a JavaScript number is refused), never an exponent in
 * `toString`. Sums and products of `big.js` are exact; only `divide` rounds, and says how.
 */
export const Big = createBig();
Big.strict = true;
Big.NE = -1_000;
Big.PE = 1_000;

export type Decimal = createBig;
export type Rounding = 'floor' | 'ceil';

/** Amounts here are never negative, so towards zero is the floor and away from zero is the ceiling. */
const modes = { floor: createBig.roundDown, ceil: createBig.roundUp } as const;

export const round = (value: Decimal, scale: number, rounding: Rounding): Decimal =>
  value.round(scale, modes[rounding]);

const Quotient = createBig();
Quotient.strict = true;

/** `value / by` at `scale` digits. Exact before it rounds: a remainder of any size counts. */
export const divide = (value: Decimal, by: Decimal, scale: number, rounding: Rounding): Decimal => {
  Quotient.DP = scale;
  Quotient.RM = modes[rounding];
  return new Big(new Quotient(value.toFixed()).div(by.toFixed()).toFixed());
};

/**
 * How an amount is written: as many fraction digits as the currency has. Only for values that fit the scale; of any other
 * the error, which the log may get, does not say how much it is.
 */
export const written = (value: Decimal | string, scale: number): string => {
  const exact = typeof value === 'string' ? new Big(value) : value;
  if (!fits(exact, scale)) throw new RangeError(`an amount has more than ${scale} fraction digits`);
  return exact.toFixed(scale);
};

/** Without trailing zeros: `0.50` is `0.5`. For rates and per cents. */
export const plain = (value: Decimal | string): string => new Big(value).toFixed();

export const fits = (value: Decimal, scale: number): boolean => value.round(scale, createBig.roundDown).eq(value);

/** The smallest amount of a currency: 0.01 at scale 2. */
export const unit = (scale: number): Decimal => new Big(scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`);

export const larger = (one: Decimal, other: Decimal): Decimal => (one.gt(other) ? one : other);

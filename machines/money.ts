import { plain } from './form/read-amount.ts';

/** Exactly `digits` × 10 to the power of −`scale`: reckoning with decimals never makes a float. */
interface Exact {
  digits: bigint;
  scale: number;
}

const power = (exponent: number): bigint => 10n ** BigInt(exponent);

/** Throws on anything but a decimal in plain notation. */
function exact(decimal: string): Exact {
  const [whole = '', fraction = ''] = decimal.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** The same value at another scale: digits that do not fit are cut off, or count as one more (`up`). */
function at(scale: number, { digits, scale: from }: Exact, up = false): bigint {
  if (from <= scale) return digits * power(scale - from);
  const unfit = power(from - scale);
  const cutOff = digits / unfit;
  if (!up || digits % unfit === 0n) return cutOff;
  return cutOff + (digits < 0n ? -1n : 1n);
}

function written(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** Both at the finer scale of the two. */
function aligned(left: string, right: string): { a: bigint; b: bigint; scale: number } {
  const [l, r] = [exact(left), exact(right)];
  const scale = Math.max(l.scale, r.scale);
  return { a: at(scale, l), b: at(scale, r), scale };
}

const product = (left: string, right: string): Exact => {
  const [l, r] = [exact(left), exact(right)];
  return { digits: l.digits * r.digits, scale: l.scale + r.scale };
};

/** Whole units of `scale` in the quotient, and whether anything is left over. */
function quotient(dividend: string, divisor: string, scale: number): { units: bigint; rest: boolean } {
  const [over, under] = [exact(dividend), exact(divisor)];
  const numerator = over.digits * power(under.scale + scale);
  const denominator = under.digits * power(over.scale);
  return { units: numerator / denominator, rest: numerator % denominator !== 0n };
}

export function compare(left: string, right: string): number {
  const { a, b } = aligned(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}
export const least = (...amounts: string[]): string => amounts.reduce((a, b) => (compare(b, a) < 0 ? b : a));
export const most = (...amounts: string[]): string => amounts.reduce((a, b) => (compare(b, a) > 0 ? b : a));
export function plus(left: string, right: string): string {
  const { a, b, scale } = aligned(left, right);
  return plain(written(a + b, scale));
}
export function minus(left: string, right: string): string {
  const { a, b, scale } = aligned(left, right);
  return plain(written(a - b, scale));
}
export const isPositive = (amount: string): boolean => exact(amount).digits > 0n;

/** The product, rounded to `scale` decimals towards zero or away from it, with all of them written. */
export const timesDown = (left: string, right: string, scale: number): string =>
  written(at(scale, product(left, right)), scale);
export const timesUp = (left: string, right: string, scale: number): string =>
  written(at(scale, product(left, right), true), scale);

/** The smallest amount of `scale` decimals that, times `divisor`, is at least `dividend`. Both are positive. */
export function dividedUp(dividend: string, divisor: string, scale: number): string {
  const { units, rest } = quotient(dividend, divisor, scale);
  return written(rest ? units + 1n : units, scale);
}
export const dividedDown = (dividend: string, divisor: string, scale: number): string =>
  written(quotient(dividend, divisor, scale).units, scale);

/** One of the last decimal: `unit(2)` is 0.01. */
export const unit = (scale: number): string => written(1n, scale);

/** The amount with exactly `scale` decimals, what does not fit cut off. */
export const cut = (amount: string, scale: number): string => written(at(scale, exact(amount)), scale);

import { Big, type Decimal } from '../money/decimal.ts';

/** Integer hash of a text (FNV-1a with a last mix): the same on every machine. */
export const hash = (text: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 16)) >>> 0;
};

/** Periods in seconds, each with the square root of its share of a day: a walk's spread grows so with time. */
const octaves = [
  [2_592_000, '5.477'],
  [604_800, '2.646'],
  [172_800, '1.414'],
  [43_200, '0.707'],
  [10_800, '0.354'],
  [2_700, '0.177'],
  [600, '0.083'],
  [120, '0.037'],
  [20, '0.015'],
] as const;

/** Between -1 and 1, six digits. */
const corner = (seed: string, period: number, index: number): Decimal =>
  new Big(String((hash(`${seed}/${period}/${index}`) % 2_000_001) - 1_000_000)).times('0.000001');

/**
 * A random walk that needs no memory: layers of seeded noise, slow and wide to quick and narrow. The same seed and
 * second give the same value in every process. One day's spread is about 1; it stays within ±11.
 */
export const walk = (seed: string, second: number): Decimal => {
  let sum = new Big('0');
  for (const [period, weight] of octaves) {
    const index = Math.floor(second / period);
    const from = corner(seed, period, index);
    const to = corner(seed, period, index + 1);
    const share = new Big(String(second - index * period)).div(String(period)).round(9);
    sum = sum.plus(to.minus(from).times(share).plus(from).times(weight));
  }
  return sum;
};

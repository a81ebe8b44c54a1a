import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal } from '../../contract/money.ts';
import {
  compare,
  cut,
  dividedDown,
  dividedUp,
  isPositive,
  minus,
  plus,
  timesDown,
  timesUp,
  unit,
} from '../../machines/money.ts';
import { plain, readAmount } from '../../machines/form/read-amount.ts';
import { runs } from '../tools/runs.ts';

const nbsp = '\u00a0';
const narrow = '\u202f';
const wholeNumber = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }).map(String);
const fraction = fc.stringMatching(/^\d{1,8}$/);
const grouped = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark);
const tidy = (whole: string, rest: string) => new Big(`${whole}.${rest}`).toFixed();

describe('F3 what a person types into an amount', () => {
  test.each([
    ['1.234,56', 2, '1234.56'],
    ['1,234.56', 2, '1234.56'],
    ['0,024', 8, '0.024'],
    ['0.024', 8, '0.024'],
    ['1 234,5', 2, '1234.5'],
    ['\u200e\u202d1 234,5\u200b\u202c ', 2, '1234.5'],
    [`1${nbsp}234,5`, 2, '1234.5'],
    [`1${narrow}234${narrow}567.89`, 2, '1234567.89'],
    ["1'234.50", 2, '1234.5'],
    ['1’234’567', 2, '1234567'],
    ['1,234,567', 2, '1234567'],
    ['1.234.567,89', 2, '1234567.89'],
    ['1234,567', 8, '1234.567'],
    ['12,5', 2, '12.5'],
    [',5', 2, '0.5'],
    ['5,', 2, '5'],
    ['007', 0, '7'],
    ['  100  ', 2, '100'],
    ['100.00', 0, '100'],
  ])('F3 %s with %i decimals is %s', (text, scale, amount) => {
    expect(readAmount(text, scale)).toEqual({ amount, doubtful: false });
  });

  test.each([
    ['', 2, 'required'],
    ['  ', 2, 'required'],
    ['1,234', 2, 'ambiguous'],
    ['1.234', 0, 'ambiguous'],
    ['1,500', 2, 'ambiguous'],
    ['0', 2, 'not_positive'],
    ['0,00', 2, 'not_positive'],
    ['-5', 2, 'negative'],
    ['\u22125,5', 2, 'negative'],
    ['0,001', 2, 'too_precise'],
    ['12.345', 2, 'ambiguous'],
    ['1234.567', 2, 'too_precise'],
    ['much', 2, 'malformed'],
    ['1 23', 2, 'malformed'],
    ['1,23,456', 2, 'malformed'],
    ['0,123.45', 2, 'malformed'],
    ['1.2.3', 2, 'malformed'],
    ['1 234.567,89', 2, 'malformed'],
    ['1e5', 2, 'malformed'],
    ['--1', 2, 'malformed'],
    ['.', 2, 'malformed'],
    ['9'.repeat(31), 2, 'too_long'],
    ['9'.repeat(200), 2, 'too_long'],
  ])('F3 %s with %i decimals is turned away: %s', (text, scale, problem) => {
    expect(readAmount(text, scale)).toEqual({ problem });
  });

  test('F3 one separator before three digits is read as the smaller amount, and doubted', () => {
    expect(readAmount('1,234', 8)).toEqual({ amount: '1.234', doubtful: true });
    expect(readAmount('1.234', 8)).toEqual({ amount: '1.234', doubtful: true });
  });

  test('F3 every way of writing an amount reads back as that amount', () => {
    const marks = fc.constantFrom(
      [' ', ','],
      [' ', '.'],
      [nbsp, ','],
      [narrow, ','],
      ["'", '.'],
      [',', '.'],
      ['.', ','],
      ['', ','],
      ['', '.'],
    );
    fc.assert(
      fc.property(wholeNumber, fraction, marks, (whole, rest, [group = '', point = '.']) => {
        const read = readAmount(grouped(whole, group) + point + rest, 8);
        const amount = tidy(whole, rest);
        expect('amount' in read ? read.amount : read.problem).toBe(amount === '0' ? 'not_positive' : amount);
      }),
    );
  });

  test('F3 nothing that is typed is ever read as more than its digits before the first separator, or throws', () => {
    const typed = fc
      .array(fc.constantFrom(..."0123456789.,  \u00a0'-eE+x"), { maxLength: 24 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(fc.oneof(typed, fc.string()), fc.integer({ min: 0, max: 18 }), (text, scale) => {
        const read = readAmount(text, scale);
        if (!('amount' in read)) return;
        expect(decimal.safeParse(read.amount).success).toBe(true);
        const value = new Big(read.amount);
        expect(value.gt('0')).toBe(true);
        expect(value.round(scale).eq(value)).toBe(true);
        const marks = text.match(/[.,]/g) ?? [];
        if (marks.length !== 1) return;
        const before = text.slice(0, text.search(/[.,]/)).replace(/\D/g, '') || '0';
        expect(value.lt(new Big(before).plus('1'))).toBe(true);
      }),
      runs(1_000),
    );
  });

  test('F3 a quotient is rounded to the side that was asked for, exactly', () => {
    const positive = fc
      .tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
      .map(([digits, scale]) => new Big(String(digits)).times(unit(scale)).toFixed());
    fc.assert(
      fc.property(positive, positive, fc.integer({ min: 0, max: 18 }), (dividend, divisor, scale) => {
        const up = new Big(dividedUp(dividend, divisor, scale));
        expect(up.times(divisor).gte(dividend)).toBe(true);
        expect(up.minus(unit(scale)).times(divisor).lt(dividend)).toBe(true);
        const down = new Big(dividedDown(dividend, divisor, scale));
        expect(down.times(divisor).lte(dividend)).toBe(true);
        expect(down.plus(unit(scale)).times(divisor).gt(dividend)).toBe(true);
      }),
    );
  });
});

describe('F3 reckoning agrees with a library that knows nothing of it', () => {
  const Oracle = Big();
  Oracle.DP = 80;
  Oracle.RM = 0;
  const decimals = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.stringMatching(/^\d{0,18}$/))
    .map(([whole, rest]) => (rest === '' ? String(whole) : `${whole}.${rest}`));
  const positive = decimals.map((text) => text.replace('-', '')).filter((text) => /[1-9]/.test(text));
  const scales = fc.integer({ min: 0, max: 18 });
  /** The library writes a zero that was negative with its sign. */
  const written = (value: Big, scale: number, rounding: 0 | 3) =>
    value.toFixed(scale, rounding).replace(/^-(?=0(\.0*)?$)/, '');

  test('F3 sums, products and cuts', () => {
    fc.assert(
      fc.property(decimals, decimals, scales, (a, b, scale) => {
        const [x, y] = [new Oracle(a), new Oracle(b)];
        expect(compare(a, b)).toBe(x.cmp(y));
        expect(isPositive(a)).toBe(x.gt(0));
        expect(plain(a)).toBe(x.toFixed());
        expect(plus(a, b)).toBe(x.plus(y).toFixed());
        expect(minus(a, b)).toBe(x.minus(y).toFixed());
        expect(cut(a, scale)).toBe(written(x, scale, 0));
        expect(timesDown(a, b, scale)).toBe(written(x.times(y), scale, 0));
        expect(timesUp(a, b, scale)).toBe(written(x.times(y), scale, 3));
      }),
    );
  });

  test('F3 quotients', () => {
    fc.assert(
      fc.property(positive, positive, scales, (dividend, divisor, scale) => {
        expect(dividedDown(dividend, divisor, scale)).toBe(new Oracle(dividend).div(divisor).toFixed(scale, 0));
        const up = new Oracle(dividedUp(dividend, divisor, scale));
        expect(up.times(divisor).gte(dividend)).toBe(true);
        expect(up.minus(unit(scale)).times(divisor).lt(dividend)).toBe(true);
      }),
    );
  });
});

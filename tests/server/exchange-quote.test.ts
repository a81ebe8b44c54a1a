import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Big, unit, written } from '../../server/money/decimal.ts';
import { quoteGet, quoteGive, type Price } from '../../server/money/quote.ts';
import { runs } from '../tools/runs.ts';

/** A second opinion in whole numbers: a decimal text as an integer of 10^-40. */
const digits = 40;
const whole = (text: string): bigint => {
  const [integer = '0', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(digits, '0'));
};
const one = 10n ** BigInt(digits);
const step = (scale: number): bigint => 10n ** BigInt(digits - scale);

const decimalOf = (value: bigint, scale: number): string => {
  const text = value.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
};

const scale = fc.constantFrom(0, 2, 6, 8, 18);
const prices: fc.Arbitrary<Price> = fc
  .record({
    giveScale: scale,
    getScale: scale,
    rate: fc.bigInt(1n, 10n ** 24n).map((value) => decimalOf(value, 18)),
    percent: fc.bigInt(0n, 999n).map((value) => decimalOf(value, 2)),
    minimum: fc.bigInt(0n, 10n ** 6n),
  })
  .map(({ minimum, ...price }) => ({ ...price, feeMinimum: decimalOf(minimum, price.giveScale) }));
const units = fc.bigInt(1n, 10n ** 24n);

describe('F3 a quote', () => {
  it('F3 of what is given: fee rounded up, what arrives rounded down, nothing appears and nothing vanishes', () => {
    fc.assert(
      fc.property(prices, units, (price, amount) => {
        const quote = quoteGive(new Big(decimalOf(amount, price.giveScale)), price);
        const give = whole(quote.give.toFixed());
        const fee = whole(quote.fee.toFixed());
        const get = whole(quote.get.toFixed());
        expect(give).toBe(amount * step(price.giveScale));
        expect(fee % step(price.giveScale)).toBe(0n);
        const exactFee = (give * whole(price.percent)) / (100n * one);
        const least = whole(price.feeMinimum);
        expect(fee >= least && fee * 100n * one >= give * whole(price.percent)).toBe(true);
        expect(fee === least || fee - exactFee <= step(price.giveScale)).toBe(true);
        const worth = (give - fee) * whole(price.rate);
        expect(whole(quote.worth.abs().toFixed()) * one).toBe(worth < 0n ? -worth : worth);
        expect(get % step(price.getScale)).toBe(0n);
        if (give <= fee) {
          expect(get).toBe(0n);
        } else {
          expect(get * one <= worth).toBe(true);
          expect((get + step(price.getScale)) * one > worth).toBe(true);
        }
      }),
      runs(2_000),
    );
  });

  it('F3 of what is wanted: exactly that arrives, for the least that pays it', () => {
    fc.assert(
      fc.property(prices, units, (price, amount) => {
        const wanted = new Big(decimalOf(amount, price.getScale));
        const quote = quoteGet(wanted, price);
        expect(quote.get.toFixed()).toBe(wanted.toFixed());
        expect(quote.worth.gte(wanted)).toBe(true);
        expect(whole(quote.give.toFixed()) % step(price.giveScale)).toBe(0n);
        const less = quote.give.minus(unit(price.giveScale));
        if (less.gt('0')) expect(quoteGive(less, price).get.lt(wanted)).toBe(true);
        expect(quoteGive(quote.give, price).get.gte(wanted)).toBe(true);
      }),
      runs(2_000),
    );
  });

  it('F3 by hand: USD to BTC, JPY without fractions, ETH with eighteen digits', () => {
    const quote = (side: typeof quoteGive, amount: string, price: Price) => {
      const { give, fee, get, worth } = side(new Big(amount), price);
      return [give, fee, get, worth].map((value) => value.toFixed());
    };
    const usdBtc = { rate: '0.00001', percent: '0.8', feeMinimum: '0.50', giveScale: 2, getScale: 8 };
    expect(quote(quoteGive, '100', usdBtc)).toEqual(['100', '0.8', '0.000992', '0.000992']);
    expect(quote(quoteGive, '10.01', usdBtc)).toEqual(['10.01', '0.5', '0.0000951', '0.0000951']);
    expect(quote(quoteGive, '100.01', usdBtc)).toEqual(['100.01', '0.81', '0.000992', '0.000992']);
    expect(quote(quoteGet, '0.000992', usdBtc)).toEqual(['100', '0.8', '0.000992', '0.000992']);
    expect(quote(quoteGet, '0.00099201', usdBtc)).toEqual(['100.02', '0.81', '0.00099201', '0.0009921']);
    const jpyUsd = { rate: '0.0066', percent: '0.4', feeMinimum: '75', giveScale: 0, getScale: 2 };
    expect(quote(quoteGive, '10001', jpyUsd)).toEqual(['10001', '75', '65.51', '65.5116']);
    const ethBtc = { rate: '0.0385', percent: '0.6', feeMinimum: '0.00015', giveScale: 18, getScale: 8 };
    expect(quote(quoteGive, '1.000000000000000001', ethBtc)).toEqual([
      '1.000000000000000001',
      '0.006000000000000001',
      '0.038269',
      '0.038269',
    ]);
  });

  it('F3 eighteen digits and thirty before the point survive being written', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 48n - 1n), (value) => {
        const text = decimalOf(value, 18);
        expect(written(text, 18)).toBe(text);
        expect(written(new Big(text).plus('0'), 18)).toBe(text);
      }),
    );
    expect(() => written('0.001', 2)).toThrow(new RangeError('an amount has more than 2 fraction digits'));
    expect(() => new Big(0.1)).toThrow('Invalid value');
  });
});

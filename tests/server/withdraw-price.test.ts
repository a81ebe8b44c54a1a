import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../server/http/refusal.ts';
import { Big, fits } from '../../server/money/decimal.ts';
import type { Method } from '../../server/payments/methods.ts';
import { priceAsk } from '../../server/payments/price.ts';
import { deep } from '../tools/deep.ts';

const currency = (scale: number) => ({
  code: 'XXX',
  name_ru: 'X',
  name_en: 'X',
  logo: '',
  scale,
  kind: 'fiat' as const,
  position: 1,
});

/** A way out of a currency with this scale; `minimum` in its smallest units. */
const methodOf = (scale: number, percent: string, feeMinimum: string): Method => ({
  row: {
    id: 'way',
    flow: 'withdraw',
    system: 'bank',
    name_ru: 'X',
    name_en: 'X',
    logo: '',
    give_currency: 'XXX',
    get_currency: 'XXX',
    network: null,
    sent_by: null,
    percent,
    fee_minimum: feeMinimum,
    minimum: feeMinimum,
    maximum: '1e29',
    maximum_unverified: null,
    minutes_from: 0,
    minutes_to: 1,
    enabled: true,
    version: 1,
    position: 1,
  },
  give: currency(scale),
  get: currency(scale),
  maximum: `1${'0'.repeat(28)}`,
  allowed: true,
});

const written = (units: bigint, scale: number): string => {
  const digits = units.toString().padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

const asked = fc.record({
  scale: fc.constantFrom(0, 2, 6, 8, 18),
  percent: fc.bigInt(0n, 9_999n).map((units) => written(units, 2)),
  fee: fc.bigInt(0n, 100_000n),
  side: fc.constantFrom<'give' | 'get'>('give', 'get'),
  amount: fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10n ** 24n)),
});

describe('F6 what a withdrawal costs', () => {
  test('F6 what leaves is what arrives and the fee, to the last digit, whichever side was typed', () => {
    fc.assert(
      fc.property(asked, ({ scale, percent, fee, side, amount }) => {
        const method = methodOf(scale, percent, written(fee, scale));
        try {
          const quote = priceAsk({ method, rate: '1' }, { side, amount: written(amount, scale) });
          expect(quote.get.plus(quote.fee).toFixed()).toBe(quote.give.toFixed());
          expect(quote[side].eq(written(amount, scale))).toBe(true);
          for (const part of [quote.give, quote.get, quote.fee]) expect(fits(part, scale)).toBe(true);
          expect(quote.fee.gte(quote.give.times(percent).times('0.01'))).toBe(true);
          expect(quote.fee.gte(new Big(written(fee, scale)))).toBe(true);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          expect(['below_minimum', 'above_maximum']).toContain(error.code);
        }
      }),
      { numRuns: deep ? 100_000 : 2_000 },
    );
  });
});

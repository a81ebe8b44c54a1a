import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExchangeForm } from '../../contract/calls/exchange-form.ts';
import { noEntry, set, typed } from '../../machines/form/amount.ts';
import { sampleForm } from '../../machines/form/exchange.samples.ts';
import {
  feeFor,
  feeNameOf,
  getFor,
  giveFor,
  limitsOf,
  mostGive,
  partOf,
  parts,
  previewOf,
  problemOf,
} from '../../machines/form/quote.ts';
import { unit } from '../../machines/money.ts';
import { quoteGet, quoteGive, type Price } from '../../server/money/quote.ts';
import { Big as ServerBig } from '../../server/money/decimal.ts';

const scaled = (scale: number, most: bigint) =>
  fc.bigInt({ min: 1n, max: most }).map((digits) => new Big(String(digits)).times(unit(scale)).toFixed(scale));

/** A form of any pair: scales from 0 to 18, rates over many orders, a fee of up to a few per cent. */
const anyForm = fc
  .record({ give: fc.integer({ min: 0, max: 18 }), get: fc.integer({ min: 0, max: 18 }) })
  .chain(({ give, get }) =>
    fc.record({
      src: fc.constant({ ...sampleForm.src, scale: give }),
      dst: fc.constant({ ...sampleForm.dst, scale: get }),
      rate: scaled(12, 10n ** 18n),
      fee: fc.record({ percent: scaled(2, 500n), minimum: scaled(give, 1_000n) }),
      minimum: scaled(give, 10n ** 6n),
      maximum: scaled(give, 10n ** 14n),
      reserve: scaled(get, 10n ** 14n),
      available: scaled(give, 10n ** 12n),
    }),
  );
const withAmount = anyForm.chain((form) =>
  fc.tuple(fc.constant(form), scaled(form.src.scale, 10n ** 12n), scaled(form.dst.scale, 10n ** 12n)),
);

const priceOf = (form: ExchangeForm): Price => ({
  rate: form.rate,
  percent: form.fee.percent,
  feeMinimum: form.fee.minimum,
  giveScale: form.src.scale,
  getScale: form.dst.scale,
});

describe('F3 what an exchange comes to', () => {
  test('F3 the preview is what the server would say at that rate', () => {
    fc.assert(
      fc.property(withAmount, ([form, give, get]) => {
        const forward = quoteGive(new ServerBig(give), priceOf(form));
        expect([feeFor(form, give), getFor(form, give)].map((amount) => new Big(amount).toFixed())).toEqual([
          forward.fee.toFixed(),
          forward.get.toFixed(),
        ]);
        expect(new Big(giveFor(form, get)).toFixed()).toBe(quoteGet(new ServerBig(get), priceOf(form)).give.toFixed());
      }),
    );
  });

  test('F3 a typed "get" takes the least "give" that brings it', () => {
    fc.assert(
      fc.property(withAmount, ([form, , get]) => {
        const give = giveFor(form, get);
        const net = (amount: string) => new Big(amount).minus(feeFor(form, amount)).times(form.rate);
        expect(net(give).gte(get)).toBe(true);
        expect(net(new Big(give).minus(unit(form.src.scale)).toFixed()).lt(get)).toBe(true);
      }),
    );
  });

  test('F3 an example by hand: 100 USD at half a per cent', () => {
    expect(previewOf(sampleForm, typed('give', '100'))).toEqual({
      give: { amount: '100.00', currency: 'USD' },
      get: { amount: '0.00105600', currency: 'BTC' },
      fee: { amount: '0.50', currency: 'USD' },
      rate: sampleForm.rate,
    });
    expect(previewOf(sampleForm, typed('give', '10,01'))?.fee.amount).toBe('0.50');
    expect(previewOf(sampleForm, typed('give', '100.01'))?.fee.amount).toBe('0.51');
    expect(previewOf(sampleForm, noEntry)).toBeNull();
  });

  test('F3 the least fee is called so where the percentage would be less, and nowhere else', () => {
    const nameOf = (form: ExchangeForm, give: string) => feeNameOf(form, previewOf(form, set('give', give)));
    const asked = ['10', '98', '98.01', '100'].map((give) => nameOf(sampleForm, give));
    expect(asked).toEqual(['exchange.fee.minimum', 'exchange.fee.minimum', 'exchange.fee', 'exchange.fee']);
    fc.assert(
      fc.property(withAmount, ([form, give]) => {
        const share = new Big(give).times(form.fee.percent).times('0.01');
        const taken = new Big(feeFor(form, give));
        const name = nameOf(form, give);
        if (name === 'operation.fee.plain') expect([share.eq(0), taken.eq(form.fee.minimum)]).toEqual([true, true]);
        else if (name === 'exchange.fee.minimum')
          expect([taken.eq(form.fee.minimum), share.lt(taken)]).toEqual([true, true]);
        else expect(taken.minus(share).lt(unit(form.src.scale))).toBe(true);
      }),
    );
  });

  test('F3 a fee without a percentage is called by none', () => {
    const fixed = { ...sampleForm, fee: { percent: '0', minimum: '1.50' } };
    expect([null, previewOf(fixed, set('give', '100'))].map((preview) => feeNameOf(fixed, preview))).toEqual([
      'operation.fee.plain',
      'operation.fee.plain',
    ]);
    expect(feeNameOf(null, null)).toBe('exchange.fee');
  });

  test('F3 "all" is never more than there is, than the limit, or than the reserve pays', () => {
    fc.assert(
      fc.property(anyForm, (form) => {
        const all = new Big(mostGive(form));
        expect(all.lte(form.available) && all.lte(form.maximum)).toBe(true);
        expect(new Big(getFor(form, all.toFixed())).lte(form.reserve)).toBe(true);
        if (all.gte(form.minimum) && new Big(getFor(form, all.toFixed())).gt('0'))
          expect(problemOf(form, partOf(form, 'all'))).toBeNull();
      }),
    );
  });

  test('F3 a part is that part of what is there, rounded down, as a plain number', () => {
    expect(parts.map((part) => partOf(sampleForm, part))).toEqual([
      set('give', '312.6'),
      set('give', '625.2'),
      set('give', '937.8'),
      set('give', '1250.4'),
    ]);
  });

  test.each([
    ['5', 'below_minimum', { minimum: { amount: { amount: '10.00', currency: 'USD' }, scale: 2 } }],
    ['1250,41', 'insufficient_funds', { available: { amount: { amount: '1250.40', currency: 'USD' }, scale: 2 } }],
    ['1,234', 'ambiguous', undefined],
    ['0,001', 'too_precise', { scale: 2 }],
    ['', 'required', undefined],
  ])('F3 %s is explained: %s', (text, code, params) => {
    expect(problemOf(sampleForm, typed('give', text))).toEqual({ code, ...(params ? { params } : {}) });
  });

  test('F3 what the wallet holds is told in its own currency, whichever side was typed', () => {
    expect(problemOf(sampleForm, typed('get', '1'))).toEqual({
      code: 'insufficient_funds',
      params: { available: { amount: { amount: '1250.40', currency: 'USD' }, scale: 2 } },
    });
  });

  test('F3 a currency without decimals says that it has whole amounts only', () => {
    const yen = { ...sampleForm, src: { ...sampleForm.src, code: 'JPY', scale: 0 } };
    expect(problemOf(yen, typed('give', '1500,5'))).toEqual({ code: 'whole_only' });
  });

  test('F3 beyond the limit and beyond the reserve have words of their own', () => {
    const { available: _, ...visitors } = sampleForm;
    expect(problemOf(visitors, typed('give', '10000.01'))).toMatchObject({ code: 'above_maximum' });
    expect(problemOf({ ...visitors, maximum: '9000000.00' }, typed('get', '2,6'))).toEqual({
      code: 'reserve_too_low',
      params: { reserve: { amount: { amount: '2.50000000', currency: 'BTC' }, scale: 8 } },
    });
  });

  test('F3 the limits of either side can be typed: what they say is taken', () => {
    fc.assert(
      fc.property(anyForm, ({ available: _, ...form }) => {
        for (const side of ['give', 'get'] as const) {
          const { minimum } = limitsOf(form, side);
          const problem = problemOf(form, set(side, minimum.amount));
          expect(problem?.code).not.toBe('below_minimum');
        }
      }),
    );
  });
});

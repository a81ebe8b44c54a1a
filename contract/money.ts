import * as z from 'zod/mini';

/** A decimal number in plain notation, at most 30 digits before and 18 after the point: `-12.50`. Never a float. */
export const decimal = z.string().check(z.regex(/^-?(0|[1-9]\d{0,29})(\.\d{1,18})?$/));

/** Upper-case currency code: `USD`, `BTC`, `USDT`. */
export const currencyCode = z.string().check(z.regex(/^[A-Z][A-Z0-9]{1,9}$/));

/** An amount with its currency. The amount carries as many fraction digits as the currency's scale. */
export const money = z.object({ amount: decimal, currency: currencyCode });
export type Money = z.infer<typeof money>;

/**
 * With how many decimals an amount is written at least: zeros are added up to three decimals, as money of a state is written; those
 * of a finer currency say nothing.
 */
export const leastDecimals = (scale: number): number => (scale > 3 ? 0 : scale);

/**
 * A currency. `scale` is the number of fraction digits that exist (USD 2, JPY 0, BTC 8, ETH 18).
 * Basis: assumed (the specification names code and logo).
 */
export const currency = z.object({
  code: currencyCode,
  name: z.string(),
  logo: z.string(),
  scale: z.int().check(z.minimum(0), z.maximum(18)),
  kind: z.enum(['fiat', 'crypto']),
});
export type Currency = z.infer<typeof currency>;

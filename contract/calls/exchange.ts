import * as z from 'zod/mini';
import { currency, currencyCode, decimal, money } from '../money.ts';
import { defineCall } from '../call.ts';

/** `USD/` gives USD, `/BTC` gets BTC, `USD/BTC` both, empty everything. */
const search = z.string().check(z.regex(/^([A-Z0-9]{1,10})?(\/([A-Z0-9]{1,10})?)?$/));

/** What one unit of `src` buys, its day, what may be given at once (absent in answers of before it was told), and what the house can pay out. `change_24h` in per cent. */
export const exchangePair = z.object({
  src: currency,
  dst: currency,
  rate: decimal,
  change_24h: decimal,
  sparkline: z.array(decimal),
  minimum: z.optional(decimal),
  maximum: z.optional(decimal),
  reserve: decimal,
  form_path: z.string(),
});
export type ExchangePair = z.infer<typeof exchangePair>;

/** `side` says what `amount` is: `give` is what leaves the wallet, with the fee in it, `get` is what arrives. */
export const exchangeAsk = z.object({
  src: currencyCode,
  dst: currencyCode,
  side: z.enum(['give', 'get']),
  amount: decimal,
  /**
   * The operation that the person left for this one. While it is open it expires with the reason `replaced`; when it
   * was submitted before, the check is refused 409 `already_submitted`. One that is not theirs or is over is ignored.
   */
  replaces: z.optional(z.string()),
});
export type ExchangeAsk = z.infer<typeof exchangeAsk>;

export const exchangeList = defineCall({
  name: 'exchange.list',
  method: 'GET',
  path: '/api/exchange/list',
  body: 'none',
  basis: 'assumed',
  note: 'open to visitors: the home page quotes from it. search: `USD/` gives USD, `/BTC` gets BTC, `USD/BTC` both, empty everything',
  query: z.object({ search: z.optional(search) }),
  payload: z.object({ items: z.array(exchangePair) }),
});
export const exchangeLanding = defineCall({
  name: 'exchange.landing',
  method: 'POST',
  path: '/api/exchange/landing',
  body: 'json',
  basis: 'assumed',
  note: 'a quote without an account: nothing is kept, nothing is held',
  input: exchangeAsk,
  payload: z.object({ give: money, get: money, fee: money, rate: decimal }),
});
export type LandingQuote = z.infer<typeof exchangeLanding.payload>;

import * as z from 'zod/mini';
import { added } from '../limits.ts';
import { currency, currencyCode, decimal, money } from '../money.ts';
import { operation, operationFilter, operationPage } from '../operation.ts';
import { defineCall } from '../call.ts';

/** `USD/` gives USD, `/BTC` gets BTC, `USD/BTC` both, empty everything. */
const search = z.string().check(z.regex(/^([A-Z0-9]{1,10})?(\/([A-Z0-9]{1,10})?)?$/));

/** What one unit of `src` buys, its day, and what the house can pay out. `change_24h` in per cent. */
export const exchangePair = z.object({
  src: currency,
  dst: currency,
  rate: decimal,
  change_24h: decimal,
  sparkline: z.array(decimal),
  reserve: decimal,
  form_path: z.string(),
});
export type ExchangePair = z.infer<typeof exchangePair>;

/** `minimum`, `maximum`, `available` are amounts of `src`; `available` is absent for a visitor. `fee.percent` of the given amount, at least `fee.minimum`. */
export const exchangeFormPayload = z.object({
  src: currency,
  dst: currency,
  rate: decimal,
  fee: z.object({ percent: decimal, minimum: decimal }),
  minimum: decimal,
  maximum: decimal,
  reserve: decimal,
  available: z.optional(decimal),
});
export type ExchangeForm = z.infer<typeof exchangeFormPayload>;

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

const byId = z.object({ id: z.string() });

export const exchangeList = defineCall({
  name: 'exchange.list',
  method: 'GET',
  path: '/api/exchange/list',
  body: 'none',
  basis: 'assumed',
  note: 'open to visitors: the home page quotes from it',
  query: z.object({ search: z.optional(search) }),
  payload: z.object({ items: z.array(exchangePair) }),
});
export const exchangeForm = defineCall({
  name: 'exchange.form',
  method: 'GET',
  path: '/api{path}',
  given: '/exchange/',
  body: 'none',
  basis: 'assumed',
  payload: exchangeFormPayload,
});
export const exchangeHistory = defineCall({
  name: 'exchange.history',
  method: 'GET',
  path: '/api/exchange/history',
  body: 'none',
  basis: 'assumed',
  query: operationFilter,
  payload: operationPage,
});
export const exchangeCheck = defineCall({
  name: 'exchange.check',
  method: 'POST',
  path: '/api/exchange/check',
  body: 'form',
  basis: 'assumed',
  input: exchangeAsk,
  payload: operation,
});
export const exchangeSubmit = defineCall({
  name: 'exchange.submit',
  method: 'POST',
  path: '/api{path}',
  given: '/exchange/',
  body: 'form',
  basis: 'assumed',
  note: 'the path is the check’s submit_path; the body names the operation and nothing else',
  input: byId,
  payload: operation,
});
export const exchangeStatus = defineCall({
  name: 'exchange.status',
  method: 'GET',
  path: '/api/exchange/status/:id',
  body: 'none',
  basis: 'assumed',
  params: byId,
  payload: operation,
  patience: added.statusAnswer,
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

import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, decimal } from '../money.ts';

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

export const exchangeForm = defineCall({
  name: 'exchange.form',
  method: 'GET',
  path: '/api{path}',
  given: '/exchange/',
  body: 'none',
  basis: 'assumed',
  payload: exchangeFormPayload,
});

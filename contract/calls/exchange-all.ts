import * as z from 'zod/mini';
import { added } from '../limits.ts';
import { currency, currencyCode, decimal } from '../money.ts';
import { operation } from '../operation.ts';
import { defineCall } from '../call.ts';

const byId = z.object({ id: z.string() });

/**
 * One wallet as it could be exchanged: `give` is how much of it goes at once, which may be less than what is there, and `get`
 * a preview of what that would bring. `closed`: why it cannot take part.
 */
const wholeWallet = z.object({
  currency,
  available: decimal,
  minimum: decimal,
  rate: z.optional(decimal),
  give: z.optional(decimal),
  fee: z.optional(decimal),
  get: z.optional(decimal),
  closed: z.optional(z.enum(['same_currency', 'below_minimum', 'pair_unavailable', 'reserve_too_low'])),
});
export type WholeWallet = z.infer<typeof wholeWallet>;

/**
 * `into`: what all is exchanged into, null until one is chosen. `reserve`: what can be got of it by all wallets together; those that
 * take part share it in their order. `choices`: what it can be.
 */
export const exchangeAllFormPayload = z.object({
  into: z.nullable(currency),
  reserve: z.optional(decimal),
  choices: z.array(currency),
  wallets: z.array(wholeWallet),
});
export type ExchangeAllForm = z.infer<typeof exchangeAllFormPayload>;

const target = z.object({ currency: currencyCode });

export const exchangeAllForm = defineCall({
  name: 'exchange_all.form',
  method: 'GET',
  path: '/api/exchange/all',
  body: 'none',
  basis: 'assumed',
  payload: exchangeAllFormPayload,
});
export const exchangeAllSubmit = defineCall({
  name: 'exchange_all.submit',
  method: 'POST',
  path: '/api/exchange/all',
  body: 'json',
  basis: 'assumed',
  input: byId,
  payload: operation,
});
export const exchangeAllCurrencyForm = defineCall({
  name: 'exchange_all.currency_form',
  method: 'GET',
  path: '/api/exchange/all/:currency',
  body: 'none',
  basis: 'assumed',
  params: target,
  payload: exchangeAllFormPayload,
});
export const exchangeAllCheck = defineCall({
  name: 'exchange_all.check',
  method: 'POST',
  path: '/api/exchange/all/:currency',
  body: 'json',
  basis: 'assumed',
  note: 'one operation with a line a wallet; what cannot take part is left out, and none at all is refused',
  params: target,
  input: z.object({
    wallets: z.array(currencyCode).check(z.minLength(1), z.maxLength(50)),
    replaces: z.optional(z.string()),
  }),
  payload: operation,
});
export const exchangeAllStatus = defineCall({
  name: 'exchange_all.status',
  method: 'GET',
  path: '/api/exchange/all/status/:id',
  body: 'none',
  basis: 'assumed',
  params: byId,
  payload: operation,
  patience: added.statusAnswer,
});

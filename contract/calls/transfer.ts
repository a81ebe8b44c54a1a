import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';
import { currency, currencyCode, decimal } from '../money.ts';
import { operation, operationFilter, operationPage } from '../operation.ts';
import { dayLeft } from '../payment.ts';

/** Longest comment, in characters. */
export const longestComment = 140;

/** What can be sent, a wallet each (`today` where less is left of the day than `maximum`), and to whom it went before: `to` as it was typed, where it names them still, `name` masked. */
export const transferFormPayload = z.object({
  wallets: z.array(
    z.object({
      currency,
      available: decimal,
      minimum: decimal,
      maximum: decimal,
      fee: z.object({ percent: decimal, minimum: decimal }),
      today: z.optional(dayLeft),
    }),
  ),
  recent: z.array(z.object({ to: z.string(), name: z.string() })),
});
export type TransferForm = z.infer<typeof transferFormPayload>;

/** `to` is an account number or an e-mail address. `side`: `get` is what arrives, `give` what leaves the wallet, with the fee in it. */
export const transferAsk = z.object({
  to: z.string().check(z.minLength(1), z.maxLength(254)),
  currency: currencyCode,
  side: z.enum(['give', 'get']),
  amount: decimal,
  /** Counted in characters without the spaces around it: these are its UTF-16 units. */
  comment: z.optional(z.string().check(z.trim(), z.maxLength(2 * longestComment))),
  replaces: z.optional(z.string()),
});
export type TransferAsk = z.infer<typeof transferAsk>;

export const transferForm = defineCall({
  name: 'transfer.form',
  method: 'GET',
  path: '/api/transfer',
  body: 'none',
  basis: 'assumed',
  payload: transferFormPayload,
});
export const transferHistory = defineCall({
  name: 'transfer.history',
  method: 'GET',
  path: '/api/transfer/history',
  body: 'none',
  basis: 'assumed',
  note: 'both ways: what came has the sender’s masked name among its facts',
  query: operationFilter,
  payload: operationPage,
});
export const transferCheck = defineCall({
  name: 'transfer.check',
  method: 'POST',
  path: '/api/transfer/check',
  body: 'form',
  basis: 'assumed',
  note: 'the recipient is resolved here and frozen: the operation names the masked name (first letters of what they call themselves, else of their address), and submit names the operation',
  input: transferAsk,
  payload: operation,
});
export const transferSubmit = defineCall({
  name: 'transfer.submit',
  method: 'POST',
  path: '/api/transfer',
  body: 'form',
  basis: 'assumed',
  input: z.object({ id: z.string() }),
  payload: operation,
});
export const transferStatus = defineCall({
  name: 'transfer.status',
  method: 'GET',
  path: '/api{path}',
  given: '/transfer/status/',
  body: 'none',
  basis: 'added',
  note: '“GET /api plus a path” as elsewhere: the answer’s status path',
  payload: operation,
  patience: added.statusAnswer,
});

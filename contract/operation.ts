import * as z from 'zod/mini';
import { currency, decimal, money } from './money.ts';

/** One shape for every operation that moves money. Basis: assumed (the specification names status and check calls). */

export const operationStatus = z.enum([
  'open',
  'awaiting_payment',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'expired',
]);
export type OperationStatus = z.infer<typeof operationStatus>;
export const finalStatuses = ['completed', 'failed', 'cancelled', 'expired'] as const;

/**
 * What the person confirms, exactly. `give` leaves the wallet, fee included; `get` arrives; `fee` is in the currency
 * of `give`; `rate` is how much of `get` one unit of `give` buys. These numbers are final, rounded by the server.
 */
export const terms = z.object({ give: money, get: money, fee: money, rate: decimal });
export type Terms = z.infer<typeof terms>;

/**
 * An operation in any state. A check answers it `open` with `expires_at` and `submit_path`; its id is the
 * operation's id for good. `timeline` holds each status with the server's time. `reason` is a message key behind
 * `operation.reason.` where the news is not good; `expected_by` is when the next step should have happened;
 * `replaced_by` is the id of the fresh terms that stand in the place of this one.
 */
export const operation = z.object({
  id: z.string(),
  kind: z.enum(['exchange', 'exchange_all', 'withdraw', 'deposit', 'purchase', 'transfer', 'card_order']),
  status: operationStatus,
  terms,
  give_currency: currency,
  get_currency: currency,
  /** What was typed, so that the form can be filled again: side and amount as sent. */
  asked: z.object({ side: z.enum(['give', 'get']), amount: decimal }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  submit_path: z.optional(z.string()),
  timeline: z.array(z.object({ status: operationStatus, at: z.iso.datetime(), reason: z.optional(z.string()) })),
  reason: z.optional(z.string()),
  expected_by: z.optional(z.iso.datetime()),
  replaced_by: z.optional(z.string()),
});
export type Operation = z.infer<typeof operation>;

/**
 * One page of a history, newest first; `next` is the cursor of the page after it. Days are UTC and both are included.
 * A check that nobody has confirmed is no history: `open` is shown only when it is asked for.
 */
export const operationPage = z.object({ items: z.array(operation), next: z.nullable(z.string()) });
export const operationFilter = z.object({
  cursor: z.optional(z.string()),
  status: z.optional(operationStatus),
  currency: z.optional(z.string()),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});
export type OperationFilter = z.infer<typeof operationFilter>;

import * as z from 'zod/mini';
import { currency, decimal, money } from './money.ts';

/** The id of an operation: 20 signs of Crockford's base 32, or one of the samples. */
export const operationId: RegExp = /^(?:[0-9A-HJKMNP-TV-Z]{20}|opsample0{10}\d{3})$/;

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

/** What a review, an instruction or a receipt says beyond the amounts; each has words at `fact.<label>` in both languages. */
export const factLabels = [
  'address',
  'bank',
  'bic',
  'bonus',
  'cancel',
  'card',
  'code',
  'comment',
  'delivery',
  'document',
  'email',
  'from',
  'iban',
  'memo',
  'merchant',
  'method',
  'network',
  'phone',
  'purpose',
  'recipient',
  'reference',
  'sent_as',
  'sent_on',
  'typed',
] as const;

/**
 * One such line. `exact`: characters that are compared and copied one by one, so they are shown whole, never cut. `file`: a
 * document that is kept, by its operation and field (`operation.file` gives it back); `size` in bytes.
 */
export const fact = z.object({
  label: z.enum(factLabels),
  text: z.string(),
  exact: z.optional(z.boolean()),
  file: z.optional(z.object({ id: z.string(), field: z.string(), size: z.int() })),
});
export type Fact = z.infer<typeof fact>;

/**
 * How an operation that is `awaiting_payment` is paid, until `until`. By hand: `facts` to copy one by one and `qr`, the text of
 * a QR code. Or `hand_over`: fields that a form navigation of the browser posts to a published address. Absent as
 * soon as it can be paid no more: an expired address is never shown again.
 */
export const payment = z.object({
  until: z.iso.datetime(),
  facts: z.array(fact),
  qr: z.optional(z.string()),
  hand_over: z.optional(z.object({ url: z.string(), fields: z.record(z.string(), z.string()) })),
});
export type Payment = z.infer<typeof payment>;

/** One wallet of an operation that moves several: an operation of its own in all but its address. */
export const operationLine = z.object({
  id: z.string(),
  status: operationStatus,
  terms,
  give_currency: currency,
  get_currency: currency,
  reason: z.optional(z.string()),
});
export type OperationLine = z.infer<typeof operationLine>;

/** What to look at twice before money goes to somebody; each has words at `operation.warning.<warning>`. */
export const operationWarnings = ['first_use', 'look_alike', 'other_name'] as const;

/**
 * An operation in any state. A check answers it `open` with `expires_at`, and of an exchange with `submit_path`; its id is the
 * operation's id for good. `timeline` holds each status with the server's time. `reason` is a message key behind
 * `operation.reason.` where the news is not good; `expected_by` is when the next step should have happened;
 * `replaced_by` is the id of the operation that stands in the place of this one: fresh terms, or, for a payment that
 * came late or of another amount, what became of the money. Where one operation moves several wallets, `lines` has one
 * each, and the terms are their sum in the currency that is got: give and get are equal, the fee is zero and says nothing
 * (each line has its own), the rate is one. Lines that failed are left out of the sum, unless nothing else is there.
 */
export const operation = z.object({
  id: z.string(),
  kind: z.enum(['exchange', 'exchange_all', 'withdraw', 'deposit', 'purchase', 'transfer', 'card_order', 'bonus']),
  status: operationStatus,
  terms,
  give_currency: currency,
  get_currency: currency,
  /** What was typed, so that the form can be filled again: side and amount as sent. */
  asked: z.object({ side: z.enum(['give', 'get']), amount: decimal }),
  /** What was put in besides, by the names of the fields, where nothing was sent; never a card. */
  values: z.optional(z.record(z.string(), z.string())),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  submit_path: z.optional(z.string()),
  /** Where its status is asked for: a path of ours, issued for it to this account. */
  status_path: z.optional(z.string()),
  /** Where it stands on the page: `/deposit/form/{method}/{id}`, `/transfer?operation={id}`. */
  place: z.optional(z.string()),
  timeline: z.array(z.object({ status: operationStatus, at: z.iso.datetime(), reason: z.optional(z.string()) })),
  reason: z.optional(z.string()),
  expected_by: z.optional(z.iso.datetime()),
  replaced_by: z.optional(z.string()),
  facts: z.optional(z.array(fact)),
  warnings: z.optional(z.array(z.enum(operationWarnings))),
  /** While it is open: a code by e-mail must come with the confirm. `sent_to` is masked. */
  second_step: z.optional(z.object({ sent_to: z.string(), tries_left: z.int(), again_at: z.iso.datetime() })),
  payment: z.optional(payment),
  lines: z.optional(z.array(operationLine)),
  /** It came to this account from another one. */
  incoming: z.optional(z.boolean()),
  /** It can be taken back now. */
  cancellable: z.optional(z.boolean()),
});
export type Operation = z.infer<typeof operation>;
export type OperationKind = Operation['kind'];

/**
 * One page of a history, newest first; `next` is the cursor of the page after it. Days are those of the zone that the browser tells in a
 * cookie (UTC without it), and both are included.
 * A check that nobody has confirmed yet is no history, nor is one that was replaced before it ran out: they are shown only when
 * their status is asked for. An operation with lines is found by them: by `failed` where one of them failed, by a currency and
 * a status where one of that currency has it.
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

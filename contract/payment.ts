import * as z from 'zod/mini';
import { currency, decimal } from './money.ts';

/** Ways in which money comes from outside or goes there, and the forms that they ask for. Basis: assumed. */

/** What a field holds. Each kind has one check, the same on both sides: `contract/fields/`. */
export const fieldKinds = [
  'text',
  'amount',
  'select',
  'phone',
  'card',
  'iban',
  'crypto_address',
  'email',
  'comment',
  'file',
  'date',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Networks whose addresses are checked; each has words at `network.<network>`. */
export const networks = ['bitcoin', 'ethereum', 'ton'] as const;
export type Network = (typeof networks)[number];

const fieldName = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/));

/**
 * One field of a form that the server describes. `label` and `help` are message keys behind `form.field.` and
 * `form.help.`. `pattern` is a regular expression of the whole value, for `text` and `comment`. A `card` is asked for in
 * a frame of the provider's own origin; what comes back, and is sent to us, is a token. `accept` are media types and
 * `longest` bytes for a `file`, else characters. A text in `capitals` is raised to them, however it is typed.
 * A `date` is written `2026-01-31`; it is none before 1900, nor after `latest`.
 */
export const field = z.object({
  name: fieldName,
  kind: z.enum(fieldKinds),
  label: z.string(),
  help: z.optional(z.string()),
  required: z.boolean(),
  pattern: z.optional(z.string()),
  shortest: z.optional(z.int()),
  longest: z.optional(z.int()),
  options: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
  network: z.optional(z.enum(networks)),
  accept: z.optional(z.array(z.string())),
  capitals: z.optional(z.boolean()),
  latest: z.optional(z.iso.date()),
});
export type Field = z.infer<typeof field>;

/**
 * One payment system in one currency. `minimum` and `maximum` are amounts of what is given, as far as this account may
 * go; `fee.percent` of the given amount, at least `fee.minimum`. `minutes` is how long it usually takes. `closed` says why
 * it cannot be chosen now: a message key behind `method.closed.`.
 */
export const paymentMethod = z.object({
  id: z.string(),
  name: z.string(),
  logo: z.string(),
  system: z.enum(['card', 'bank', 'crypto']),
  give: currency,
  get: currency,
  minimum: decimal,
  maximum: decimal,
  fee: z.object({ percent: decimal, minimum: decimal }),
  minutes: z.object({ from: z.int(), to: z.int() }),
  network: z.optional(z.enum(networks)),
  needs_verification: z.boolean(),
  closed: z.optional(z.enum(['unverified', 'paused'])),
  form_path: z.string(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;
export const methodList = z.object({ items: z.array(paymentMethod) });

/**
 * What is `left` of the limit of 24 hours, in what is given, where that is less than may be given at once. `again_at`: when
 * the least that may be given fits again, at the latest; absent while it fits. `verification`: whether a verified identity
 * raises the limit.
 */
export const dayLeft = z.object({
  left: decimal,
  again_at: z.optional(z.iso.datetime()),
  verification: z.boolean(),
});
export type DayLeft = z.infer<typeof dayLeft>;

/** Somebody to whom money went before; `values` fill the fields of the form, `name` tells one account of theirs from another. */
export const savedRecipient = z.object({
  id: z.string(),
  name: z.string(),
  values: z.record(z.string(), z.string()),
  used_at: z.iso.datetime(),
});
export type SavedRecipient = z.infer<typeof savedRecipient>;

/**
 * A form. The amount stands before its `fields` always. `available`: what the wallet of `method.give` can spend, where
 * money goes out. `rate`: how much of `get` one unit of `give` buys, one where they are the same. `reserve`: what the
 * house can pay out of `get`. `today`: present where less is left of the day than `method.maximum`. `card_frame`: where a card is asked for, in a frame.
 * From its origin alone that frame posts `{ ready: true }` to the page, then `{ token, brand, last_four }`, and `token` is the value of the field. `recipients`: where money went before.
 */
export const describedForm = z.object({
  method: paymentMethod,
  fields: z.array(field),
  rate: decimal,
  available: z.optional(decimal),
  reserve: z.optional(decimal),
  today: z.optional(dayLeft),
  card_frame: z.optional(z.string()),
  recipients: z.optional(z.array(savedRecipient)),
});
export type DescribedForm = z.infer<typeof describedForm>;

/**
 * What is asked for: the method, the amount of one side (`give` has the fee in it, `get` arrives), and each field's value under its own name. `replaces` as in an
 * exchange. Money is never taken from here: the check's terms are what counts.
 */
export const paymentAsk = z.catchall(
  z.object({
    method: z.string(),
    side: z.enum(['give', 'get']),
    amount: decimal,
    replaces: z.optional(z.string()),
  }),
  z.union([z.string(), z.file()]),
);
export type PaymentAsk = z.infer<typeof paymentAsk>;

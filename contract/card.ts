import * as z from 'zod/mini';
import { currency, decimal, money } from './money.ts';
import { operation } from './operation.ts';
import { field } from './payment.ts';

/** Bank cards: what is on offer, what somebody has, what is paid with it. Basis: assumed (the specification names the calls). */

export const cardKinds = ['virtual', 'plastic'] as const;
export type CardKind = (typeof cardKinds)[number];
export const cardBrands = ['visa', 'mastercard', 'mir'] as const;
/** What brands call themselves, in every language. */
export const brandNames: Record<(typeof cardBrands)[number], string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  mir: 'Мир',
};

/** The most that can be paid at once, and within 24 hours, in the card's currency. */
export const cardLimits = z.object({ once: decimal, day: decimal });
export type CardLimits = z.infer<typeof cardLimits>;
/** Of them what is to change. */
export const cardLimitsChange = z.object({ once: z.optional(decimal), day: z.optional(decimal) });
export type CardLimitsChange = z.infer<typeof cardLimitsChange>;

/**
 * One card that can be ordered. `price` is paid once, delivery included; `limits` are the highest. `delivery` in days from
 * the confirm, for plastic alone; `cancel` is for how many seconds a confirmed order can be taken back. `closed` says why it
 * cannot be chosen now: a message key behind `card.closed.`.
 */
export const cardOffer = z.object({
  id: z.string(),
  kind: z.enum(cardKinds),
  brand: z.enum(cardBrands),
  currency,
  price: money,
  limits: cardLimits,
  delivery: z.optional(z.object({ from: z.int(), to: z.int() })),
  cancel: z.int(),
  closed: z.optional(z.enum(['unverified', 'paused', 'enough'])),
});
export type CardOffer = z.infer<typeof cardOffer>;

/** An order's form: `values` are what was put in the last time. `available` is what the wallet of the currency can spend. */
export const cardOrderForm = z.object({
  offer: cardOffer,
  fields: z.array(field),
  values: z.record(z.string(), z.string()),
  available: decimal,
});
export type CardOrderForm = z.infer<typeof cardOrderForm>;

/** What is ordered, and each field's value under its own name. `replaces` as in an exchange. */
export const cardAsk = z.catchall(z.object({ offer: z.string(), replaces: z.optional(z.string()) }), z.string());
export type CardAsk = z.infer<typeof cardAsk>;

/**
 * `ordered`: the issuer has not made it yet; `sent`: it is on its way and cannot be used until it has come; `expired`: the month
 * that is printed on it is over, however it stood, and nothing is done with it any more.
 */
export const cardStatus = z.enum(['ordered', 'sent', 'active', 'frozen', 'expired']);

/**
 * A card. Its id is that of its order. What its issuer has printed on it is known here by four digits and a month
 * (`2029-11`), once it is made. `available` is what its wallet can spend, `spent` what was paid with it in the last 24 hours.
 * `arrives`: the days on which it is expected. Where its number is shown is asked for by `card.reveal`.
 */
export const card = z.object({
  id: z.string(),
  kind: z.enum(cardKinds),
  brand: z.enum(cardBrands),
  currency,
  status: cardStatus,
  last_four: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  expires: z.optional(z.string().check(z.regex(/^\d{4}-\d\d$/))),
  limits: cardLimits,
  highest: cardLimits,
  spent: decimal,
  available: decimal,
  ordered_at: z.iso.datetime(),
  arrives: z.optional(z.object({ from: z.iso.date(), to: z.iso.date() })),
});
export type Card = z.infer<typeof card>;

/** The order, as every operation, and the card that came of it; none while nobody has confirmed it, and where it came to nothing. */
export const cardDetails = z.object({ ...operation.shape, card: z.optional(card) });
export type CardDetails = z.infer<typeof cardDetails>;

/** Why nothing was paid; each has words at `card.declined.<reason>`. */
export const cardDeclines = [
  'frozen',
  'not_arrived',
  'above_once',
  'above_day',
  'insufficient_funds',
  'wrong_code',
  'expired',
  'not_allowed',
  'stopped',
] as const;

/** One payment with a card, or a try. `merchant` as the issuer calls it. */
export const cardOperation = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  merchant: z.string(),
  amount: money,
  status: z.enum(['approved', 'declined']),
  reason: z.optional(z.enum(cardDeclines)),
});
export type CardOperation = z.infer<typeof cardOperation>;

/** A letter with a code for a look at the number; until `expires_at`, and another may be asked for from `again_at`. */
export const revealAsked = z.object({
  sent_to: z.string(),
  tries_left: z.int(),
  expires_at: z.iso.datetime(),
  again_at: z.iso.datetime(),
});
export type RevealAsked = z.infer<typeof revealAsked>;

/**
 * One look at the number: the page of the issuer at an origin of its own, which shows it to whoever brings the token, once: `frame`,
 * then `#` and `token`, is the address of a frame. Number and code never come to us.
 */
export const reveal = z.object({ frame: z.string(), token: z.string() });
export type Reveal = z.infer<typeof reveal>;

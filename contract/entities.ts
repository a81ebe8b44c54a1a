import * as z from 'zod/mini';
import { currency, currencyCode, decimal } from './money.ts';

/** Entities of section 3 of the specification. A field that the specification names is `spec`; others say so. */

export const menuItem = z.object({ url: z.string(), title: z.string(), order: z.number(), icon_url: z.string() });
export type MenuItem = z.infer<typeof menuItem>;
export const menuKinds = ['header_menu', 'footer_menu', 'main_menu'] as const;
export type MenuKind = (typeof menuKinds)[number];

/** The total balance: amount, logo, currency. Assumed: US dollars, of all wallets with what they hold, rounded down once. */
export const balance = z.object({ amount: decimal, logo: z.string(), currency: currencyCode });
export type Balance = z.infer<typeof balance>;

/**
 * One wallet a currency. `balance` is what can be spent; `held` (added) is what unfinished operations keep;
 * `scale` and `kind` (added) come from the currency; `value` is the worth of both in the
 * currency of the total balance, rounded down. `last_exchange` marks the wallet that the newest completed exchange paid into.
 */
export const wallet = z.object({
  number: z.string(),
  currency: currencyCode,
  logo: z.string(),
  balance: decimal,
  last_exchange: z.boolean(),
  name: z.string(),
  value: decimal,
  held: decimal,
  scale: currency.shape.scale,
  kind: currency.shape.kind,
});
export type Wallet = z.infer<typeof wallet>;

/** A person. A visitor is `{ is_authenticated: false }`. `email` is added: the settings and the second step name it. */
export const user = z.union([
  z.object({
    is_authenticated: z.literal(true),
    account_id: z.string(),
    need_set_password: z.boolean(),
    locale: z.string(),
    email: z.string(),
  }),
  z.object({ is_authenticated: z.literal(false) }),
]);
export type User = z.infer<typeof user>;
export type SignedInUser = Extract<User, { is_authenticated: true }>;

export const unreadMsgs = z.object({ private: z.int(), support: z.int() });
export type UnreadMsgs = z.infer<typeof unreadMsgs>;

export const notification = z.object({
  notification_id: z.string(),
  display: z.enum(['inner', 'modal']),
  type: z.enum(['danger', 'success', 'secondary']),
  title: z.string(),
  text: z.string(),
  buttons: z.array(z.object({ url: z.string(), title: z.string() })),
  closable: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** `msg` is a message key; `params` (added) fills it. */
export const toast = z.object({
  active: z.boolean(),
  msg: z.string(),
  variant: z.enum(['success', 'danger', 'secondary']),
  delay: z.number(),
});
export type Toast = z.infer<typeof toast>;

export const paymentPopup = z.object({ id: z.string(), avatar: z.int().check(z.minimum(1), z.maximum(15)) });
export type PaymentPopup = z.infer<typeof paymentPopup>;

export const tutorialStep = z.object({ title: z.string(), text: z.string(), show: z.boolean() });
export type TutorialStep = z.infer<typeof tutorialStep>;

/**
 * `logo_url` is a path of the page's own origin: the mark of another one is not shown. `auth_type` offers signup when it is
 * `password`. Added: `telegram_bot` (no bot, no button), `origins` (`https://host`) that a server-given address may lead to,
 * `rate_listing_url` of the one link in the footer that leads elsewhere (no address, no link); its origin is one of `origins`.
 */
export const siteSettings = z.object({
  logo_url: z.string(),
  auth_type: z.string(),
  origins: z.optional(z.array(z.string())),
  rate_listing_url: z.optional(z.string()),
  telegram_bot: z.optional(z.string()),
});
export type SiteSettings = z.infer<typeof siteSettings>;

export const localeCode = z.enum(['ru', 'en']);
export type LocaleCode = z.infer<typeof localeCode>;

export const verificationDocuments = ['passport', 'id_card', 'driver_license'] as const;

import * as z from 'zod/mini';
import { balance, notification, siteSettings, unreadMsgs, user, wallet } from './entities.ts';

/**
 * Every JSON answer of `/api`. The asker reads `payload`; the scanner reads the other top-level keys.
 * `now` is the server's time (RFC 3339, UTC). `rev` is the account's revision, 0 for a visitor: an answer carries
 * every scanned key that is newer than the revision named by the request's `X-Rev` header.
 * Basis: keys spec; `now`, `rev` added.
 */
export const envelope = z.looseObject({
  status: z.enum(['ok', 'error', 'redirect']),
  now: z.iso.datetime(),
  rev: z.int(),
  payload: z.optional(z.unknown()),
});
export type Envelope = z.infer<typeof envelope> & { [K in ScannedKey]?: unknown };

/** Top-level keys that the scanner reads, each with its schema. `locale` rides on auth/check. */
export const scanned = {
  site_settings: siteSettings,
  fv: z.string(),
  user,
  locale: z.string(),
  wallets: z.array(wallet),
  total_balance: balance,
  unread_msgs: unreadMsgs,
  notifications: z.array(notification),
} as const;
export type ScannedKey = keyof typeof scanned;

/** Payload of an envelope whose status is `redirect`; `redirect_url` is a path of ours. */
export const redirect = z.object({ status: z.string(), redirect_url: z.string() });

/** Request headers that both sides know. */
export const headers = {
  /** Last revision that the page has applied. */
  rev: 'x-rev',
  /** Account number that the page believes is signed in, absent for a visitor. */
  account: 'x-account',
  /** Language that the page shows. A visitor is answered in it, and menus are told in it. */
  locale: 'x-locale',
} as const;

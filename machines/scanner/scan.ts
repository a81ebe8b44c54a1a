import * as z from 'zod/mini';
import { envelope, redirect, scanned, type ScannedKey } from '../../contract/envelope.ts';
import { failure } from '../../contract/errors.ts';
import type { Signal } from '../root/events.ts';

/**
 * One answer as the transport publishes it. `seq` numbers requests as they are sent, `issued` is the highest number
 * sent when this answer came (absent: `seq`); `said` is the revision that the request named (absent: 0); `at` is this
 * page's clock in ms. `body` is whatever was parsed.
 */
export interface Answered {
  seq: number;
  issued?: number;
  said?: number;
  call: string;
  statusCode: number;
  body: unknown;
  at: number;
}

/** Keys that belong to an account and are ordered by its revision. */
const accountKeys = ['wallets', 'total_balance', 'unread_msgs', 'notifications'] as const;
type AccountKey = (typeof accountKeys)[number];

/** What the page holds: whose it is, the revision of each key, and the last request sent before the last sign-in or -out. */
export interface Held {
  account: string | null;
  revs: Readonly<Record<AccountKey, number>>;
  turn: number;
  /** `seq` of the answer that said the site is blocked. */
  blocked: number | null;
}

const noRevs: Held['revs'] = { wallets: 0, total_balance: 0, unread_msgs: 0, notifications: 0 };

export const nothingHeld: Held = { account: null, revs: noRevs, turn: 0, blocked: null };

/** The same page with nobody's keys; what was asked until then, by the highest number given, tells of nobody any more. */
export const forgotten = (held: Held, issued: number): Held => ({
  ...held,
  account: null,
  revs: noRevs,
  turn: Math.max(held.turn, issued),
});

/** The revision up to which everything is held: what `X-Rev` says. */
export const revOf = (held: Held): number => Math.min(...Object.values(held.revs));

type Keys = Partial<Record<keyof z.infer<typeof envelope> | ScannedKey, unknown>>;
type Found<T> = { value: T } | { why: string } | undefined;

/**
 * One answer → the signals it carries, in this order: site blocked or open, site_settings, fv, locale, user, wallets,
 * total_balance, unread_msgs, notifications, redirect. A key that the contract does not know becomes
 * `signal.malformed` in its place and the rest counts. Left out in silence: what was asked before the last sign-in or
 * sign-out, a key whose revision is not higher than the one held, and keys of an account that nobody is signed in to.
 * A revision below the one that its request named is of a server that was set back: from there on its revisions count.
 */
export function scan(before: Held, answer: Answered): { held: Held; signals: Signal[] } {
  const { seq, call } = answer;
  const signals: Signal[] = [];
  const malformed = (key: string, why: string) => void signals.push({ type: 'signal.malformed', call, key, why, seq });

  if (typeof answer.body !== 'object' || answer.body === null || Array.isArray(answer.body)) {
    malformed('body', 'not an envelope');
    return { held: before, signals };
  }
  const body = answer.body as Keys;

  /** Undefined for a key that is absent; a malformed one has said so. */
  const read = <T>(key: keyof Keys, schema: z.ZodMiniType<T>): Found<T> => {
    if (!Object.hasOwn(body, key) || body[key] === undefined) return undefined;
    const parsed = z.safeParse(schema, body[key]);
    if (parsed.success) return { value: parsed.data };
    const why = parsed.error.issues[0];
    malformed(key, why ? `${why.path.join('.')} ${why.code}`.trim() : 'unknown');
    return { why: 'malformed' };
  };
  const required = <T>(key: keyof Keys, schema: z.ZodMiniType<T>): T | undefined => {
    const found = read(key, schema);
    if (!found) malformed(key, 'missing');
    return found && 'value' in found ? found.value : undefined;
  };

  const status = required('status', envelope.shape.status);
  const rev = required('rev', envelope.shape.rev);
  const now = required('now', envelope.shape.now);

  const held = { ...before, revs: { ...before.revs } };
  if (saysBlocked(answer.statusCode, body)) {
    held.blocked = Math.max(seq, before.blocked ?? 0);
    signals.push({ type: 'signal.site blocked', seq });
  } else if (before.blocked !== null && seq > before.blocked && status !== undefined && answer.statusCode < 500) {
    held.blocked = null;
    signals.push({ type: 'signal.site open', seq });
  }

  const settings = read('site_settings', scanned.site_settings);
  if (settings && 'value' in settings)
    signals.push({ type: 'signal.site_settings', site_settings: settings.value, seq });
  const fv = read('fv', scanned.fv);
  if (fv && 'value' in fv) signals.push({ type: 'signal.fv', fv: fv.value, seq });
  const locale = read('locale', scanned.locale);
  if (locale && 'value' in locale) signals.push({ type: 'signal.locale', locale: locale.value, seq });

  const fresh = seq > before.turn;
  const user = read('user', scanned.user);
  if (user && 'value' in user) {
    const account = user.value.is_authenticated ? user.value.account_id : null;
    // An old "nobody" still counts where nobody is held: it may be the answer of the sign-out itself.
    if (fresh || (account === null && before.account === null))
      signals.push({ type: 'signal.user', user: user.value, call, seq });
    if (fresh && account !== before.account) {
      held.account = account;
      held.revs = { ...noRevs };
      held.turn = Math.max(seq, answer.issued ?? seq);
    }
  }

  // Without a readable `user` beside them, nobody knows whose these keys are.
  const ours = fresh && held.account !== null && !(user && 'why' in user) && rev !== undefined;
  // Zero is said where nobody was recognised, which tells nothing.
  if (ours && rev > 0 && rev < (answer.said ?? 0)) held.revs = { ...noRevs };
  const take = <K extends AccountKey, T>(key: K, schema: z.ZodMiniType<T>, signal: (value: T) => Signal): void => {
    const found = read(key, schema);
    if (!ours || rev <= held.revs[key] || (found && 'why' in found)) return;
    if (found) signals.push(signal(found.value));
    // The answer carries every key newer than the request's revision: an absent one has not changed.
    if (found || status !== 'error') held.revs[key] = rev;
  };
  take('wallets', scanned.wallets, (wallets) => ({ type: 'signal.wallets', wallets, seq }));
  take('total_balance', scanned.total_balance, (total_balance) => ({
    type: 'signal.total_balance',
    total_balance,
    seq,
  }));
  take('unread_msgs', scanned.unread_msgs, (unread_msgs) => ({ type: 'signal.unread_msgs', unread_msgs, seq }));
  take('notifications', scanned.notifications, (notifications) => ({
    type: 'signal.notifications',
    notifications,
    now,
    seq,
  }));

  if (status === 'redirect') {
    const to = z.safeParse(redirect, body.payload);
    if (to.success) signals.push({ type: 'signal.redirect', redirect_url: to.data.redirect_url, seq });
    else malformed('payload', 'not a redirect');
  }
  return { held, signals };
}

const saysBlocked = (statusCode: number, body: Keys): boolean => {
  const parsed = statusCode === 503 ? z.safeParse(failure, body.payload) : undefined;
  return parsed?.success === true && parsed.data.code === 'site_blocked';
};

import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';
import { mailing, optionalLetters } from '../mailing.ts';

export const configMailing = defineCall({
  name: 'config.mailing',
  method: 'GET',
  path: '/api/config/mailing',
  body: 'none',
  basis: 'assumed',
  payload: mailing,
});
export const configSaveMailing = defineCall({
  name: 'config.save_mailing',
  method: 'POST',
  path: '/api/config/mailing',
  body: 'json',
  basis: 'assumed',
  note: 'one kind of letter on or off; the answer is the whole as it stands then. Letters of security cannot be turned off',
  input: z.object({ kind: z.enum(optionalLetters), on: z.boolean() }),
  payload: mailing,
});

/**
 * A browser that is signed in: one sign-in with all that came of it. `place` is its network, never the whole address.
 * `seen_at` is right to five minutes. `current` is the one that asks.
 */
const signedInBrowser = z.object({
  id: z.string(),
  device: z.string(),
  place: z.string(),
  since: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  current: z.boolean(),
});
export type SignedInBrowser = z.infer<typeof signedInBrowser>;
const browsers = z.object({ items: z.array(signedInBrowser) });

export const userBrowsers = defineCall({
  name: 'user.browsers',
  method: 'GET',
  path: '/api/user/browsers',
  body: 'none',
  basis: 'added',
  note: 'whoever left a browser signed in somewhere has to see it before it can be ended; the newest first',
  payload: browsers,
});
export const userEndBrowser = defineCall({
  name: 'user.end_browser',
  method: 'POST',
  path: '/api/user/browsers/:id/end',
  body: 'json',
  basis: 'added',
  note: 'ends one sign-in, its sessions and what remembers it; the answer is the list as it stands then. This browser leaves by auth.logout: 409',
  params: z.object({ id: z.string().check(z.regex(/^[0-9A-Z]{20}$/)) }),
  payload: browsers,
});
export const userEndBrowsers = defineCall({
  name: 'user.end_browsers',
  method: 'POST',
  path: '/api/user/browsers/end',
  body: 'json',
  basis: 'added',
  note: 'ends every sign-in but the one that asks',
  payload: browsers,
});

/** Which Telegram account signs in here. `offered`: whether anybody signs in by Telegram on this site. */
const telegramTie = z.object({ tied: z.nullable(z.object({ since: z.iso.datetime() })), offered: z.boolean() });
export type TelegramTie = z.infer<typeof telegramTie>;

export const userTelegram = defineCall({
  name: 'user.telegram',
  method: 'GET',
  path: '/api/user/telegram',
  body: 'none',
  basis: 'added',
  note: 'who signs in by Telegram has to see that it is so; the Telegram account itself is told in the file of user.export alone',
  payload: telegramTie,
});
export const userUntieTelegram = defineCall({
  name: 'user.untie_telegram',
  method: 'POST',
  path: '/api/user/telegram/untie',
  body: 'json',
  basis: 'added',
  note: 'nobody signs in here by Telegram any more, until an address is proven after it again; what is untied already stays so. Sessions go on: user.browsers tells and ends them',
  payload: telegramTie,
});

export const userExport = defineCall({
  name: 'user.export',
  method: 'GET',
  path: '/api/user/export',
  body: 'none',
  basis: 'added',
  note: 'everything that is kept about the account, as a JSON file and no envelope, unless it is refused; five in an hour',
  payload: z.unknown(),
  gives: 'file',
  changes: true,
  patience: added.fileAnswer,
});

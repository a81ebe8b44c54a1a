import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { codeSent, email } from './auth.ts';

/** Sign-in by Telegram: a page of theirs is asked, and what it answers stands in the address that it leads back to. */

const state = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

export const authTelegramStart = defineCall({
  name: 'auth.telegram_start',
  method: 'POST',
  path: '/api/auth/telegram',
  body: 'json',
  basis: 'added',
  note: 'the specification names the login and no call of it; gives the page of Telegram to go to, and ties the way back to this browser for ten minutes',
  input: z.object({ remember: z.boolean() }),
  payload: z.object({ url: z.string() }),
});
export const authTelegram = defineCall({
  name: 'auth.telegram',
  method: 'POST',
  path: '/api/auth/telegram/answer',
  body: 'json',
  basis: 'added',
  note: 'the answer as it stood behind the address, once, from the browser that asked; whom Telegram names and nobody here knows yet gives an address by auth.telegram_email',
  input: z.object({ state, answer: z.string().check(z.minLength(1), z.maxLength(4_096)) }),
  payload: z.object({ signed_in: z.boolean(), name: z.optional(z.string()) }),
});
export type TelegramKnown = z.infer<typeof authTelegram.payload>;
export const authTelegramEmail = defineCall({
  name: 'auth.telegram_email',
  method: 'POST',
  path: '/api/auth/telegram/email',
  body: 'json',
  basis: 'added',
  note: 'a letter like that of auth.login; its code signs in, makes an account where the address has none, and lets this Telegram account sign in there from then on',
  input: z.object({ email }),
  payload: codeSent,
});

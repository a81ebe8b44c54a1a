import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';
import { email } from './auth.ts';

const short = z.string().check(z.maxLength(200));
const values = { display_name: short, phone: short, country: short, birthday: short };

/**
 * What a person has told of themselves; an empty text is nothing. `edition` counts what was saved: a save names the one
 * that it has seen. `email` is read here and changed elsewhere.
 */
const personalInfo = z.object({ ...values, email: z.string(), edition: z.int() });
export type PersonalInfo = z.infer<typeof personalInfo>;

export const userInfo = defineCall({
  name: 'user.info',
  method: 'GET',
  path: '/api/user/info',
  body: 'none',
  basis: 'assumed',
  payload: personalInfo,
});
export const userSaveInfo = defineCall({
  name: 'user.save_info',
  method: 'POST',
  path: '/api/user/info',
  body: 'form',
  basis: 'assumed',
  note: '409 `conflict` when another edition was saved meanwhile; sent again with what is saved by then, it answers the same',
  input: z.object({ ...values, edition: z.string().check(z.regex(/^\d{1,9}$/)) }),
  payload: personalInfo,
});

/** Two codes were sent, whoever has the new address: `email` is the one that the account has. */
const mailAsked = z.object({
  email: z.string(),
  sent_to: z.string(),
  expires_at: z.iso.datetime(),
  again_at: z.iso.datetime(),
});
export type MailAsked = z.infer<typeof mailAsked>;
const code = z.string().check(z.regex(/^\d{6}$/));

export const userChangeMail = defineCall({
  name: 'user.change_mail',
  method: 'POST',
  path: '/api/user/mail',
  body: 'json',
  basis: 'added',
  note: 'the route /settings/mail has no call: a code to the old and one to the new address; the password of whoever has one; a new request voids the old',
  input: z.object({
    email,
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(added.passwordLongest))),
  }),
  payload: mailAsked,
});
const mailConfirmed = z.object({ email: z.optional(z.string()) });
export type MailConfirmed = z.infer<typeof mailConfirmed>;

export const userConfirmMail = defineCall({
  name: 'user.confirm_mail',
  method: 'POST',
  path: '/api/user/mail/confirm',
  body: 'json',
  basis: 'added',
  note: 'both codes at once, five tries; ends every other session; 409 `email_taken` only for who has proven that they read that address. `email`: the address that holds now, which another tab may have asked for; a server from before it says none',
  input: z.object({ old_code: code, new_code: code }),
  payload: mailConfirmed,
});

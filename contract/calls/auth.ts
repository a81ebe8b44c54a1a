import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';

/** Signs that are not seen come along with what is pasted: a letter to an address with one goes to nobody. */
const sign = String.raw`[^\s@\p{Cc}\p{Cf}\p{Co}\p{Cs}]+`;
export const email = z.string().check(z.maxLength(254), z.regex(new RegExp(`^${sign}@${sign}\\.${sign}$`, 'u')));
const nothing = z.object({});
/** A password that somebody shows, and one that somebody chooses; kept as typed, spaces too. */
const password = z.string().check(z.minLength(1), z.maxLength(added.passwordLongest));
const newPassword = z.string().check(z.minLength(added.passwordShortest), z.maxLength(added.passwordLongest));

/** A code was sent, whether or not anybody has that address. `again_at`: before then a new one is refused. */
export const codeSent = z.object({ sent_to: z.string(), expires_at: z.iso.datetime(), again_at: z.iso.datetime() });
export type CodeSent = z.infer<typeof codeSent>;

export const authLogin = defineCall({
  name: 'auth.login',
  method: 'POST',
  path: '/api/auth/login',
  body: 'json',
  basis: 'assumed',
  note: 'sends a six-digit code and a link; voids the old ones of the browser. `known`: whoever asks has an account, so its code makes none: 409 `no_account` for who has proven that they read an address that nobody has',
  input: z.object({ email, known: z.optional(z.boolean()) }),
  payload: codeSent,
});
export const authCode = defineCall({
  name: 'auth.code',
  method: 'POST',
  path: '/api/auth/code',
  body: 'json',
  basis: 'added',
  note: 'the specification has no call that consumes the code of auth.login',
  input: z.object({ code: z.string().check(z.regex(/^\d{6}$/)), remember: z.boolean() }),
  payload: nothing,
});
export const authSendAgain = defineCall({
  name: 'auth.send_confirmation_instructions',
  method: 'GET',
  path: '/api/auth/send_confirmation_instructions',
  body: 'none',
  basis: 'assumed',
  note: 'another letter for the open request of this browser, with a code that voids the one before; asked too soon it sends nothing and answers the same; without an open request it is refused. `sent_to`: another tab may have asked for another address',
  payload: z.object({ sent_to: z.optional(z.string()), expires_at: z.iso.datetime(), again_at: z.iso.datetime() }),
  outlives: true,
  changes: true,
});
export type SentAgain = z.infer<typeof authSendAgain.payload>;
const token = z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) });
export const authLinkInfo = defineCall({
  name: 'auth.link_info',
  method: 'GET',
  path: '/api/auth/link/:token',
  body: 'none',
  basis: 'added',
  note: 'reading a link consumes nothing; in a browser that did not ask it shows the code and who asked',
  params: token,
  payload: z.object({
    same_browser: z.boolean(),
    code: z.optional(z.string()),
    device: z.string(),
    place: z.string(),
    requested_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  }),
});
export type LinkInfo = z.infer<typeof authLinkInfo.payload>;
export const authLink = defineCall({
  name: 'auth.link',
  method: 'POST',
  path: '/api/auth/link/:token',
  body: 'json',
  basis: 'added',
  note: 'the button of the page that a link opens; signs in only the browser that asked',
  params: token,
  input: z.object({ remember: z.boolean() }),
  payload: nothing,
});
export const authLoginByPassword = defineCall({
  name: 'auth.login_by_password',
  method: 'POST',
  path: '/api/auth/login_by_password',
  body: 'json',
  basis: 'assumed',
  input: z.object({ email, password, remember: z.boolean() }),
  payload: nothing,
});
export const authRegister = defineCall({
  name: 'auth.register',
  method: 'POST',
  path: '/api/auth/register',
  body: 'json',
  basis: 'assumed',
  note: 'sends a letter like auth.login; an account with this password is made when its code or link is proven, and an account that is there already keeps its own',
  input: z.object({ email, password: newPassword }),
  payload: codeSent,
});
export const authChange = defineCall({
  name: 'auth.change',
  method: 'POST',
  path: '/api/auth/change',
  body: 'json',
  basis: 'assumed',
  note: 'the old password is asked unless the account needs to set one; ends every other session of the account; sent again with the password that is set by then, it answers the same',
  input: z.object({ password: newPassword, old_password: z.optional(password) }),
  payload: nothing,
});
export const authLogout = defineCall({
  name: 'auth.logout',
  method: 'POST',
  path: '/api/auth/logout',
  body: 'json',
  basis: 'spec',
  payload: nothing,
});

/** A letter for whoever forgot the password. `again_at`: before then another one is refused. */
export const authReset = defineCall({
  name: 'auth.reset',
  method: 'POST',
  path: '/api/auth/reset',
  body: 'json',
  basis: 'spec',
  note: 'sends a link that lives an hour and works once; the answer is the same for an address that nobody has',
  input: z.object({ email }),
  payload: codeSent,
});
export const authResetInfo = defineCall({
  name: 'auth.reset_info',
  method: 'GET',
  path: '/api/auth/reset/:token',
  body: 'none',
  basis: 'added',
  note: 'reading a link consumes nothing; a dead one is told before anybody thinks of a password',
  params: token,
  payload: z.object({ email: z.string(), expires_at: z.iso.datetime() }),
});
export type ResetInfo = z.infer<typeof authResetInfo.payload>;
export const authResetByToken = defineCall({
  name: 'auth.reset_by_token',
  method: 'POST',
  path: '/api/auth/reset/:token',
  body: 'json',
  basis: 'assumed',
  note: 'sets the password and ends every other session of the account; signs nobody in; sent again with the password that is set by then, it answers the same',
  params: token,
  input: z.object({ password: newPassword }),
  payload: nothing,
});

import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { operationFilter, operationPage } from '../operation.ts';
import { inviteForm, recruiter, recruitId, referralInfo, referredPage } from '../referral.ts';
import { email } from './auth.ts';

export const bonusHistory = defineCall({
  name: 'referral.bonus_history',
  method: 'GET',
  path: '/api/referral/bonus/history',
  body: 'none',
  basis: 'assumed',
  note: 'bonuses are operations of a kind of their own: `processing` while they are held, `completed` when they are paid',
  query: operationFilter,
  payload: operationPage,
});

export const referralInviteInfo = defineCall({
  name: 'referral.invite_info',
  method: 'GET',
  path: '/api/referral/invite',
  body: 'none',
  basis: 'assumed',
  note: 'how many letters may be sent still, and what the next one says',
  payload: inviteForm,
});
export const referralInvite = defineCall({
  name: 'referral.invite',
  method: 'POST',
  path: '/api/referral/invite',
  body: 'json',
  basis: 'assumed',
  note: 'invites one address by a letter; answered alike whether or not anybody has an account there, or wants no such letters',
  /** `again`: the answer to the same call was not heard; what was taken within the hour is answered as it was then. */
  input: z.object({ email, again: z.optional(z.boolean()) }),
  payload: inviteForm,
});
export const referralMailing = defineCall({
  name: 'referral.mailing',
  method: 'POST',
  path: '/api/referral/mailing',
  body: 'json',
  basis: 'assumed',
  note: 'keeps the language of the letters and a note in them; the answer holds the letter as it reads then',
  input: z.object({ locale: z.enum(['ru', 'en']), note: z.string() }),
  payload: inviteForm,
});
export const referralList = defineCall({
  name: 'referral.list',
  method: 'GET',
  path: '/api/referral/list',
  body: 'none',
  basis: 'assumed',
  note: 'who was invited and how far they came; the pages after the first by referral.page',
  payload: referredPage,
});
export const referralPage = defineCall({
  name: 'referral.page',
  method: 'GET',
  path: '/api{path}',
  given: '/referral/',
  body: 'none',
  basis: 'assumed',
  note: 'a further page of the list, by the path that the one before it gave',
  payload: referredPage,
});
export const referralInfoRead = defineCall({
  name: 'referral.info',
  method: 'GET',
  path: '/api/referral/info',
  body: 'none',
  basis: 'assumed',
  payload: referralInfo,
});
export const referralRecruit = defineCall({
  name: 'referral.recruit',
  method: 'GET',
  path: '/api/referral/recruit/:id',
  body: 'none',
  basis: 'assumed',
  note: 'a visitor’s browser keeps whose link it was for thirty days, by a cookie; the last link counts, and the sign-up keeps it from then on',
  params: z.object({ id: recruitId }),
  payload: recruiter,
});
export const referralStop = defineCall({
  name: 'referral.stop',
  method: 'POST',
  path: '/api/referral/stop',
  body: 'json',
  basis: 'added',
  note: 'whoever got an invitation can have no more of them; the token stands in the letter. Sent again it answers the same',
  input: z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  payload: z.object({}),
});

export const referralCalls = [
  referralInviteInfo,
  referralInvite,
  referralMailing,
  referralList,
  referralPage,
  referralInfoRead,
  referralRecruit,
  referralStop,
];

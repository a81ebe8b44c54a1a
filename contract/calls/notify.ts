import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { notification } from '../entities.ts';

export const notifyClose = defineCall({
  name: 'notify.close',
  method: 'POST',
  path: '/api/notify/close',
  body: 'json',
  basis: 'spec',
  note: 'closed once, however often it is asked; somebody else’s and an absent one is 404',
  input: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  payload: z.object({}),
});

/** One of the inbox, with when it was told, and whether it was closed. */
const toldNotification = z.object({ ...notification.shape, created_at: z.iso.datetime(), closed: z.boolean() });
export type ToldNotification = z.infer<typeof toldNotification>;

export const notifyList = defineCall({
  name: 'notify.list',
  method: 'GET',
  path: '/api/notify/list',
  body: 'none',
  basis: 'added',
  note: 'the inbox: all that the house has told this account and has not taken back, closed or not, the newest first; `next` is the cursor of the page after it',
  query: z.object({ cursor: z.optional(z.string()) }),
  payload: z.object({ items: z.array(toldNotification), next: z.nullable(z.string()) }),
});

import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

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

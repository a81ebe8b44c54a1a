import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { clientId, filesOfMessage, messagesPage, messageText, sentMessage } from '../chat.ts';
import { added } from '../limits.ts';
import { filesOfForm, pageQuery, readInput, readPayload } from './chat.ts';

export const supportSend = defineCall({
  name: 'support.send',
  method: 'POST',
  path: '/api/support',
  body: 'form',
  files: filesOfMessage + 1,
  basis: 'assumed',
  note: 'as chat.send, to support. journal: a masked record of the page that reports a problem; one that is none, is not masked, or is too long is refused',
  input: z.object({
    text: messageText,
    client_id: z.optional(clientId),
    ...filesOfForm,
    journal: z.optional(z.file()),
  }),
  payload: sentMessage,
  patience: added.uploadAnswer,
  outlives: false,
});
export const supportMessages = defineCall({
  name: 'support.messages',
  method: 'GET',
  path: '/api/support',
  body: 'none',
  basis: 'assumed',
  note: 'whoever has not written has an empty page; looking begins no chat',
  query: pageQuery,
  payload: messagesPage,
});
export const supportRead = defineCall({
  name: 'support.read',
  method: 'POST',
  path: '/api/support/read',
  body: 'json',
  basis: 'spec',
  note: 'as chat.read',
  input: readInput,
  payload: readPayload,
});

export const supportCalls = [supportSend, supportMessages, supportRead];

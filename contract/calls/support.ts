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
  files: filesOfMessage,
  basis: 'assumed',
  note: 'as chat.send, to support',
  input: z.strictObject({ text: messageText, client_id: clientId, ...filesOfForm }),
  payload: sentMessage,
  patience: added.uploadAnswer,
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

import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { chatsPage, clientId, filesOfMessage, messagesPage, messageText, sentMessage } from '../chat.ts';
import { added } from '../limits.ts';

/** A chat's own id; or the number of the other's account, by which a chat begins. */
const params = z.object({ id: z.string().check(z.regex(/^(?:[A-Za-z0-9_-]{20}|[1-9]\d{7})$/)) });
const file = z.optional(z.file());

/** `page`: as an answer gave it; the latest messages without it. */
export const pageQuery = z.object({ page: z.optional(z.string().check(z.regex(/^(?:before|after)-\d{1,15}$/))) });
export const filesOfForm = { file0: file, file1: file, file2: file, file3: file, file4: file };
export const readInput = z.object({ last_read_message: z.int().check(z.minimum(0)) });
export const readPayload = readInput;

export const chatList = defineCall({
  name: 'chat.list',
  method: 'GET',
  path: '/api/chat/list',
  body: 'none',
  basis: 'assumed',
  note: 'support first, then private chats, the one that was written in last before the others. `page`: as an answer gave it, for those that come after; support is on the first one alone',
  query: z.object({ page: z.optional(z.string().check(z.regex(/^before-\d{1,16}-[A-Za-z0-9_-]{20}$/))) }),
  payload: chatsPage,
});
export const chatSend = defineCall({
  name: 'chat.send',
  method: 'POST',
  path: '/api/chat/private/:id',
  body: 'form',
  files: filesOfMessage,
  basis: 'assumed',
  note: 'id: of the chat, or the number of an account, which begins one; unknown and somebody else’s are the same 404, the own one is 422 own_account. client_id (added, optional) makes it one message however often it is sent; under the name of another one it is 409 message_differs. Not sent on when the page leaves: it is told how much has gone, and the message waits on its device',
  params,
  input: z.object({ message: messageText, client_id: z.optional(clientId), ...filesOfForm }),
  payload: sentMessage,
  patience: added.uploadAnswer,
  outlives: false,
});
export const chatRead = defineCall({
  name: 'chat.read',
  method: 'POST',
  path: '/api/chat/private/read/:id',
  body: 'json',
  basis: 'spec',
  note: 'the number of the last message that was read; it never goes back, nor beyond the last that there is: the answer tells how far it is',
  params,
  input: readInput,
  payload: readPayload,
});
export const chatMessages = defineCall({
  name: 'chat.messages',
  method: 'GET',
  path: '/api/chat/private/:id',
  body: 'none',
  basis: 'added',
  note: 'the specification sends and reads private messages, and has no call that lists them. By the number of an account only a chat that has begun is found',
  params,
  query: pageQuery,
  payload: messagesPage,
});
export const chatFile = defineCall({
  name: 'chat.file',
  method: 'GET',
  path: '/api/chat/file/:file',
  body: 'none',
  basis: 'added',
  note: 'a file of a message, for those who take part in its chat, support’s too: a file to save and no envelope, unless it is refused',
  params: z.object({ file: z.string().check(z.regex(/^[0-9A-Za-z]{1,64}$/)) }),
  payload: z.unknown(),
  gives: 'file',
  patience: added.fileAnswer,
});

export const chatCalls = [chatList, chatSend, chatRead, chatMessages, chatFile];

import { defineCall } from '../call.ts';

/** The calls of chat: names, methods, paths and kinds of body. Their shapes come with the flow that uses them. */
export const chatCalls = [
  defineCall({ name: 'chat.list', method: 'GET', path: '/api/chat/list', body: 'none', basis: 'assumed' }),
  defineCall({ name: 'chat.send', method: 'POST', path: '/api/chat/private/:id', body: 'form', basis: 'assumed' }),
  defineCall({ name: 'chat.read', method: 'POST', path: '/api/chat/private/read/:id', body: 'json', basis: 'spec' }),
  defineCall({
    name: 'chat.messages',
    method: 'GET',
    path: '/api/chat/private/:id',
    body: 'none',
    basis: 'added',
    note: 'the specification sends and reads private messages, and has no call that lists them',
  }),
];

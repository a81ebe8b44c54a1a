import { defineCall } from '../call.ts';

/** The calls of support: names, methods, paths and kinds of body. Their shapes come with the flow that uses them. */
export const supportCalls = [
  defineCall({ name: 'support.send', method: 'POST', path: '/api/support', body: 'form', basis: 'assumed' }),
  defineCall({ name: 'support.messages', method: 'GET', path: '/api/support', body: 'none', basis: 'assumed' }),
  defineCall({ name: 'support.read', method: 'POST', path: '/api/support/read', body: 'json', basis: 'spec' }),
];

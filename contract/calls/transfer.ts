import { defineCall } from '../call.ts';

/** The calls of transfer: names, methods, paths and kinds of body. Their shapes come with the flow that uses them. */
export const transferCalls = [
  defineCall({ name: 'transfer.form', method: 'GET', path: '/api/transfer', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'transfer.history',
    method: 'GET',
    path: '/api/transfer/history',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({ name: 'transfer.check', method: 'POST', path: '/api/transfer/check', body: 'form', basis: 'assumed' }),
  defineCall({ name: 'transfer.submit', method: 'POST', path: '/api/transfer', body: 'form', basis: 'assumed' }),
];

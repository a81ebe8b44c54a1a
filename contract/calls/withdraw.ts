import { defineCall } from '../call.ts';

/** The calls of withdraw: names, methods, paths and kinds of body. Their shapes come with the flow that uses them. */
export const withdrawCalls = [
  defineCall({ name: 'withdraw.ps', method: 'GET', path: '/api/withdraw/ps', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'withdraw.form',
    method: 'GET',
    path: '/api{path}',
    given: '/withdraw/',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({
    name: 'withdraw.history',
    method: 'GET',
    path: '/api/withdraw/history',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({ name: 'withdraw.check', method: 'POST', path: '/api/:kind/check', body: 'form', basis: 'assumed' }),
  defineCall({
    name: 'withdraw.submit',
    method: 'POST',
    path: '/api/withdraw/form/:id',
    body: 'form',
    basis: 'assumed',
  }),
];

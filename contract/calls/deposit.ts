import { defineCall } from '../call.ts';

/** The calls of deposit: names, methods, paths and kinds of body. Their shapes come with the flow that uses them. */
export const depositCalls = [
  defineCall({ name: 'deposit.ps', method: 'GET', path: '/api/deposit/ps', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'deposit.form',
    method: 'GET',
    path: '/api{path}',
    given: '/deposit/',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({ name: 'deposit.history', method: 'GET', path: '/api/deposit/history', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'deposit.integration_json',
    method: 'POST',
    path: '/api/deposit/integration_json',
    body: 'json',
    basis: 'assumed',
  }),
  defineCall({
    name: 'deposit.integration_json_check',
    method: 'POST',
    path: '/api/deposit/integration_json/check',
    body: 'json',
    basis: 'spec',
  }),
];

import { defineCall } from '../call.ts';

/** The calls of purchase: names, methods, paths and kinds of body. Their shapes come with the flow that uses them. */
export const purchaseCalls = [
  defineCall({ name: 'purchase.ps', method: 'GET', path: '/api/purchase/ps/:id', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'purchase.form',
    method: 'GET',
    path: '/api{path}',
    given: '/purchase/',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({
    name: 'purchase.integration_json',
    method: 'POST',
    path: '/api/purchase/integration_json',
    body: 'json',
    basis: 'assumed',
  }),
  defineCall({ name: 'purchase.history', method: 'GET', path: '/api/payment/history', body: 'none', basis: 'assumed' }),
  /** The given address is on the published list and is reached by a form navigation of the browser, never by fetch. */
  defineCall({
    name: 'purchase.hand_over',
    method: 'POST',
    path: '{url}',
    given: 'https://',
    body: 'form',
    basis: 'assumed',
  }),
];

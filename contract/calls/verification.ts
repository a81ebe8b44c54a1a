import { defineCall } from '../call.ts';

/** The calls of verification: names, methods, paths and kinds of body. Their shapes come with the flow that uses them. */
export const verificationCalls = [
  defineCall({ name: 'verification.list', method: 'GET', path: '/api/verification', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'verification.submit',
    method: 'POST',
    path: '/api/verification/:id/submit',
    body: 'json',
    basis: 'assumed',
  }),
  defineCall({
    name: 'verification.new',
    method: 'GET',
    path: '/api/verification/:id/new',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({
    name: 'verification.upload',
    method: 'POST',
    path: '/api/verification/:id/upload',
    body: 'form',
    basis: 'assumed',
  }),
];

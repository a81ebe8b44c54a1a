import { defineCall } from '../call.ts';
import { operationFilter, operationPage } from '../operation.ts';

/** The calls of referral: names, methods, paths and kinds of body. Their shapes come with the flow that uses them. */
export const bonusHistory = defineCall({
  name: 'referral.bonus_history',
  method: 'GET',
  path: '/api/referral/bonus/history',
  body: 'none',
  basis: 'assumed',
  note: 'bonuses are operations of a kind of their own; until they are paid the page is empty',
  query: operationFilter,
  payload: operationPage,
});

export const referralCalls = [
  defineCall({
    name: 'referral.invite_info',
    method: 'GET',
    path: '/api/referral/invite',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({ name: 'referral.invite', method: 'POST', path: '/api/referral/invite', body: 'json', basis: 'assumed' }),
  defineCall({ name: 'referral.list', method: 'GET', path: '/api/referral/list', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'referral.mailing',
    method: 'POST',
    path: '/api/referral/mailing',
    body: 'json',
    basis: 'assumed',
  }),
  defineCall({ name: 'referral.info', method: 'GET', path: '/api/referral/info', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'referral.recruit',
    method: 'GET',
    path: '/api/referral/recruit/:id',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({
    name: 'referral.page',
    method: 'GET',
    path: '/api{path}',
    given: '/referral/',
    body: 'none',
    basis: 'assumed',
  }),
];

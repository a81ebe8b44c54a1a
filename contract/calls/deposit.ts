import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';
import { operation, operationFilter, operationPage } from '../operation.ts';
import { describedForm, methodList } from '../payment.ts';

export const depositMethods = defineCall({
  name: 'deposit.ps',
  method: 'GET',
  path: '/api/deposit/ps',
  body: 'none',
  basis: 'assumed',
  payload: methodList,
});
export const depositForm = defineCall({
  name: 'deposit.form',
  method: 'GET',
  path: '/api{path}',
  given: '/deposit/',
  body: 'none',
  basis: 'assumed',
  payload: describedForm,
});
export const depositHistory = defineCall({
  name: 'deposit.history',
  method: 'GET',
  path: '/api/deposit/history',
  body: 'none',
  basis: 'assumed',
  query: operationFilter,
  payload: operationPage,
});
export const depositSubmit = defineCall({
  name: 'deposit.integration_json',
  method: 'POST',
  path: '/api/deposit/integration_json',
  body: 'json',
  basis: 'assumed',
  note: 'the check’s operation is ordered: from now on it can be paid',
  input: z.object({ id: z.string() }),
  payload: operation,
});
export const integrationCheck = defineCall({
  name: 'deposit.integration_json_check',
  method: 'POST',
  path: '/api/deposit/integration_json/check',
  body: 'json',
  basis: 'spec',
  note: 'url: the operation’s status path as it was issued, matched exactly; a purchase is asked for in the same way',
  input: z.object({ url: z.string() }),
  payload: operation,
  patience: added.statusAnswer,
});

import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { operation, operationFilter, operationPage } from '../operation.ts';
import { describedForm, methodList } from '../payment.ts';

export const purchaseMethods = defineCall({
  name: 'purchase.ps',
  method: 'GET',
  path: '/api/purchase/ps/:id',
  body: 'none',
  basis: 'assumed',
  note: 'id: the currency that is bought, or `all`',
  params: z.object({ id: z.string() }),
  payload: methodList,
});
export const purchaseForm = defineCall({
  name: 'purchase.form',
  method: 'GET',
  path: '/api{path}',
  given: '/purchase/',
  body: 'none',
  basis: 'assumed',
  payload: describedForm,
});
export const purchaseSubmit = defineCall({
  name: 'purchase.integration_json',
  method: 'POST',
  path: '/api/purchase/integration_json',
  body: 'json',
  basis: 'assumed',
  note: 'the check’s operation is ordered: from now on it can be paid',
  input: z.object({ id: z.string() }),
  payload: operation,
});
export const paymentHistory = defineCall({
  name: 'payment.history',
  method: 'GET',
  path: '/api/payment/history',
  body: 'none',
  basis: 'assumed',
  note: 'what was bought, and orders of cards',
  query: operationFilter,
  payload: operationPage,
});
/** The given address is on the published list and is reached by a form navigation of the browser, never by fetch. */
export const purchaseHandOver = defineCall({
  name: 'purchase.hand_over',
  method: 'POST',
  path: '{url}',
  given: 'https://',
  body: 'form',
  basis: 'assumed',
});

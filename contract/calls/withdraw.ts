import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';
import { operation, operationFilter, operationPage } from '../operation.ts';
import { describedForm, methodList, paymentAsk } from '../payment.ts';

const code = z.string().check(z.regex(/^\d{6}$/));

export const withdrawMethods = defineCall({
  name: 'withdraw.ps',
  method: 'GET',
  path: '/api/withdraw/ps',
  body: 'none',
  basis: 'assumed',
  payload: methodList,
});
export const withdrawForm = defineCall({
  name: 'withdraw.form',
  method: 'GET',
  path: '/api{path}',
  given: '/withdraw/',
  body: 'none',
  basis: 'assumed',
  payload: describedForm,
});
export const withdrawHistory = defineCall({
  name: 'withdraw.history',
  method: 'GET',
  path: '/api/withdraw/history',
  body: 'none',
  basis: 'assumed',
  query: operationFilter,
  payload: operationPage,
});
export const paymentCheck = defineCall({
  name: 'payment.check',
  method: 'POST',
  path: '/api/:kind/check',
  body: 'form',
  files: 1,
  basis: 'assumed',
  note: 'kind: withdraw, deposit or purchase',
  params: z.object({ kind: z.enum(['withdraw', 'deposit', 'purchase']) }),
  input: paymentAsk,
  payload: operation,
  patience: added.uploadAnswer,
});
export const withdrawSubmit = defineCall({
  name: 'withdraw.submit',
  method: 'POST',
  path: '/api/withdraw/form/:id',
  body: 'form',
  basis: 'assumed',
  note: 'id: the operation’s; the body names it again, and the code where a second step is asked for',
  params: z.object({ id: z.string() }),
  input: z.object({ id: z.string(), code: z.optional(code) }),
  payload: operation,
});
export const withdrawStatus = defineCall({
  name: 'withdraw.status',
  method: 'GET',
  path: '/api{path}',
  given: '/withdraw/status/',
  body: 'none',
  basis: 'added',
  note: '“GET /api plus a path”, as the form, under the prefix of the answer’s status path',
  payload: operation,
  patience: added.statusAnswer,
});

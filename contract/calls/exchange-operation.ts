import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';
import { operation, operationFilter, operationPage } from '../operation.ts';
import { exchangeAsk } from './exchange.ts';

// Apart from the rates, which the home page asks for: the shape of an operation is long.
const byId = z.object({ id: z.string() });

export const exchangeHistory = defineCall({
  name: 'exchange.history',
  method: 'GET',
  path: '/api/exchange/history',
  body: 'none',
  basis: 'assumed',
  query: operationFilter,
  payload: operationPage,
});
export const exchangeCheck = defineCall({
  name: 'exchange.check',
  method: 'POST',
  path: '/api/exchange/check',
  body: 'form',
  basis: 'assumed',
  input: exchangeAsk,
  payload: operation,
});
export const exchangeSubmit = defineCall({
  name: 'exchange.submit',
  method: 'POST',
  path: '/api{path}',
  given: '/exchange/',
  body: 'form',
  basis: 'assumed',
  note: 'the path is the check’s submit_path; the body names the operation and nothing else',
  input: byId,
  payload: operation,
});
export const exchangeStatus = defineCall({
  name: 'exchange.status',
  method: 'GET',
  path: '/api/exchange/status/:id',
  body: 'none',
  basis: 'assumed',
  params: byId,
  payload: operation,
  patience: added.statusAnswer,
});

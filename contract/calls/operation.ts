import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';
import { operation } from '../operation.ts';

const byId = z.object({ id: z.string() });

export const operationRead = defineCall({
  name: 'operation.read',
  method: 'GET',
  path: '/api/operation/read/:id',
  body: 'none',
  basis: 'added',
  note: 'an address names an operation and nothing else: it is read by its id, on any device, before its own status path is known',
  params: byId,
  payload: operation,
  patience: added.statusAnswer,
});
export const operationsInProgress = defineCall({
  name: 'operation.in_progress',
  method: 'GET',
  path: '/api/operation/progress',
  body: 'none',
  basis: 'added',
  note: 'the tray in the frame: what goes on or waits to be paid, of every kind, then deposits, withdrawals, transfers and orders of cards that can still be confirmed, each newest first. The review of an exchange or a purchase is not in it: its terms hold for a minute, so that it would come and go',
  payload: z.object({ items: z.array(operation) }),
});
export const operationCancel = defineCall({
  name: 'operation.cancel',
  method: 'POST',
  path: '/api/operation/cancel',
  body: 'json',
  basis: 'added',
  note: 'what nobody has confirmed, a deposit or a purchase that nobody has paid, a withdrawal that nobody has sent, the order of a card that nobody has placed; refused 409 `too_late` when it is under way and goes through; one that has ended is answered as it ended',
  input: byId,
  payload: operation,
});
export const operationCode = defineCall({
  name: 'operation.code',
  method: 'POST',
  path: '/api/operation/code',
  body: 'json',
  basis: 'added',
  note: 'the letter with the code of the second step once more; the operation answers when the next may be asked for',
  input: byId,
  payload: operation,
});
export const operationFile = defineCall({
  name: 'operation.file',
  method: 'GET',
  path: '/api/operation/file/:id/:field',
  body: 'none',
  basis: 'added',
  note: 'what was put into a field of kind file, for whoever put it there: a file and no envelope, unless it is refused',
  params: z.object({ id: z.string(), field: z.string() }),
  payload: z.unknown(),
  gives: 'file',
});

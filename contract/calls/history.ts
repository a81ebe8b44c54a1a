import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';
import { currency as currencyEntity } from '../money.ts';
import { operationFilter } from '../operation.ts';

/** Every list of operations that were. */
export const historyKinds = ['deposit', 'exchange', 'payment', 'referral', 'transfer', 'withdraw'] as const;
export type HistoryKind = (typeof historyKinds)[number];

const { status, currency, from, to } = operationFilter.shape;
const fileForm = new RegExp(`^(${historyKinds.join('|')})\\.csv$`);

/**
 * Everything that a history's filter lets through, as a file to keep: columns named in the person's language, cells and
 * numbers parted as its table programs expect (`;` and `0,5` in Russian, `,` and `0.5` in English), times to the second in the
 * zone that the browser tells (UTC without it) and the heading names.
 * Of an operation that moves several wallets each line is let through, or not, by its own status and currencies.
 * Amounts stand only where money moved or is moving: so a column can be summed. Accounts and addresses are masked. Reached
 * by a call whose answer the browser is given to save.
 */
export const historyFile = defineCall({
  name: 'history.file',
  method: 'GET',
  path: '/api/history/:file',
  body: 'none',
  basis: 'added',
  note: 'file: a kind of history and `.csv`; a file and no envelope, unless it is refused; sixty in an hour',
  params: z.object({ file: z.string().check(z.regex(fileForm)) }),
  query: z.object({ status, currency, from, to }),
  payload: z.unknown(),
  gives: 'file',
  changes: true,
  patience: added.fileAnswer,
});

export const historyCurrencies = defineCall({
  name: 'history.currencies',
  method: 'GET',
  path: '/api/history/currencies',
  body: 'none',
  basis: 'added',
  note: 'what a filter may choose from: every currency of the house, for an operation may be in one that is exchanged no more',
  payload: z.object({ items: z.array(currencyEntity) }),
});

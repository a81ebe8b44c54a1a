import type { CallError } from '../../contract/errors.ts';

type Known = Omit<CallError, 'name' | 'message' | 'statusCode'> & Partial<Pick<CallError, 'message' | 'statusCode'>>;

/** A plain object, so that it can be kept in a journal. `statusCode` is 0 when there was no answer. */
export const callError = (known: Known): CallError => ({
  name: 'CallError',
  message: known.code,
  statusCode: 0,
  ...known,
});

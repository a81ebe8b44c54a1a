import type { Operation } from '../../contract/operation.ts';

/** How an operation stands, in a list: what waits for a step of the person says so. */
export const statusWords = ({ status, reason }: Pick<Operation, 'status' | 'reason'>): string =>
  `operation.status.${reason === 'needs_verification' ? reason : status}`;

import type { OperationRow } from '../operations/row.ts';

/** Where a deposit stands on the page. What came for a purchase came by no way of a deposit. */
export const depositPlace = ({ id, details: { method = 'received' } }: OperationRow): string =>
  `/deposit/form/${method}/${id}`;

import { openWallet } from '../ledger/wallets.ts';
import type { OperationKind } from '../operations/kind.ts';
import { notifyOfPayment } from '../notify/payment.ts';
import { transferLines } from './postings.ts';

/** Money from one person to another: nobody outside takes part, so that it is there at once. */
export const transferKind: OperationKind = {
  lifetime: 2 * 60_000,
  submitted: 'processing',
  holds: true,
  promises: false,
  expectedWithin: () => 5,
  hasJob: true,
  provider: () => 'house',
  async settle(db, row) {
    const wallet = await openWallet(db, row.account_id ?? '', row.give_currency);
    return transferLines(
      row,
      { wallet, part: 'held' },
      await openWallet(db, row.counterparty_id ?? '', row.get_currency),
    );
  },
  async ended(db, row) {
    if (row.status === 'completed') await notifyOfPayment(db, row);
  },
  news: (row, accountId) => (row.status === 'completed' && accountId === row.counterparty_id ? ['notifications'] : []),
  cancellable: false,
  statusPath: ({ id }) => `/transfer/status/${id}`,
  place: ({ id }) => `/transfer?operation=${id}`,
};

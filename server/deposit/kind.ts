import { openWallet } from '../ledger/wallets.ts';
import { endNoticeOfDeposit } from '../notify/deposit-ended.ts';
import type { OperationKind } from '../operations/kind.ts';
import { depositPlace } from './place.ts';
import { depositLines } from './postings.ts';

/** Money that comes in: nothing moves until its provider is sure of it. */
export const depositKind: OperationKind = {
  lifetime: 10 * 60_000,
  submitted: 'awaiting_payment',
  holds: false,
  promises: false,
  expectedWithin: () => null,
  hasJob: true,
  provider: ({ details }) => details.provider ?? 'bank',
  settle: async (db, row) => depositLines(row, await openWallet(db, row.account_id ?? '', row.get_currency)),
  ended: endNoticeOfDeposit,
  cancellable: true,
  place: depositPlace,
};

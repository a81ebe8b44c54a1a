import type { CallSpec } from '../../../contract/call.ts';
import { depositHistory } from '../../../contract/calls/deposit.ts';
import { exchangeHistory } from '../../../contract/calls/exchange-operation.ts';
import { paymentHistory } from '../../../contract/calls/purchase.ts';
import { bonusHistory } from '../../../contract/calls/referral.ts';
import { transferHistory } from '../../../contract/calls/transfer.ts';
import { withdrawHistory } from '../../../contract/calls/withdraw.ts';
import type { OperationStatus } from '../../../contract/operation.ts';

/** Every history, by the last part of its address: those of the specification's list first. `exchange` holds exchanges of all too. */
export const historyKinds = ['exchange', 'transfer', 'payment', 'deposit', 'withdraw', 'referral'] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const callOfHistory: Record<HistoryKind, CallSpec> = {
  exchange: exchangeHistory,
  transfer: transferHistory,
  payment: paymentHistory,
  deposit: depositHistory,
  withdraw: withdrawHistory,
  referral: bonusHistory,
};

const ways: OperationStatus[] = ['open', 'processing', 'completed', 'failed', 'cancelled', 'expired'];
const paid: OperationStatus[] = ['open', 'awaiting_payment', ...ways.slice(1)];

/** The statuses that each may have, in the order of its way. */
export const statusesOf: Record<HistoryKind, readonly OperationStatus[]> = {
  exchange: ways,
  transfer: ways,
  payment: paid,
  deposit: paid,
  withdraw: ways,
  referral: ['processing', 'completed', 'failed'],
};

/** `history-transfer` → `transfer`. */
export const kindOfRoute = (name: string): HistoryKind =>
  historyKinds.find((kind) => name === `history-${kind}`) ?? 'exchange';

export const addressOfHistory = (kind: HistoryKind): string => `/history/${kind}`;

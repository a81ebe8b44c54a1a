import { added } from '../../contract/limits.ts';
import { cardOrderKind } from '../card/kind.ts';
import { depositKind } from '../deposit/kind.ts';
import { exchangeAllKind } from '../exchange-all/kind.ts';
import { exchangeKind } from '../exchange/kind.ts';
import { bonusKind } from '../referral/kind.ts';
import { purchaseKind } from '../purchase/kind.ts';
import { transferKind } from '../transfer/kind.ts';
import { withdrawKind } from '../withdraw/kind.ts';
import type { KindName, OperationKind } from './kind.ts';
import type { OperationRow } from './row.ts';

/** Every kind that can be confirmed. A new one is one line here. */
export const kinds: Partial<Record<KindName, OperationKind>> = {
  bonus: bonusKind,
  card_order: cardOrderKind,
  deposit: depositKind,
  exchange: exchangeKind,
  exchange_all: exchangeAllKind,
  purchase: purchaseKind,
  transfer: transferKind,
  withdraw: withdrawKind,
};

/** The kind of a row, undefined for the treasury's and for kinds that nobody confirms. */
export const findKind = ({ kind }: Pick<OperationRow, 'kind'>): OperationKind | undefined =>
  kind === 'treasury' ? undefined : kinds[kind];

export const kindOf = (row: Pick<OperationRow, 'id' | 'kind'>): OperationKind => {
  const kind = findKind(row);
  if (!kind) throw new Error(`operation ${row.id} is of no kind that can be confirmed: ${row.kind}`);
  return kind;
};

const named = (of: (kind: OperationKind) => boolean): KindName[] =>
  Object.entries(kinds)
    .filter(([, kind]) => of(kind))
    .map(([name]) => name as KindName);

/** Kinds whose submitted operations take from what the house can promise. */
export const promisingKinds: KindName[] = named(({ promises }) => promises);

/** Kinds whose terms hold longer than a rate: there is time to come back to a review of one. */
export const lastingKinds: KindName[] = named(({ lifetime }) => lifetime > added.quoteLifetime);

/** Kinds that somebody executes: a submitted operation has a job until it ends. */
export const jobKinds: KindName[] = named(({ hasJob }) => hasJob);

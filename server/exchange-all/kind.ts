import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import { expectedWithin, pairChanged } from '../exchange/kind.ts';
import type { OperationKind } from '../operations/kind.ts';

/** Several wallets into one currency. Money moves by its lines, which are exchanges; it follows them (`follow.ts`). */
export const exchangeAllKind: OperationKind = {
  lifetime: added.quoteLifetime,
  submitted: 'processing',
  holds: false,
  promises: false,
  expectedWithin: () => expectedWithin,
  termsChanged: sql<boolean>`exists (
    select 1 from operations line where line.parent_id = same.id and (line.status <> 'open' or ${pairChanged('line')}))`,
  hasJob: false,
  provider: () => 'house',
  settle: (_, { id }) => Promise.reject(new Error(`operation ${id} moves no money of its own`)),
  cancellable: false,
  statusPath: ({ id }) => `/exchange/all/status/${id}`,
  place: ({ id, get_currency: into }) => `/exchange/all/${into}?operation=${id}`,
};

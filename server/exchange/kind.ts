import { sql, type RawBuilder } from 'kysely';
import { added } from '../../contract/limits.ts';
import { followLines } from '../exchange-all/follow.ts';
import { openWallet } from '../ledger/wallets.ts';
import type { OperationKind } from '../operations/kind.ts';
import { settleLines } from './postings.ts';

/** How long the person is told that settling should take, in seconds. */
export const expectedWithin = 10;

/** Whether the fee table is another one than when the row of this name in SQL was priced. */
export const pairChanged = (row: 'same' | 'line'): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1 from exchange_pairs p
  where p.src = ${sql.ref(`${row}.give_currency`)} and p.dst = ${sql.ref(`${row}.get_currency`)}
    and p.version = ${sql.ref(`${row}.terms_version`)} and p.enabled)`;

/** One exchange: what is given is held, the fee table may change under a check, the exchange executes it in seconds. */
export const exchangeKind: OperationKind = {
  lifetime: added.quoteLifetime,
  submitted: 'processing',
  holds: true,
  promises: true,
  expectedWithin: () => expectedWithin,
  termsChanged: pairChanged('same'),
  hasJob: true,
  provider: () => 'exchange',
  async settle(db, row) {
    const accountId = row.account_id ?? '';
    const from = await openWallet(db, accountId, row.give_currency);
    return settleLines(row, from, await openWallet(db, accountId, row.get_currency));
  },
  async ended(db, row) {
    if (row.parent_id !== null) await followLines(db, row.parent_id);
  },
  cancellable: false,
  submitPath: ({ id }) => `/exchange/confirm/${id}`,
  statusPath: ({ id }) => `/exchange/status/${id}`,
  place: ({ id, give_currency: src, get_currency: dst }) => `/exchange/${src}/${dst}?operation=${id}`,
};

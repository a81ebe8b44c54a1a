import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import { openWallet } from '../ledger/wallets.ts';
import type { OperationKind } from '../operations/kind.ts';
import { purchaseLines } from './postings.ts';

/** What is bought from the house and paid outside: the rate is held for the check, the reserve until it is paid or over. */
export const purchaseKind: OperationKind = {
  lifetime: added.quoteLifetime,
  submitted: 'awaiting_payment',
  holds: false,
  promises: true,
  expectedWithin: () => null,
  termsChanged: sql<boolean>`not exists (
    select 1 from payment_methods p
    where p.id = same.details->>'method' and p.version = same.terms_version and p.enabled)`,
  hasJob: true,
  provider: ({ details }) => details.provider ?? 'card',
  settle: async (db, row) => purchaseLines(row, await openWallet(db, row.account_id ?? '', row.get_currency)),
  cancellable: true,
  place: ({ id, details: { method } }) => (method === undefined ? undefined : `/purchase/form/${method}/${id}`),
};

import type { Kysely } from 'kysely';
import { buildMissing, type LargeIndex } from '../large-indexes.ts';

/** What is told of an account in its file is read in the order it is told in, whatever is kept of all others. */
export const concurrently: LargeIndex[] = [
  { name: 'mail_by_recipient', on: 'mail_outbox (recipient, id)' },
  { name: 'families_of_account_by_handle', on: 'remember_families (account_id, handle)' },
  { name: 'card_operations_by_account', on: 'card_operations (account_id, id)' },
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buildMissing(db, concurrently);
};

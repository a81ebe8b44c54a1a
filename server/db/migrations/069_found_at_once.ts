import type { Kysely } from 'kysely';
import { buildMissing, type LargeIndex } from '../large-indexes.ts';

/**
 * What is read on nearly every page, and what the desk reads for each deposit, by an index of its own: the newest exchange of an
 * account that went through was looked for behind all of its checks that nobody confirmed, and the payment that a deposit came
 * by among all payments that ever came.
 */
export const concurrently: LargeIndex[] = [
  {
    name: 'operations_exchanged',
    on: `operations (account_id, created_at desc, id desc) include (get_currency) where kind = 'exchange' and status = 'completed'`,
  },
  { name: 'payment_receipts_became', on: 'payment_receipts (became) where became is not null' },
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buildMissing(db, concurrently);
};

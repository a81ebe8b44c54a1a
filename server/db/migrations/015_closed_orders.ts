import { sql, type Kysely } from 'kysely';

/** Orders of the sandbox that their shop has taken back: their pay page takes no payment any more. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sandbox_pay_orders add column closed_at timestamptz`.execute(db);
};

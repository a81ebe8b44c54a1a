import { sql, type Kysely } from 'kysely';

/** A remember token is known to have arrived when a browser shows it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table remember_tokens add column used_at timestamptz`.execute(db);
  // Whether those before were shown is not known: a replaced one keeps ending its family.
  await sql`update remember_tokens set used_at = now()`.execute(db);
};

import { sql, type Kysely } from 'kysely';

/** The mark of an account that the house has stopped: nothing moves money out of it, and nobody signs in to it. */
const statements = ['alter table accounts add column stopped_at timestamptz'];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

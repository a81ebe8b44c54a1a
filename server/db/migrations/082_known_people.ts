import { sql, type Kysely } from 'kysely';

/** Whoever signs in again over a lost session has an account: the code that they ask for makes none. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sign_in_requests add column known boolean not null default false`.execute(db);
};

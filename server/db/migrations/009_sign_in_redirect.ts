import { sql, type Kysely } from 'kysely';

/** Where the answer of a sign-in sends the page; null for nowhere. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table settings add column sign_in_redirect text check (sign_in_redirect ~ '^/')`.execute(db);
};

import { sql, type Kysely } from 'kysely';

/** How many letters a request has sent: the browser that asked may have another one, with a code of its own. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sign_in_requests add column letters integer not null default 1`.execute(db);
};

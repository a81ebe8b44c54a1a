import { sql, type Kysely } from 'kysely';

/** An address may have several requests open, one a browser: `makeRequest` makes them one after the other. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index open_requests_of_address on sign_in_requests (email)
    where used_at is null and voided_at is null`.execute(db);
  await sql`drop index one_open_request_an_address`.execute(db);
};

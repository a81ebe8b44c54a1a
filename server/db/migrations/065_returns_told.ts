import { sql, type Kysely } from 'kysely';

/** Deposits whose money has left say so, and no longer that it is being sent. */
const statements = [
  `update operations set reason = 'returned'
    where id in (select operation_id from returned_deposits where sent_at is not null) and reason = 'sent_back'`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

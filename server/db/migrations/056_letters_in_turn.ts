import { sql, type Kysely } from 'kysely';

const statements = [
  // Somebody waits for a letter that opens a door: it goes before however many that tell of operations.
  `drop index mail_to_send`,
  `create index mail_to_send on mail_outbox ((kind = 'operation'), next_try_at) where sent_at is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

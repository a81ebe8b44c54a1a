import { sql, type Kysely } from 'kysely';

const statements = [
  // A code or a link that has ended is sent to nobody any more. Null: what the letter tells stays true.
  `alter table mail_outbox add column until timestamptz`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

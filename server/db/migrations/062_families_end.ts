import { sql, type Kysely } from 'kysely';

const statements = [
  // Remembered sign-ins that are over are removed from now on: each asks for its tokens, of which only the live one had an index.
  `create index tokens_of_family on remember_tokens (family_id)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

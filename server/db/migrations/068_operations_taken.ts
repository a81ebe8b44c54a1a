import { sql, type Kysely } from 'kysely';

/**
 * Until when a question to the provider of an operation may be on its way; and who of the house decides about it, from when on
 * nobody asks. In the row itself: whoever waits for its lock then sees them as they are. No rule is checked here, for every
 * statement that writes to the table would read it again.
 */
const statements = [
  `alter table operations add column asked_until timestamptz, add column taken_by text, add column taken_at timestamptz`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

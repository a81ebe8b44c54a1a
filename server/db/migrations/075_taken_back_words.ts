import { sql, type Kysely } from 'kysely';

const statements = [
  // What was taken back before kept its words, and told them to nobody.
  `update notifications set params = '{"taken_back": "true"}' where kind = 'written' and params ? 'taken_back'`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

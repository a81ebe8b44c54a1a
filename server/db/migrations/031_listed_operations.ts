import { sql, type Kysely } from 'kysely';

const statements = [
  // The lines of an exchange of all are exchanges too: a history must not look through those of thousands to find a page.
  `create index operations_listed on operations (account_id, kind, created_at desc, id desc) where parent_id is null`,
  // What was given up in an exchange of all stands in its lines: they are found by their currency, and not one after another.
  `create index operations_lines_by_give on operations (account_id, give_currency, parent_id) where parent_id is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

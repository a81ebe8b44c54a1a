import { sql, type Kysely } from 'kysely';

const statements = [
  // The token that a browser had before it was given another: for some seconds it leads to the same session, and ends with it.
  `alter table sessions add column replaced_by bigint references sessions on delete cascade`,
  `create index sessions_followed on sessions (replaced_by) where replaced_by is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
